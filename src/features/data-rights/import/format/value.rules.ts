/* Reads values of foreign files, whose types are not known. */

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** The text, a number as a text, or null. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The texts of a list. A single text is a list of one. */
export function textsOf(value: unknown): string[] {
  return [value].flat(1).flatMap((one) => textOf(one) ?? []);
}

const PICTURES = /\.(jpe?g|png|gif|webp|heic|heif|avif)$/i;
const VIDEOS = /\.(mp4|mov|m4v|avi|webm|mkv|3gp)$/i;
const AUDIOS = /\.(m4a|mp3|aac|wav|ogg|oga|opus|flac|amr|caf)$/i;

/** What a file is, by the ending of its name. */
export function kindOfFile(name: string): 'photo' | 'video' | 'audio' | 'document' {
  if (PICTURES.test(name)) return 'photo';
  if (VIDEOS.test(name)) return 'video';
  return AUDIOS.test(name) ? 'audio' : 'document';
}
