import { personalTokenErrors } from './personal-token.schema.ts';

/** Scanners for leaked secrets find tokens by it. */
export const PREFIX = 'mdw_';

/** Characters of a token that its owner sees: the prefix, and four that are no part of any other secret. */
const SHOWN_LENGTH = PREFIX.length + 4;

export function shownPrefixOf(token: string): string {
  return token.slice(0, SHOWN_LENGTH);
}

/** Checks that a user can grant these scopes. */
export function checkGrant(scopes: readonly string[], user: { isSuperAdmin: boolean }): void {
  if (!user.isSuperAdmin && scopes.some((scope) => scope.startsWith('admin:')))
    throw personalTokenErrors.notSuperAdmin();
}

const DAY_MS = 24 * 60 * 60_000;

export function decideExpiry(now: Date, days: number): Date {
  return new Date(now.getTime() + days * DAY_MS);
}
