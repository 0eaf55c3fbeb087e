const DAY_SECONDS = 24 * 60 * 60;

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
export function signedText(key: string, expires: number): string {
  return `${key} ${expires}`;
}
