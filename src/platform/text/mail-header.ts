import { decodeBytes, decodeUtf8 } from './charset.ts';

/** The fields of the header of a message, in their order: names in lower case, values unfolded and decoded (RFC 5322, RFC 2047). */
export type HeaderFields = readonly (readonly [name: string, value: string])[];

/** What follows in a header is ignored. */
const MAX_HEADER_BYTES = 64 * 1024;

/** Reads the header of a message, which an empty line ends. Lines without a name are ignored. */
export function headerFieldsIn(source: Uint8Array): HeaderFields {
  const lines = headerTextIn(source)
    .replaceAll(/\r?\n[ \t]+/g, ' ')
    .split(/\r?\n/);
  const fields = lines.flatMap((line): [string, string][] => {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trim().toLowerCase();
    return name === '' ? [] : [[name, line.slice(colon + 1).trim()]];
  });
  const charset = charsetIn(fields.find(([name]) => name === 'content-type')?.[1] ?? '');
  return fields.map(([name, value]) => [name, decodeWords(decodeRaw(Buffer.from(value, 'latin1'), charset))]);
}

/** Some senders begin with an empty line, which would be the end of the header. */
export function withoutLeadingLines(source: Uint8Array): Uint8Array {
  let start = 0;
  while (source[start] === 0x0a || source[start] === 0x0d) start += 1;
  return source.subarray(start);
}

/** The header, a character for each byte. */
function headerTextIn(source: Uint8Array): string {
  const text = Buffer.from(withoutLeadingLines(source).subarray(0, MAX_HEADER_BYTES)).toString('latin1');
  const end = /\r?\n\r?\n/.exec(text);
  return end === null ? text : text.slice(0, end.index);
}

function charsetIn(contentType: string): string {
  return /;\s*charset\s*=\s*"?([\w.:-]{1,64})/i.exec(contentType)?.[1] ?? '';
}

/** Decodes an unencoded header. No standard names its charset: UTF-8 if it is valid as such, else that of the body. */
function decodeRaw(bytes: Uint8Array, charset: string): string {
  return decodeUtf8(bytes) ?? decodeBytes(bytes, charset);
}

const ENCODED_WORD = /=\?([^?\s*]{1,64})(?:\*[^?\s]{0,32})?\?([QqBb])\?([^?]*)\?=/g;

/** Decodes encoded words (RFC 2047). Neighbours of one charset are decoded together, because senders split characters. */
function decodeWords(value: string): string {
  const pieces: string[] = [];
  let pending: { charset: string; bytes: Buffer[] } | null = null;
  let end = 0;
  const flush = () => {
    if (pending !== null) pieces.push(decodeBytes(Buffer.concat(pending.bytes), pending.charset));
    pending = null;
  };
  for (const { index, 0: word, 1: label = '', 2: encoding = '', 3: text = '' } of value.matchAll(ENCODED_WORD)) {
    const between = value.slice(end, index);
    const charset = label.toLowerCase();
    if (pending === null || between.trim() !== '' || pending.charset !== charset) {
      const isNeighbour = pending !== null && between.trim() === '';
      flush();
      if (!isNeighbour) pieces.push(between);
      pending = { charset, bytes: [] };
    }
    pending.bytes.push(bytesOfWord(encoding, text));
    end = index + word.length;
  }
  flush();
  return pieces.join('') + value.slice(end);
}

function bytesOfWord(encoding: string, text: string): Buffer {
  if (encoding.toLowerCase() === 'b') return Buffer.from(text, 'base64');
  // Text beyond ASCII is forbidden here, and some senders write it all the same.
  const unescaped = Buffer.from(text.replaceAll('_', ' ')).toString('latin1');
  return Buffer.from(
    unescaped.replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
