import type { Signatures } from '../../../platform/crypto/signatures.ts';
import { isStrictUuid } from '../../../platform/http/validation/formats.ts';

/**
 * The token of a link or email. It is not stored, so that a reader of the database cannot create one. It is valid until the
 * invitation ends or the encryption key of the service changes.
 */
export function invitationTokenOf(signatures: Signatures, id: string): string {
  return `${id}.${signatures.sign(purposeOf(id))}`;
}

/** The id of the invitation of a token, or null if the token is invalid. */
export function parseInvitationToken(signatures: Signatures, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.trim().split('.');
  const isValid = rest.length === 0 && isStrictUuid(id) && signatures.isSigned(purposeOf(id), signature);
  return isValid ? id : null;
}

const purposeOf = (id: string) => `group invitation ${id}`;
