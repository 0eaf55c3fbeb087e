import type { Signatures } from '../../platform/crypto/signatures.ts';
import { isStrictUuid } from '../../platform/http/validation/formats.ts';

/**
 * What a link or a mail carries. It is stored nowhere: a reader of the database cannot make it. It ends with the invitation, or
 * with the key of the service.
 */
export function invitationTokenOf(signatures: Signatures, id: string): string {
  return `${id}.${signatures.sign(purposeOf(id))}`;
}

/** The id of the invitation that a token stands for; null where it is none of ours. */
export function readInvitationToken(signatures: Signatures, token: string): string | null {
  const [id = '', signature = '', ...rest] = token.trim().split('.');
  const isOurs = rest.length === 0 && isStrictUuid(id) && signatures.isSigned(purposeOf(id), signature);
  return isOurs ? id : null;
}

const purposeOf = (id: string) => `group invitation ${id}`;
