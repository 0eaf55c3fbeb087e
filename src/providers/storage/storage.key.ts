/** The kinds of files that are stored, by the ending of their key. There is none that a browser would run. */
const TYPES: Record<string, string> = { webp: 'image/webp', jpg: 'image/jpeg', png: 'image/png' };

/** No dot but that of the ending, so a key cannot lead out of its folder, and nothing else there looks like one. */
const KEY = /^[A-Za-z0-9_-]+(\/[A-Za-z0-9_-]+)*\.(webp|jpg|png)$/;

/** In characters, so that a name fits into every file system. */
const MAX_KEY_LENGTH = 200;

export function isKey(text: string): boolean {
  return text.length <= MAX_KEY_LENGTH && KEY.test(text);
}

/** The media type of the file with this key. */
export function typeOfKey(key: string): string {
  return TYPES[key.slice(key.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}
