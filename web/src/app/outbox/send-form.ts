import { uploadForm } from '../upload-form.ts';
import type { OutboxItem } from './outbox.rules.ts';
import { type OutboxResponse, responseOf, responseOfError } from './response.ts';

/** A connection on which nothing moves for so long must not hold what waits. */
const STALLED_AFTER_MS = 90_000;

type Photo = { bytes: ArrayBuffer; type: string; name: string };
type FormItem = Pick<OutboxItem, 'key' | 'path' | 'body'>;
type Options = { signal: AbortSignal; onProgress: (part: number) => void };

/** Sends an item as a form with its photo, under its key. */
export async function sendForm(
  { key, path, body }: FormItem,
  field: string,
  photo: Photo,
  { signal, onProgress }: Options,
): Promise<OutboxResponse> {
  const form = new FormData();
  for (const [name, value] of Object.entries(body as object)) form.append(name, String(value));
  form.append(field, new Blob([photo.bytes], { type: photo.type }), photo.name);
  const stalled = new AbortController();
  const stall = () => stalled.abort();
  let timer = setTimeout(stall, STALLED_AFTER_MS);
  try {
    const response = await uploadForm<object>(path, form, {
      idempotencyKey: key,
      signal: AbortSignal.any([signal, stalled.signal]),
      onProgress: (part) => {
        clearTimeout(timer);
        timer = setTimeout(stall, STALLED_AFTER_MS);
        onProgress(part);
      },
    });
    return responseOf(201, null, response);
  } catch (error) {
    return responseOfError(error);
  } finally {
    clearTimeout(timer);
  }
}
