/** A token is refreshed this long before it expires. */
const MARGIN_MS = 60 * 1000;

export function expiryOf({ expiresInSeconds }: { expiresInSeconds: number }, now: Date): Date {
  return new Date(now.getTime() + expiresInSeconds * 1000);
}

/** Whether the token has expired or expires within a minute. */
export function isExpiring(expiresAt: Date, now: Date): boolean {
  return expiresAt.getTime() - now.getTime() <= MARGIN_MS;
}

/** The context that a token is sealed with. A sealed token cannot be opened for another user or kind. */
export function sealContextOf(userId: string, kind: 'access' | 'refresh'): string {
  return `music ${kind} token of ${userId}`;
}
