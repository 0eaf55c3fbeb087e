const DAY_MS = 24 * 60 * 60 * 1_000;

/** How long a deletion can be taken back. */
const RESTORE_DAYS = 7;

/** How long digests of erased addresses and subjects are kept. */
const ERASED_IDENTITY_DAYS = 365;

/** When a deletion that is requested now takes effect. */
export function decideEraseAt(now: Date, immediately: boolean): Date {
  return immediately ? now : new Date(now.getTime() + RESTORE_DAYS * DAY_MS);
}

/** Digests of accounts erased before this instant are deleted. */
export function erasedIdentitiesKeptSince(now: Date): Date {
  return new Date(now.getTime() - ERASED_IDENTITY_DAYS * DAY_MS);
}
