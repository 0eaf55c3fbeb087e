import { jsonText } from './hostile-values.ts';

const BOUNDARY = 'a-boundary-that-no-value-holds';

export const FORM_TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

/** Encodes a body as a form: bytes as a file, texts unchanged, and other values as JSON. */
export function formBytes(body: unknown): Buffer {
  const fields = Object.entries((body ?? {}) as Record<string, unknown>).filter(([, value]) => value !== undefined);
  const parts = fields.flatMap(([name, value]) => {
    const about = Buffer.isBuffer(value) ? `; filename="photo.jpg"\r\nContent-Type: image/jpeg` : '';
    const content = Buffer.isBuffer(value) || typeof value === 'string' ? value : jsonText(value);
    const head = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
