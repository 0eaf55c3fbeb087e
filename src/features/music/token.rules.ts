/** A token that ends within this time is renewed before it is used. */
const MARGIN_MS = 60 * 1000;

export function expiryOf({ expiresInSeconds }: { expiresInSeconds: number }, now: Date): Date {
  return new Date(now.getTime() + expiresInSeconds * 1000);
}

/** Whether the token ends within a minute, or has ended. */
export function isExpiring(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= MARGIN_MS;
}

/** Where a token is kept: it is sealed for this place, so that it can be moved to no other person and no other column. */
export function placeOf(userId: string, kind: 'access' | 'refresh'): string {
  return `music ${kind} token of ${userId}`;
}
