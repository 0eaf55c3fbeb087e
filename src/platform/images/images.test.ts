import sharp, { type Sharp } from 'sharp';
import { describe, expect, test } from 'vitest';
import { HEIC } from '#test/heic-pictures.ts';
import { drawnPicture, gifOf, gifThatIsAScript, hugePng, noisyPicture, plainPicture } from '#test/pictures.ts';
import { distanceBetween, fingerprintOf } from './fingerprint.ts';
import { createImages, type ImageForm, type ImageSource } from './images.ts';

const images = createImages();
const SQUARE: ImageForm = { width: 64, height: 64, fit: 'cover', format: 'webp' };
const SIZE = { width: 300, height: 200 };

const sourceOf = (bytes: Uint8Array | string): ImageSource => ({ read: async () => Buffer.from(bytes) });
const prepare = (bytes: Uint8Array | string, form = SQUARE) => images.prepare('user', sourceOf(bytes), form);
const refusal = (code: string) => expect.objectContaining({ status: 400, code });
const UNREADABLE = refusal('image.unreadable');

/** The colour in the middle of a picture, as red, green, blue and alpha. */
async function colourAt(bytes: Uint8Array, left = 0.5, top = 0.5): Promise<number[]> {
  const { width, height } = await sharp(bytes).metadata();
  const spot = { left: Math.floor(width * left), top: Math.floor(height * top), width: 1, height: 1 };
  return [...(await sharp(bytes).ensureAlpha().extract(spot).raw().toBuffer())];
}

function expectColour(found: number[], [red, green, blue]: [number, number, number], tolerance = 12): void {
  const distances = [red, green, blue].map((expected, index) => Math.abs((found[index] ?? 0) - expected));
  expect(Math.max(...distances), `found ${found}`).toBeLessThanOrEqual(tolerance);
}

describe('a picture that is sent as', () => {
  const red = () => plainPicture(SIZE);
  const inTwoColours = async (format: 'gif' | 'webp') => {
    const frames = [red(), plainPicture(SIZE, '#0000ff')].map((frame) => frame.png().toBuffer());
    const animation = sharp(await Promise.all(frames), { join: { animated: true } });
    return animation.toFormat(format, { delay: [100, 100] }).toBuffer();
  };

  test.each<[string, () => Promise<Buffer>, tolerance?: number]>([
    ['JPEG', () => red().jpeg().toBuffer()],
    ['progressive JPEG', () => red().jpeg({ progressive: true }).toBuffer()],
    ['JPEG for print (CMYK)', () => red().toColourspace('cmyk').jpeg().toBuffer(), 40],
    ['PNG', () => red().png().toBuffer()],
    ['interlaced PNG', () => red().png({ progressive: true }).toBuffer()],
    ['PNG of 16 bits', () => red().toColourspace('rgb16').png().toBuffer()],
    ['PNG with a palette', () => red().png({ palette: true }).toBuffer()],
    ['GIF', () => red().gif().toBuffer()],
    ['AVIF', () => red().avif().toBuffer()],
    ['AVIF that names its container first', async () => renamed(await red().avif().toBuffer(), 'mif1')],
    ['animated GIF', () => inTwoColours('gif')],
    ['WebP', () => red().webp().toBuffer()],
    ['lossless WebP', () => red().webp({ lossless: true }).toBuffer()],
    ['animated WebP', () => inTwoColours('webp')],
    ['picture of one pixel', () => plainPicture({ width: 1, height: 1 }).png().toBuffer()],
  ])('%s is a still WebP of the wanted size', async (_name, make, tolerance) => {
    const { bytes, width, height, capturedAt } = await prepare(await make());
    expect(await sharp(bytes).metadata()).toMatchObject({ format: 'webp', width: 64, height: 64, space: 'srgb' });
    expect((await sharp(bytes).metadata()).pages).toBeUndefined();
    expect([width, height, capturedAt]).toEqual([64, 64, null]);
    expectColour(await colourAt(bytes), [204, 34, 0], tolerance);
  });

  test('grey stays grey', async () => {
    const { bytes } = await prepare(await plainPicture(SIZE, '#808080').greyscale().png().toBuffer());
    expectColour(await colourAt(bytes), [128, 128, 128]);
  });

  test('transparent palette keeps what can be seen through', async () => {
    const glass = sharp({ create: { ...SIZE, channels: 4, background: { r: 0, g: 0, b: 255, alpha: 0 } } });
    const { bytes } = await prepare(await glass.png({ palette: true }).toBuffer());
    expect((await colourAt(bytes))[3]).toBe(0);
  });

  test('an animation of a hundred frames is taken', async () => {
    expect((await prepare(gifOf(100))).width).toBe(64);
  });
});

describe('the form that is asked for', () => {
  const sent = async () => plainPicture(SIZE).png().toBuffer();

  test.each(['webp', 'jpeg', 'png'] as const)('can be %s', async (format) => {
    const { bytes } = await prepare(await sent(), { ...SQUARE, format });
    expect((await sharp(bytes).metadata()).format).toBe(format);
  });

  test('inside of a frame keeps the shape, and enlarges nothing', async () => {
    const within = (size: number) => ({ width: size, height: size, fit: 'inside' as const, format: 'webp' as const });
    expect(await prepare(await sent(), within(150))).toMatchObject({ width: 150, height: 100 });
    expect(await prepare(await sent(), within(1_000))).toMatchObject({ width: 300, height: 200 });
  });

  test('as JPEG puts white behind what is transparent', async () => {
    const glass = sharp({ create: { ...SIZE, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } });
    const { bytes } = await prepare(await glass.png().toBuffer(), { ...SQUARE, format: 'jpeg' });
    expectColour(await colourAt(bytes), [255, 255, 255]);
  });
});

test('several forms are made of one decoding, each as if it were asked for alone', async () => {
  const turned = await drawnPicture('forms').jpeg({ quality: 90 }).withMetadata({ orientation: 6 }).toBuffer();
  const within = (side: number): ImageForm => ({ width: side, height: side, fit: 'inside', format: 'webp' });
  const large = within(200);
  const { forms, color, fingerprint } = await images.prepareForms('user', sourceOf(turned), [
    large,
    within(100),
    SQUARE,
  ]);
  const alone = await Promise.all([large, within(100), SQUARE].map((form) => prepare(turned, form)));
  const sizes = alone.map(({ width, height }) => ({ width, height }));
  expect(forms.map(({ width, height }) => ({ width, height }))).toEqual(sizes);
  for (const [index, { bytes }] of forms.entries())
    expectColour(
      await colourAt(bytes),
      (await colourAt(alone[index]?.bytes ?? bytes)).slice(0, 3) as [number, number, number],
    );
  expect(color).toMatch(/^#[0-9a-f]{6}$/);
  expect(distanceBetween(fingerprint, await fingerprintOf(sharp(forms[0].bytes)))).toBeLessThanOrEqual(12);
});

/** An AVIF file with another major brand, and its own among the compatible ones. */
function renamed(avif: Buffer, brand: string): Buffer {
  const file = Buffer.from(avif);
  file.write(brand, 8, 'latin1');
  expect(file.toString('latin1', 16, file.readUInt32BE(0))).toContain('avif');
  return file;
}

test('an AVIF with too many pixels is refused before it is decoded', async () => {
  const avif = await plainPicture({ width: 64, height: 64 }).avif().toBuffer();
  const sides = avif.indexOf('ispe') + 8;
  avif.writeUInt32BE(10_000, sides);
  avif.writeUInt32BE(10_000, sides + 4);
  const { code } = await prepare(avif).catch((error) => error);
  expect(code).toMatch(/^image\.(too-many-pixels|unreadable)$/);
});

test.each([
  [300, 9_000, 1],
  [9_000, 300, 1],
  [300, 9_000, 6],
])('a picture of %d by %d, turned by %d, stays readable', async (width, height, orientation) => {
  const sent = await plainPicture({ width, height }).withMetadata({ orientation }).jpeg().toBuffer();
  const form: ImageForm = { width: 2_048, height: 2_048, fit: 'inside', format: 'webp' };
  const prepared = await prepare(sent, form);
  const upright = orientation === 1 ? [width, height] : [height, width];
  expect([prepared.width, prepared.height]).toEqual(upright);
});

describe('what is no picture', () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>';
  const html = '<!doctype html><script>alert(1)</script>';
  const whole = (make: (picture: Sharp) => Sharp) => make(noisyPicture(SIZE)).toBuffer();

  test.each<[string, () => Promise<Uint8Array | string>]>([
    ['an empty file', async () => ''],
    ['a byte', async () => 'G'],
    ['text', async () => 'hello'],
    ['SVG', async () => svg],
    ['SVG with a head', async () => `<?xml version="1.0"?>${svg}`],
    ['HTML', async () => html],
    ['HTML that begins like a PNG', async () => Buffer.from(`\x89PNG\r\n\x1a\n${html}`, 'latin1')],
    ['HTML that begins like a GIF', async () => `GIF89a${html}`],
    ['HTML that begins like a JPEG', async () => Buffer.from(`\xff\xd8\xff${html}`, 'latin1')],
    ['HTML that begins like a WebP', async () => `RIFF\0\0\0\0WEBP${html}`],
    ['SVG that begins like a GIF', async () => `GIF89a${svg}`],
    ['a wave file', async () => 'RIFF\x24\0\0\0WAVEfmt '],
    ['PDF', async () => '%PDF-1.7\n1 0 obj'],
    ['TIFF', () => whole((picture) => picture.tiff())],
    ['JPEG XL', async () => Buffer.from('\xff\x0a\x7f\x0e', 'latin1')],
    ['JPEG XL in a container', async () => Buffer.from('\0\0\0\x0cJXL \r\n\x87\n', 'latin1')],
    ['HTML that begins like an AVIF', async () => `\0\0\0\x18ftypavif${html}`],
    [
      'a HEIC that says AVIF',
      async () => Buffer.from(HEIC.toString('latin1').replace('ftypheic', 'ftypavif'), 'latin1'),
    ],
    ['a PNG behind a space', async () => Buffer.concat([Buffer.from(' '), await whole((picture) => picture.png())])],
  ])('is refused: %s', async (_name, make) => {
    await expect(prepare(await make())).rejects.toEqual(UNREADABLE);
  });

  test.each<[string, (picture: Sharp) => Sharp]>([
    ['JPEG', (picture) => picture.jpeg()],
    ['PNG', (picture) => picture.png()],
    ['WebP', (picture) => picture.webp()],
    ['GIF', (picture) => picture.gif()],
    ['AVIF', (picture) => picture.avif()],
  ])('is refused: a %s that is cut off', async (_name, encode) => {
    const bytes = await whole(encode);
    for (const part of [0.02, 0.5, 0.9]) {
      await expect(prepare(bytes.subarray(0, bytes.length * part)), `${part}`).rejects.toEqual(UNREADABLE);
    }
  });

  test('is refused: a PNG whose pixels are noise', async () => {
    const bytes = await whole((picture) => picture.png());
    bytes.fill(0x5a, 200, 2_000);
    await expect(prepare(bytes)).rejects.toEqual(UNREADABLE);
  });
});

describe('a picture that asks for too much', () => {
  test('of 256 megapixels in less than a megabyte is refused before it is decoded', async () => {
    const bomb = hugePng({ width: 16_000, height: 16_000 });
    const tooLarge = refusal('image.too-many-pixels');
    await expect(prepare(bomb)).rejects.toEqual(tooLarge);
    // One that cannot be decoded is refused for the same reason.
    await expect(prepare(bomb.subarray(0, bomb.length / 2))).rejects.toEqual(tooLarge);
  });

  test.each([
    [7_000, 7_143],
    [50_000_001, 1],
    [1, 50_000_001],
    [2 ** 31 - 1, 2 ** 31 - 1],
  ])('of %i by %i pixels is refused', async (width, height) => {
    const bytes = await plainPicture({ width: 1, height: 1 }).png().toBuffer();
    bytes.writeUInt32BE(width, 16);
    bytes.writeUInt32BE(height, 20);
    const { code } = await prepare(bytes).catch((error) => error);
    expect(code).toMatch(/^image\.(too-many-pixels|unreadable)$/);
  });

  test.each([101, 5_000])('of %i frames is refused', async (frames) => {
    await expect(prepare(gifOf(frames))).rejects.toEqual(refusal('image.too-many-frames'));
  });

  test.each([1, 6])('of time is given up, the way up it is: %i', async (orientation) => {
    const patient = createImages({ maxPixels: 2 ** 31, timeoutSeconds: 1 });
    const slow = sourceOf(hugePng({ width: 24_000, height: 24_000 }, orientation));
    await expect(patient.prepare('user', slow, { ...SQUARE, width: 512, height: 512 })).rejects.toEqual(
      refusal('image.too-slow'),
    );
  });
});

describe('what else a file holds', () => {
  const CANARY = 'canary-8c1f';

  test('is gone: places, names, profiles and comments', async () => {
    const exif = {
      IFD0: { Make: CANARY, Artist: CANARY, ImageDescription: CANARY },
      IFD2: { DateTimeOriginal: '2026:05:31 18:04:05', UserComment: CANARY },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 3230/100', GPSLongitude: '0/1 7/1 3907/100' },
    };
    const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><a>${CANARY}</a></x:xmpmeta>`;
    const sent = await plainPicture(SIZE).withExif(exif).withXmp(xmp).withIccProfile('p3').jpeg().toBuffer();
    expect(await sharp(sent).metadata()).toMatchObject({ exif: expect.anything(), xmp: expect.anything() });
    expect(sent.toString('latin1')).toContain(CANARY);

    for (const format of ['webp', 'jpeg', 'png'] as const) {
      const { bytes } = await prepare(sent, { ...SQUARE, format });
      const { exif: left, xmp: leftXmp, icc, iptc, comments } = await sharp(bytes).metadata();
      expect([left, leftXmp, icc, iptc, comments]).toEqual([undefined, undefined, undefined, undefined, undefined]);
      expect(Buffer.from(bytes).toString('latin1')).not.toContain(CANARY);
    }
  });

  test('is gone also where the picture had to be turned', async () => {
    const exif = { IFD0: { Make: CANARY, Orientation: '6' }, IFD3: { GPSLatitudeRef: 'N' } };
    const { bytes } = await prepare(await plainPicture(SIZE).withExif(exif).jpeg().toBuffer());
    expect((await sharp(bytes).metadata()).exif).toBeUndefined();
    expect(Buffer.from(bytes).toString('latin1')).not.toContain(CANARY);
  });

  test('is gone: a script in a file that is a picture as well', async () => {
    const sent = gifThatIsAScript();
    expect(sent.toString('latin1')).toMatch(/^GIF89a\/\*.*\*\/=1;alert/s);
    for (const bytes of [sent, gifOf(1, `<script>${CANARY}</script>`)]) {
      const prepared = Buffer.from((await prepare(bytes)).bytes).toString('latin1');
      expect(prepared).not.toMatch(/alert|script|canary/);
    }
  });

  test('is gone: what hangs behind the end of the picture', async () => {
    const sent = Buffer.concat([await plainPicture(SIZE).jpeg().toBuffer(), Buffer.from(`<script>${CANARY}</script>`)]);
    expect(Buffer.from((await prepare(sent)).bytes).toString('latin1')).not.toContain(CANARY);
  });
});

describe('a picture that the camera held', () => {
  /** The expected colours: red, green, blue and white, from the upper left to the lower right. */
  const upright = async () => {
    const half = { width: 150, height: 100 };
    const corner = async (colour: string, left: number, top: number) => ({
      input: await plainPicture(half, colour).png().toBuffer(),
      left,
      top,
    });
    const corners = [corner('#ff0000', 0, 0), corner('#00ff00', 150, 0), corner('#0000ff', 0, 100)];
    return plainPicture(SIZE, '#ffffff')
      .composite(await Promise.all(corners))
      .png()
      .toBuffer();
  };

  const asHeld: Record<number, (picture: Sharp) => Sharp> = {
    1: (picture) => picture,
    2: (picture) => picture.flop(),
    3: (picture) => picture.rotate(180),
    4: (picture) => picture.flip(),
    5: (picture) => picture.rotate(270).flop(),
    6: (picture) => picture.rotate(270),
    7: (picture) => picture.rotate(90).flop(),
    8: (picture) => picture.rotate(90),
  };

  test.each(Object.keys(asHeld).map(Number))('in way %i is turned upright', async (orientation) => {
    const held = await (asHeld[orientation] ?? ((picture) => picture))(sharp(await upright())).toBuffer();
    const sent = await sharp(held).withMetadata({ orientation }).jpeg({ quality: 95 }).toBuffer();
    const { bytes, width, height } = await prepare(sent, { width: 150, height: 150, fit: 'inside', format: 'png' });
    expect([width, height]).toEqual([150, 100]);
    expectColour(await colourAt(bytes, 0.25, 0.25), [255, 0, 0]);
    expectColour(await colourAt(bytes, 0.75, 0.25), [0, 255, 0]);
    expectColour(await colourAt(bytes, 0.25, 0.75), [0, 0, 255]);
    expectColour(await colourAt(bytes, 0.75, 0.75), [255, 255, 255]);
  });
});

describe('the time at which a picture was taken', () => {
  test.each(['jpeg', 'png', 'webp'] as const)('is given beside it, from a %s', async (format) => {
    const tags = { DateTimeOriginal: '2026:05:31 18:04:05', OffsetTimeOriginal: '+02:00' };
    const sent = await plainPicture(SIZE).withExif({ IFD2: tags }).toFormat(format).toBuffer();
    expect((await prepare(sent)).capturedAt).toEqual({ local: '2026-05-31T18:04:05', offset: '+02:00' });
  });

  test('is null where the file does not say', async () => {
    const sent = await plainPicture(SIZE)
      .withExif({ IFD0: { Make: 'A Camera' } })
      .jpeg()
      .toBuffer();
    expect((await prepare(sent)).capturedAt).toBeNull();
  });
});

describe('pictures that come together', () => {
  /** Sources that wait to be let go, and how many of them have been asked for their bytes. */
  function gate() {
    const waiting: (() => void)[] = [];
    const source: ImageSource = {
      read: async () => {
        await new Promise<void>((open) => waiting.push(open));
        return gifOf(1);
      },
    };
    const letGo = () => {
      for (const open of waiting.splice(0)) open();
    };
    return { source, asked: () => waiting.length, letGo };
  }

  test('are worked on two at a time, and read only then', async () => {
    const { source, asked, letGo } = gate();
    const all = Promise.all(['a', 'b', 'c', 'd', 'e'].map((userId) => images.prepare(userId, source, SQUARE)));
    for (const expected of [2, 2, 1]) {
      await expect.poll(asked, { interval: 5 }).toBe(expected);
      letGo();
    }
    expect(await all).toHaveLength(5);
  });

  test('of one person are worked on one at a time, and that of another beside them', async () => {
    const { source, asked, letGo } = gate();
    const ofOne = Promise.all(Array.from({ length: 5 }, () => images.prepare('attacker', source, SQUARE)));
    await expect.poll(asked, { interval: 5 }).toBe(1);
    expect((await images.prepare('other', sourceOf(gifOf(1)), SQUARE)).width).toBe(64);
    for (let place = 0; place < 5; place++) {
      await expect.poll(asked, { interval: 5 }).toBe(1);
      letGo();
    }
    expect(await ofOne).toHaveLength(5);
  });

  test('are refused to one person beyond what can wait of theirs, and still taken of others', async () => {
    const narrow = createImages({ maxQueuePerUser: 1 });
    const { source, asked, letGo } = gate();
    const taken = [1, 2].map(() => narrow.prepare('attacker', source, SQUARE));
    const refused = expect.objectContaining({ status: 429, code: 'image.too-many-waiting', retryAfterSeconds: 2 });
    await expect(narrow.prepare('attacker', source, SQUARE)).rejects.toEqual(refused);
    expect((await narrow.prepare('other', sourceOf(gifOf(1)), SQUARE)).width).toBe(64);
    for (const _ of taken) {
      await expect.poll(asked, { interval: 5 }).toBe(1);
      letGo();
    }
    await Promise.all(taken);
  });

  test('are refused beyond what can wait, and taken again afterwards', async () => {
    const narrow = createImages({ concurrency: 1, maxQueue: 1 });
    const { source, letGo, asked } = gate();
    const small = sourceOf(gifOf(1));
    const taken = [narrow.prepare('a', source, SQUARE), narrow.prepare('b', small, SQUARE)];
    const busy = expect.objectContaining({ status: 503, code: 'image.busy' });
    await expect(narrow.prepare('c', small, SQUARE)).rejects.toEqual(busy);
    await expect.poll(asked).toBe(1);
    letGo();
    await Promise.all(taken);
    expect((await narrow.prepare('c', small, SQUARE)).width).toBe(64);
  });

  test('do not suffer from one that is refused', async () => {
    const mixed = [gifOf(1), 'nonsense', gifOf(1), '', gifOf(5_000), gifOf(1)];
    const results = await Promise.allSettled(mixed.map((bytes) => prepare(bytes)));
    expect(results.map(({ status }) => status === 'fulfilled')).toEqual([true, false, true, false, false, true]);
  });
});
