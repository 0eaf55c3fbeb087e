import PostalMime from 'postal-mime';
import { formatOf } from '../images/image-format.ts';
import { decodeBytes, decodeUtf8 } from './charset.ts';
import { joinFlowedLines } from './flowed.ts';
import { type HeaderFields, headerFieldsIn, withoutLeadingLines } from './mail-header.ts';

/** A message as it was sent, or a text that was made of it. */
export type MailSource = Uint8Array | string;

/** A text of a message that is not attached. */
export type MailText = { isHtml: boolean; text: string };

/** An attached file that begins like a picture, whatever its name and type. */
export type MailPicture = {
  bytes: Uint8Array;
  name: string | null;
  /** What an HTML part names it by, if it lies beside one (multipart/related). */
  inlineId: string | null;
};

export type MimeMessage = {
  headers: HeaderFields;
  /** The texts. For alternatives this is the plain one, unless it is empty. */
  texts: MailText[];
  pictures: MailPicture[];
};

/** Beyond these limits, parsing takes longer than any real message needs. */
const MAX_HEADER_CHARACTERS = 64 * 1024;
const MAX_LINES_BETWEEN_PARTS = 200;
const MAX_NESTING = 20;
/** Messages within messages. */
const MAX_FORWARDED = 3;

/** The part of a message as the parser keeps it. Its own text is not used: it comes from the platform's decoder. */
type Part = {
  childNodes: Part[];
  content: ArrayBuffer | null;
  contentType: { parsed: { value: string; params: Record<string, string | undefined> }; multipart: string | false };
  contentTransferEncoding: { encoding: string };
  contentDisposition: { parsed: { value: string; params: Record<string, string | undefined> } };
  contentId?: string;
};

/** The error if a text that was taken for bytes has a part that is no UTF-8 but declares it: it was decoded before it came here. */
class DecodedBeforeError extends Error {}

/**
 * Parses a message (RFC 5322, MIME), with the texts of messages that it forwards and the pictures of its attachments. Null if it is unreadable.
 *
 * Bytes are read as the message declares. A text is read as bytes, a byte for each character, if it can be; otherwise it has been decoded
 * before, and the charsets of unencoded parts are ignored.
 */
export async function readMime(source: MailSource): Promise<MimeMessage | null> {
  if (typeof source !== 'string') return readSource(source, 'bytes');
  const text = new TextEncoder().encode(source);
  // Latin-1, because a higher character is no byte.
  if (/[^\0-\xff]/.test(source)) return readSource(text, 'decoded');
  try {
    return await readSource(Buffer.from(source, 'latin1'), 'either');
  } catch (error) {
    if (error instanceof DecodedBeforeError) return readSource(text, 'decoded');
    throw error;
  }
}

/** The content of unencoded parts: bytes, characters of a text, or bytes unless a part proves that they are characters. */
type Content = 'bytes' | 'decoded' | 'either';

async function readSource(source: Uint8Array, content: Content, depth = 0): Promise<MimeMessage | null> {
  const message = withoutLeadingLines(source);
  if (countLinesBetweenParts(message) > MAX_LINES_BETWEEN_PARTS) return null;
  let root: Part;
  try {
    const parser = new PostalMime({
      maxHeadersSize: MAX_HEADER_CHARACTERS,
      maxNestingDepth: MAX_NESTING,
      // A message inside a message is an attachment, which `collect` reads.
      forceRfc822Attachments: true,
    });
    await parser.parse(message);
    root = (parser as unknown as { root: Part }).root;
  } catch {
    // The library throws errors of any kind for what is no message.
    return null;
  }
  const found = { texts: [], pictures: [] };
  await collect(root, { content, depth, isRelated: false }, found);
  return { headers: headerFieldsIn(message), ...found };
}

type Found = Pick<MimeMessage, 'texts' | 'pictures'>;
type Place = { content: Content; depth: number; isRelated: boolean };

async function collect(part: Part, place: Place, found: Found): Promise<void> {
  const { multipart } = part.contentType;
  if (multipart === 'alternative') return collectAlternatives(part, place, found);
  const inside = { ...place, isRelated: place.isRelated || multipart === 'related' };
  if (part.childNodes.length > 0) {
    for (const child of part.childNodes) await collect(child, inside, found);
    return;
  }
  if (part.content === null) return;
  const bytes = new Uint8Array(part.content);
  const type = part.contentType.parsed.value;
  if (type === 'message/rfc822') return collectForwarded(bytes, place, found);
  if (isText(part)) {
    found.texts.push({ isHtml: type === 'text/html', text: textOf(part, bytes, place.content) });
    return;
  }
  if (formatOf(bytes) === null) return;
  const { params } = part.contentDisposition.parsed;
  const inlineId = place.isRelated && part.contentId !== undefined ? part.contentId.replaceAll(/[<>\s]/g, '') : null;
  found.pictures.push({ bytes, name: params.filename ?? part.contentType.parsed.params.name ?? null, inlineId });
}

async function collectAlternatives(part: Part, place: Place, found: Found): Promise<void> {
  const alternatives: MailText[][] = [];
  for (const child of part.childNodes) {
    const inside: Found = { texts: [], pictures: found.pictures };
    await collect(child, place, inside);
    if (inside.texts.some(({ text }) => text.trim() !== '')) alternatives.push(inside.texts);
  }
  const plain = alternatives.find((texts) => texts.every(({ isHtml }) => !isHtml));
  found.texts.push(...(plain ?? alternatives.at(-1) ?? []));
}

/** What a user attaches as a message is content as well. */
async function collectForwarded(bytes: Uint8Array, { content, depth }: Place, found: Found): Promise<void> {
  if (depth >= MAX_FORWARDED) return;
  const forwarded = await readSource(bytes, content, depth + 1);
  if (forwarded === null) return;
  const fields = ['from', 'date', 'subject'].flatMap((wanted) => {
    const value = forwarded.headers.find(([name]) => name === wanted)?.[1];
    return value ? [`${wanted[0]?.toUpperCase()}${wanted.slice(1)}: ${value}`] : [];
  });
  found.texts.push({ isHtml: false, text: `${FORWARDED}\n${fields.join('\n')}\n` }, ...forwarded.texts);
  found.pictures.push(...forwarded.pictures);
}

/** As mail programs write it above a message that they forward in the text. */
const FORWARDED = '---------- Forwarded message ----------';

const TEXT_TYPES = new Set(['', 'text', 'text/plain', 'text/html', 'text/markdown', 'text/x-markdown']);

function isText(part: Part): boolean {
  if (part.contentDisposition.parsed.value === 'attachment') return false;
  // A multipart without parts is one that declares no boundary.
  return TEXT_TYPES.has(part.contentType.parsed.value) || part.contentType.multipart !== false;
}

function textOf(part: Part, bytes: Uint8Array, content: Content): string {
  const { value: type, params } = part.contentType.parsed;
  const text = decodePart(part, bytes, content, params.charset ?? (type === 'text/html' ? metaCharsetIn(bytes) : ''));
  const isFlowed = type !== 'text/html' && params.format?.toLowerCase() === 'flowed';
  return isFlowed ? joinFlowedLines(text, params.delsp?.toLowerCase() === 'yes') : text;
}

function decodePart(part: Part, bytes: Uint8Array, content: Content, charset: string): string {
  const isEncoded = /base64|quoted-printable/.test(part.contentTransferEncoding.encoding);
  if (isEncoded || content === 'bytes') return decodeBytes(bytes, charset);
  if (content === 'decoded') return decodeBytes(bytes, 'utf-8');
  if (/^utf-?8$/i.test(charset.trim()) && decodeUtf8(bytes) === null) throw new DecodedBeforeError();
  return decodeBytes(bytes, charset);
}

/** The charset that HTML names itself, for parts that declare none. */
function metaCharsetIn(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1');
  return /\bcharset\s{0,9}=\s{0,9}["']?([\w.:-]{1,64})/i.exec(start)?.[1] ?? '';
}

function countLinesBetweenParts(source: Uint8Array): number {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let count = bytes.subarray(0, 2).toString('latin1') === '--' ? 1 : 0;
  for (let at = bytes.indexOf('\n--'); at !== -1; at = bytes.indexOf('\n--', at + 1)) count += 1;
  return count;
}
