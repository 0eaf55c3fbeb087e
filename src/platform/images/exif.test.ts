import { describe, expect, test, vi } from 'vitest';
import { captureTimeOf } from './exif.ts';

const ORIGINAL = 0x9003;
const OFFSET = 0x9011;

type Options = { isLittleEndian?: boolean; prefix?: string };

/** An EXIF block whose second directory holds these texts. */
function exifWith(texts: Record<number, string>, { isLittleEndian = false, prefix = '' }: Options = {}): Uint8Array {
  const tags = Object.entries(texts);
  const bytes = Buffer.alloc(26 + 6 + tags.length * 12 + tags.length * 64);
  const number = (at: number, value: number) =>
    isLittleEndian ? bytes.writeUInt32LE(value, at) : bytes.writeUInt32BE(value, at);
  const short = (at: number, value: number) =>
    isLittleEndian ? bytes.writeUInt16LE(value, at) : bytes.writeUInt16BE(value, at);
  bytes.write(isLittleEndian ? 'II' : 'MM', 0, 'latin1');
  short(2, 42);
  number(4, 8);
  short(8, 1);
  short(10, 0x8769);
  number(14, 1);
  number(18, 26);
  short(26, tags.length);
  tags.forEach(([tag, text], index) => {
    const entry = 28 + index * 12;
    const place = 32 + tags.length * 12 + index * 64;
    short(entry, Number(tag));
    short(entry + 2, 2);
    number(entry + 4, text.length + 1);
    number(entry + 8, place);
    bytes.write(text, place, 'latin1');
  });
  return Buffer.concat([Buffer.from(prefix, 'latin1'), bytes]);
}

describe('the time that an EXIF block says', () => {
  const texts = { [ORIGINAL]: '2026:05:31 18:04:05', [OFFSET]: '-03:30' };
  const found = { local: '2026-05-31T18:04:05', offset: '-03:30' };

  test.each<[string, Options]>([
    ['as PNG keeps it', {}],
    ['in the other order of bytes', { isLittleEndian: true }],
    ['as JPEG keeps it', { prefix: 'Exif\0\0' }],
    ['as JPEG keeps it, in the other order', { isLittleEndian: true, prefix: 'Exif\0\0' }],
  ])('is read %s', (_name, options) => {
    expect(captureTimeOf(exifWith(texts, options))).toEqual(found);
  });

  test.each([
    ['29 February of a leap year', '2024:02:29 00:00:00', '2024-02-29T00:00:00'],
    ['the last second of a year', '2025:12:31 23:59:59', '2025-12-31T23:59:59'],
  ])('can be %s', (_name, text, local) => {
    expect(captureTimeOf(exifWith({ [ORIGINAL]: text }))).toEqual({ local, offset: null });
  });

  test.each([
    '0000:00:00 00:00:00',
    '2026:02:30 10:00:00',
    '2026:13:01 10:00:00',
    '2026:05:31 24:00:00',
    '2026:05:31 10:60:00',
    '2026-05-31 10:00:00',
    '    :  :     :  :  ',
    '2026:05:31',
    'x'.repeat(50),
    '',
  ])('is none where it says %j', (text) => {
    expect(captureTimeOf(exifWith({ [ORIGINAL]: text }))).toBeNull();
  });

  test.each(['Z', '+2:00', '+15:00', '+02:60', 'now', ''])('has no offset where that is %j', (offset) => {
    expect(captureTimeOf(exifWith({ ...texts, [OFFSET]: offset }))).toEqual({ ...found, offset: null });
  });

  test('is none where the block has only an offset, or nothing', () => {
    expect(captureTimeOf(exifWith({ [OFFSET]: '+02:00' }))).toBeNull();
    expect(captureTimeOf(exifWith({}))).toBeNull();
  });

  test('is none, after a few bytes, where an entry claims to be long', () => {
    const bomb = Buffer.concat([exifWith(texts), Buffer.alloc(9_000_000, 'x')]);
    for (const count of [9_000_000, 0xffff_ffff]) {
      bomb.writeUInt32BE(count, 28 + 4);
      const read = vi.spyOn(DataView.prototype, 'getUint8');
      expect(captureTimeOf(bomb)).toBeNull();
      expect(read.mock.calls.length).toBeLessThanOrEqual(64);
      read.mockRestore();
    }
  });

  test('is none, without an error, wherever a block is cut off or a byte is wrong', () => {
    const block = exifWith(texts);
    for (let length = 0; length < block.length; length += 1) {
      const cut = captureTimeOf(block.subarray(0, length));
      expect(cut === null || cut.local === found.local).toBe(true);
    }
    for (let index = 0; index < block.length; index += 1) {
      for (const value of [0x00, 0x7f, 0xff]) {
        const broken = Buffer.from(block);
        broken[index] = value;
        expect(() => captureTimeOf(broken)).not.toThrow();
      }
    }
  });
});
