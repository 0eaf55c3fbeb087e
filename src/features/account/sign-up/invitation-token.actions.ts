import type { Signatures } from '#platform/crypto/signatures.ts';
import { isStrictUuid } from '#platform/http/validation/formats.ts';

/** What an invitation is for. A token of one purpose is invalid for the other. */
type Purpose = 'group invitation' | 'sign-up invitation';

/**
 * The token of a link or email. It is not stored, so that a reader of the database cannot create one. It is valid until the
 * invitation ends or the encryption key of the service changes.
 */
export function invitationTokenOf(signatures: Signatures, purpose: Purpose, id: string): string {
  return `${id}.${signatures.sign(`${purpose} ${id}`)}`;
}

/** The id of the invitation of a token, or null if the token is invalid. */
export function parseInvitationToken(signatures: Signatures, purpose: Purpose, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.trim().split('.');
  const isValid = rest.length === 0 && isStrictUuid(id) && signatures.isSigned(`${purpose} ${id}`, signature);
  return isValid ? id : null;
}
