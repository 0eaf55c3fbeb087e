const HALF_HOUR_SECONDS = 30 * 60;

export function isPublic(key: string, publicFolders: readonly string[]): boolean {
  return publicFolders.some((folder) => key.startsWith(`${folder}/`));
}

/**
 * When a URL signed now expires, in seconds since 1970. Rounded to a half hour, so that URLs signed within the same half hour
 * are equal and clients can cache the file.
 */
export function expiryOf(now: Date): number {
  const halfHours = Math.floor(now.getTime() / 1000 / HALF_HOUR_SECONDS);
  return (halfHours + 2) * HALF_HOUR_SECONDS;
}

export function secondsUntil(expires: number, now: Date): number {
  return expires - Math.floor(now.getTime() / 1000);
}

/** The signed text of a URL. Keys contain no spaces, so it is unambiguous. */
export function signedText(key: string, expires: number): string {
  return `${key} ${expires}`;
}
