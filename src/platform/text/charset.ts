import { labelToName, TextDecoder } from '@exodus/bytes/encoding.js';
import iconv from 'iconv-lite';

/*
 * Decodes bytes of other programs. Not by the platform's TextDecoder: that of many versions of Node decodes 0x80 to 0x9F of windows-1252 as
 * control characters (nodejs/node#56542), has no iso-8859-16, and lacks characters of windows-874, koi8-u, big5, euc-kr and gbk. Two libraries: iconv-lite has no iso-2022-jp, and
 * the Encoding Standard has neither UTF-7 nor the code pages of DOS.
 */

/** Labels of mail programs that the Encoding Standard does not list, by `labelKeyOf`. */
const ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    cp932: 'shift_jis',
    cp936: 'gbk',
    cp949: 'euc-kr',
    cp950: 'big5',
    cp874: 'windows-874',
    cp51932: 'euc-jp',
    cp50220: 'iso-2022-jp',
    cp50221: 'iso-2022-jp',
    cp50222: 'iso-2022-jp',
    iso2022jp1: 'iso-2022-jp',
    iso2022jp2: 'iso-2022-jp',
    iso2022jpms: 'iso-2022-jp',
    uhc: 'euc-kr',
    mskanji: 'shift_jis',
    windows31j: 'shift_jis',
    cp65001: 'utf-8',
    unicode11utf7: 'utf-7',
  }),
);

/** Labels that say nothing: the bytes decide. */
const UNKNOWN = new Set([
  '',
  'unknown8bit',
  'unknown',
  'default',
  'defaultcharset',
  'usascii',
  'ascii',
  '7bit',
  '8bit',
  'binary',
]);

/** What iconv-lite takes for encodings, and mail programs do not. */
const NO_CHARSETS = new Set(['base64', 'hex']);

/** More characters than any label has. */
const MAX_LABEL_LENGTH = 64;

/** Letters and digits of a label, with one name for the code pages of Windows and IBM. */
function labelKeyOf(label: string): string {
  const key = label.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  return key.replace(/^(?:xms|x|cs)(?=.)/, '').replace(/^(?:windows|ms|ibm)(?=\d{3,5}$)/, 'cp');
}

/**
 * Decodes bytes by the name of their charset, as mail programs and browsers do: iso-8859-1 is read as windows-1252. Without a name, with an
 * unknown one and with us-ascii they are UTF-8 if they are valid as such, else windows-1252. Never throws; what stands for no character
 * becomes U+FFFD.
 */
export function decodeBytes(bytes: Uint8Array, label = ''): string {
  const name = label.trim().slice(0, MAX_LABEL_LENGTH);
  const key = labelKeyOf(name);
  if (UNKNOWN.has(key)) return decodeUnlabelled(bytes);
  // The standard has only UTF-16LE for this label, but mail that names no order has a mark, or the network's order.
  if (key === 'utf16' || key === 'ucs2' || key === 'iso10646ucs2') return decodeUtf16(bytes);
  const alias = ALIASES.get(key) ?? key;
  const encoding = encodingOf(name) ?? encodingOf(alias);
  if (encoding === 'UTF-8') return decodeLooseUtf8(bytes);
  if (encoding !== null) return new TextDecoder(encoding).decode(bytes);
  if (NO_CHARSETS.has(key) || !iconv.encodingExists(alias)) return decodeUnlabelled(bytes);
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), alias);
}

/** Decodes UTF-8. Null if the bytes are not. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** UTF-8, or windows-1252 where more of the characters beyond ASCII are no UTF-8 than are: some programs declare the wrong one. */
function decodeLooseUtf8(bytes: Uint8Array): string {
  const text = new TextDecoder('utf-8').decode(bytes);
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  if (wrong === 0) return text;
  const right = (text.match(/[^\0-\x7f]/gu)?.length ?? 0) - wrong;
  return wrong > right ? new TextDecoder('windows-1252').decode(bytes) : text;
}

function decodeUnlabelled(bytes: Uint8Array): string {
  return decodeUtf8(bytes) ?? new TextDecoder('windows-1252').decode(bytes);
}

function decodeUtf16(bytes: Uint8Array): string {
  return new TextDecoder(bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-16be').decode(bytes);
}

/** The encoding of the standard; null for those that it replaces by one character. */
function encodingOf(label: string): string | null {
  const name = labelToName(label);
  return name === null || name === 'replacement' || name === 'x-user-defined' ? null : name;
}
