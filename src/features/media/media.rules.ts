const HALF_HOUR_SECONDS = 30 * 60;

/** Whether everybody may read the file: what is in a public folder is, and nothing else. */
export function isPublic(key: string, publicFolders: readonly string[]): boolean {
  return publicFolders.some((folder) => key.startsWith(`${folder}/`));
}

/**
 * Until when an address that is made now works, in seconds since 1970: 30 to 60 minutes, to the end of a half hour. So whoever
 * asks again within it gets the same address, and need not fetch the file again.
 */
export function expiryOf(now: Date): number {
  const halfHours = Math.floor(now.getTime() / 1000 / HALF_HOUR_SECONDS);
  return (halfHours + 2) * HALF_HOUR_SECONDS;
}

/** How long an address still works, in seconds; nothing or less once it does not. */
export function secondsUntil(expires: number, now: Date): number {
  return expires - Math.floor(now.getTime() / 1000);
}

/** What the signature of an address vouches for. A key holds no blank, so no two pairs read the same. */
export function signedText(key: string, expires: number): string {
  return `${key} ${expires}`;
}
