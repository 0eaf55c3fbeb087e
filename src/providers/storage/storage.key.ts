/** Media types by ending. Browsers execute none of them. */
const TYPES: Record<string, string> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  png: 'image/png',
  zip: 'application/zip',
};

/** The only dot is the one of the ending, so a key cannot leave its folder. */
const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\.(webp|jpg|png|zip)$/;

/** Names of this length fit into every file system. */
const MAX_KEY_LENGTH = 200;

export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && KEY.test(text);
}

/** The media type by the ending of the key. */
export function typeOfKey(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
