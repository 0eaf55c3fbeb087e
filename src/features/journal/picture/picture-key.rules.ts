const OWNER = /^[a-z-]+\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})-/;

/** The owner in the key of a picture, or null if it names none. */
export function userIdOf(key: string): string | null {
  return OWNER.exec(key)?.[1] ?? null;
}

/** The key of a photo in that of the file of one of its sizes. */
export function photoKeyOf(fileKey: string): string {
  return fileKey.replace(/-(small|medium|large)\.webp$/, '');
}
