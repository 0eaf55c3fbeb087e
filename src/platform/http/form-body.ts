import { Busboy, type BusboyInstance } from '@fastify/busboy';
import { uploadErrors } from './upload/upload.errors.ts';

/** A form whose fields are bytes, because their charset may stand in another field. */
export type Form = { fields: ReadonlyMap<string, Buffer>; files: readonly FormFile[] };

export type FormFile = { field: string; bytes: Buffer };

export const FORM_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data'] as const;

const LIMITS = { parts: 300, fields: 300, files: 100, fieldNameSize: 200, headerPairs: 50 };

/**
 * Reads a form from memory. Of fields with one name the first counts.
 *
 * @throws {upload.fields-invalid}
 * @throws {upload.malformed}
 */
export async function readForm(body: Buffer, contentType: string): Promise<Form> {
  const isMultipart = /^\s*multipart\//i.test(contentType);
  return isMultipart ? readMultipart(body, contentType) : { fields: readUrlEncoded(body), files: [] };
}

function readMultipart(body: Buffer, contentType: string): Promise<Form> {
  return new Promise((resolve, reject) => {
    const fields = new Map<string, Buffer>();
    const files: FormFile[] = [];
    let reader: BusboyInstance;
    try {
      // Each part is read as a file: only then are its bytes given.
      reader = new Busboy({ headers: { 'content-type': contentType }, limits: LIMITS, isPartAFile: () => true });
    } catch {
      return reject(uploadErrors.malformed());
    }
    reader.on('file', (field, stream, fileName) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('error', () => reject(uploadErrors.malformed()));
      stream.on('end', () => {
        const bytes = Buffer.concat(chunks);
        if (fileName !== undefined) files.push({ field, bytes });
        else if (!fields.has(field)) fields.set(field, bytes);
      });
    });
    reader.on('partsLimit', () => reject(uploadErrors.fieldsInvalid()));
    reader.on('filesLimit', () => reject(uploadErrors.fieldsInvalid()));
    reader.on('error', () => reject(uploadErrors.malformed()));
    reader.on('finish', () => resolve({ fields, files }));
    reader.end(body);
  });
}

/** @throws {upload.fields-invalid} */
function readUrlEncoded(body: Buffer): Map<string, Buffer> {
  const fields = new Map<string, Buffer>();
  for (let start = 0; start < body.length; ) {
    const found = body.indexOf('&', start);
    const end = found === -1 ? body.length : found;
    const pair = body.subarray(start, end);
    const equals = pair.indexOf('=');
    const name = decodePercents(equals === -1 ? pair : pair.subarray(0, equals)).toString();
    if (fields.size === LIMITS.fields) throw uploadErrors.fieldsInvalid();
    if (pair.length > 0 && !fields.has(name))
      fields.set(name, decodePercents(equals === -1 ? Buffer.alloc(0) : pair.subarray(equals + 1)));
    start = end + 1;
  }
  return fields;
}

const PLUS = 0x2b;
const PERCENT = 0x25;

function decodePercents(text: Buffer): Buffer {
  const bytes = Buffer.alloc(text.length);
  let length = 0;
  for (let index = 0; index < text.length; index += 1) {
    const byte = text[index] ?? 0;
    const [high, low] = byte === PERCENT ? [hexDigit(text[index + 1]), hexDigit(text[index + 2])] : [-1, -1];
    if (high >= 0 && low >= 0) {
      bytes[length] = high * 16 + low;
      index += 2;
    } else bytes[length] = byte === PLUS ? 0x20 : byte;
    length += 1;
  }
  return bytes.subarray(0, length);
}

function hexDigit(byte = 0): number {
  if (byte >= 0x30 && byte <= 0x39) return byte - 0x30;
  const lower = byte | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}
