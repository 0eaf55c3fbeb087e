export type Verification =
  /** The address of the account. */
  | { kind: 'verify'; email: string }
  /** First step of a change, from the current address. */
  | { kind: 'confirmChange'; email: string }
  /** Last step of a change, from the new address. */
  | { kind: 'completeChange'; email: string };

const KINDS: Record<string, Verification['kind']> = {
  'change-email-confirmation': 'confirmChange',
  'change-email-verification': 'completeChange',
};

/** What a token of an email is for, with the address in question. Only the server can tell whether it is valid. */
export function verificationOf(token: string): Verification {
  const claims = claimsOf(token);
  const kind = KINDS[String(claims.requestType)] ?? 'verify';
  return { kind, email: String((kind === 'verify' ? claims.email : claims.updateTo) ?? '') };
}

function claimsOf(token: string): Record<string, unknown> {
  try {
    const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const bytes = Uint8Array.from(atob(payload), (character) => character.charCodeAt(0));
    const claims: unknown = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims === 'object' && claims !== null ? (claims as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
