import { crc32 } from 'node:zlib';
import type { Random } from '../random.ts';

const RANDOM_BYTES = 24;
const RANDOM_LENGTH = 33;
const CHECKSUM_LENGTH = 6;
const BODY = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/**
 * A secret that programs keep: a prefix, 192 random bits and a checksum, in letters and digits. Scanners find it by the prefix in what
 * was published by mistake. Another run of a request gets another secret, so that none can be derived from the database.
 */
export function createCheckedToken(prefix: string, random: Random): string {
  const secret = toBase62(BigInt(`0x${Buffer.from(random.bytes(RANDOM_BYTES)).toString('hex')}`), RANDOM_LENGTH);
  return `${prefix}${secret}${checksumOf(prefix + secret)}`;
}

/** Whether a text can be such a token. A wrong checksum needs no lookup. */
export function isCheckedToken(prefix: string, text: string): boolean {
  const body = text.slice(prefix.length);
  if (!text.startsWith(prefix) || !BODY.test(body)) return false;
  return checksumOf(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

const checksumOf = (text: string) => toBase62(BigInt(crc32(text)), CHECKSUM_LENGTH);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function toBase62(number: bigint, length: number): string {
  const base = BigInt(DIGITS.length);
  const digits = Array.from({ length }, (_, position) => DIGITS[Number((number / base ** BigInt(position)) % base)]);
  return digits.reverse().join('');
}
