const DAY_SECONDS = 24 * 60 * 60;
const MAX_FRESH_SECONDS = 10 * 60;

export function isPublic(key: string, publicFolders: readonly string[]): boolean {
  return publicFolders.some((folder) => key.startsWith(`${folder}/`));
}

/**
 * When a URL signed now expires, in seconds since 1970: at the end of the next day in UTC. URLs signed on the same day are
 * equal, so that clients can cache the file.
 */
export function expiryOf(now: Date): number {
  const days = Math.floor(now.getTime() / 1000 / DAY_SECONDS);
  return (days + 2) * DAY_SECONDS;
}

export function secondsUntil(expires: number, now: Date): number {
  return expires - Math.floor(now.getTime() / 1000);
}

/** The signed text of a URL. Keys contain no spaces, so it is unambiguous. */
export function signedText(key: string, expires: number, audience: string | null): string {
  return audience === null ? `${key} ${expires}` : `${key} ${expires} ${audience}`;
}

/** The first part of a key; empty without one. */
export function folderOf(key: string): string {
  return key.slice(0, Math.max(0, key.indexOf('/')));
}

/** Whether a URL made for an audience, or with null for the owner, is one of the present readers. */
export function isReader(audience: string | null, readers: { audience: string | null }): boolean {
  return audience === null || audience === readers.audience;
}

/** How long a client shows a private file without asking again whether it may: its readers change. */
export function freshSecondsOf(secondsLeft: number): number {
  return Math.min(secondsLeft, MAX_FRESH_SECONDS);
}
