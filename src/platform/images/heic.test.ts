import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { HEIC, heicOfSize, TURNED_HEIC, WIDE_GAMUT_HEIC } from '#test/heic-pictures.ts';
import { byTier } from '#test/tier.ts';
import { seededRandom } from '../seeded-random.ts';
import { createWorkers } from '../workers/workers.ts';
import { createHeicDecoder } from './heic.ts';
import { formatOf } from './image-format.ts';
import { createImages, type ImageForm } from './images.ts';

const images = createImages();
afterAll(images.close);

const FORM: ImageForm = { width: 320, height: 320, fit: 'inside', format: 'webp' };
const prepare = (bytes: Uint8Array, form = FORM) => images.prepare('user', { read: async () => bytes }, form);
const problem = (code: string) => expect.objectContaining({ status: 400, code });

async function colourAt(bytes: Uint8Array, left: number, top: number): Promise<string> {
  const [red = 0, , blue = 0] = await sharp(bytes).extract({ left, top, width: 1, height: 1 }).raw().toBuffer();
  return red > blue ? 'red' : 'blue';
}

async function expectRed(bytes: Uint8Array, colour: readonly number[]): Promise<void> {
  const found = await sharp(bytes).extract({ left: 30, top: 30, width: 1, height: 1 }).raw().toBuffer();
  for (const [index, expected] of colour.entries()) {
    expect(Math.abs((found[index] ?? 0) - expected), `found ${[...found]}`).toBeLessThanOrEqual(12);
  }
}

/** `WIDE_GAMUT_HEIC` with these codes of H.273 in place of its profile. The rest of the box of properties stays as long. */
function withPrimaries(primaries: number, transfer: number): Buffer {
  const file = Buffer.from(WIDE_GAMUT_HEIC);
  const start = file.indexOf('colrprof') - 4;
  const end = start + file.readUInt32BE(start);
  const next = file.subarray(end, end + file.readUInt32BE(end));
  const colours = Buffer.alloc(19);
  colours.writeUInt32BE(colours.length, 0);
  colours.write('colrnclx', 4, 'latin1');
  for (const [index, code] of [primaries, transfer, 6].entries()) colours.writeUInt16BE(code, 12 + 2 * index);
  colours[18] = 0x80;
  const free = Buffer.alloc(end - start - colours.length);
  free.writeUInt32BE(free.length, 0);
  free.write('free', 4, 'latin1');
  file.set(Buffer.concat([colours, next, free]), start);
  return file;
}

describe('a HEIC file', () => {
  test('becomes a WebP without metadata, with the time of its EXIF', async () => {
    const { forms, color } = await images.prepareForms('user', { read: async () => HEIC }, [FORM]);
    const [{ bytes, ...facts }] = forms;
    const capturedAt = { local: '2026-05-31T18:04:05', offset: '+02:00' };
    expect(facts).toEqual({ width: 120, height: 80, capturedAt });
    expect(color).toBe('#c82808');
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect([await colourAt(bytes, 5, 40), await colourAt(bytes, 115, 40)]).toEqual(['red', 'blue']);
  });

  test('is turned upright', async () => {
    const { bytes, width, height } = await prepare(TURNED_HEIC);
    expect([width, height]).toEqual([80, 120]);
    expect([await colourAt(bytes, 40, 5), await colourAt(bytes, 40, 115)]).toEqual(['red', 'blue']);
  });

  test('is converted from its colour space to sRGB', async () => {
    const { bytes } = await prepare(WIDE_GAMUT_HEIC);
    await expectRed(bytes, [204, 34, 0]);
  });

  test('is converted from Display P3 also where it names its primaries in place of a profile', async () => {
    const { bytes } = await prepare(withPrimaries(12, 13));
    await expectRed(bytes, [204, 34, 0]);
    for (const [primaries, transfer] of [
      [1, 13],
      [12, 16],
    ] as const) {
      const { bytes: kept } = await prepare(withPrimaries(primaries, transfer));
      const [red = 0] = await sharp(kept).extract({ left: 30, top: 30, width: 1, height: 1 }).raw().toBuffer();
      expect(red).toBeLessThan(195);
    }
  });

  test('fills a square', async () => {
    const { bytes } = await prepare(HEIC, { ...FORM, width: 64, height: 64, fit: 'cover' });
    expect(await sharp(bytes).metadata()).toMatchObject({ width: 64, height: 64 });
  });

  test.each([
    ['heic', 'heic'],
    ['heix', 'heic'],
    ['mif1', 'heic'],
    ['avif', 'avif'],
    ['avis', 'avif'],
    ['msf1', 'heic'],
    ['mp42', null],
    ['hei', null],
  ])('is recognised by its brand: %s is %s', (brand, format) => {
    expect(formatOf(Buffer.from(`\0\0\0\x18ftyp${brand}`))).toBe(format);
  });
});

describe('a hostile HEIC file', () => {
  test.each([
    ['too many pixels', heicOfSize(10_000, 10_000), 'image.too-many-pixels'],
    ['a size of 2^32 pixels a side', heicOfSize(0xffff_ffff, 0xffff_ffff), /^image\./],
    ['no size', heicOfSize(0, 0), 'image.unreadable'],
    ['another size than its content', heicOfSize(4_000, 3_000), 'image.unreadable'],
    ['a header only', HEIC.subarray(0, 28), 'image.unreadable'],
    ['no content', HEIC.subarray(0, 420), 'image.unreadable'],
    ['text for content', Buffer.from('\0\0\0\x18ftypheic<script>alert(1)</script>'), 'image.unreadable'],
  ])('is rejected: %s', async (_what, file, code) => {
    await expect(prepare(file)).rejects.toEqual(
      expect.objectContaining({ status: 400, code: typeof code === 'string' ? code : expect.stringMatching(code) }),
    );
  });

  test('with damaged bytes is rejected or decoded, and the next file is decoded', async () => {
    const draw = seededRandom('damaged HEIC');
    for (let round = 0; round < byTier(40, 150); round += 1) {
      const file = Buffer.from(HEIC);
      for (let flip = 0; flip < 4; flip += 1)
        file[8 + Math.floor(draw() * (file.length - 8))] = Math.floor(draw() * 256);
      await prepare(file).catch((error) => expect(error, `round ${round}`).toMatchObject({ status: 400 }));
    }
    expect(await prepare(HEIC)).toMatchObject({ width: 120, height: 80 });
  });

  test('with a damaged profile is rejected or decoded', async () => {
    const start = WIDE_GAMUT_HEIC.indexOf('colrprof');
    for (const damage of [
      (file: Buffer) => file.fill(0, start + 8, start + 488),
      (file: Buffer) => file.fill(255, start + 8, start + 488),
      (file: Buffer) => file.writeUInt32BE(0xffff_ffff, start - 4),
      (file: Buffer) => file.writeUInt32BE(0, start - 4),
    ]) {
      const file = Buffer.from(WIDE_GAMUT_HEIC);
      damage(file);
      await prepare(file).catch((error) => expect(error).toMatchObject({ status: 400 }));
    }
  });

  test('that takes too long is rejected', async () => {
    const decoder = createHeicDecoder(50_000_000, createWorkers({ concurrency: 1, timeoutMs: 1 }));
    await expect(decoder.toPng(HEIC)).rejects.toEqual(problem('image.too-slow'));
    await decoder.close();
  });
});
