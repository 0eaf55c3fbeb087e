import { constants, crc32, deflateRawSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { seededRandom } from '#platform/seeded-random.ts';

type Size = { width: number; height: number };

/** A picture of one colour, to be encoded as the test likes. */
export function plainPicture({ width, height }: Size, colour = '#cc2200'): Sharp {
  return sharp({ create: { width, height, channels: 3, background: colour } });
}

/** A picture with large shapes in it, as photos have: another one for each seed. */
export function drawnPicture(seed: string): Sharp {
  const draw = seededRandom(`picture ${seed}`);
  const whole = (most: number) => Math.floor(draw() * most);
  const circles = Array.from({ length: 12 }, () => {
    const colour = `rgb(${whole(256)},${whole(256)},${whole(256)})`;
    return `<circle cx="${whole(320)}" cy="${whole(240)}" r="${20 + whole(50)}" fill="${colour}"/>`;
  });
  const ground = '<rect width="320" height="240" fill="#fff"/>';
  return sharp(Buffer.from(`<svg width="320" height="240">${ground}${circles.join('')}</svg>`)).flatten();
}

/** A picture of noise, which no format makes small. */
export function noisyPicture({ width, height }: Size): Sharp {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 60 };
  return sharp({ create: { width, height, channels: 3, background: '#888', noise } });
}

/** A black PNG in few bytes, however large it is: 48 bits for each pixel, a thousandth of that in the file. */
export function hugePng({ width, height }: Size, orientation = 1): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([16, 2], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    pngChunk('IHDR', header),
    pngChunk('eXIf', exifOfOrientation(orientation)),
    pngChunk('IDAT', deflatedZeros((1 + width * 6) * height)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** So many zeros as zlib packs them, made out of one packed megabyte. */
function deflatedZeros(length: number): Buffer {
  const megabyte = Buffer.alloc(1024 * 1024);
  const packed = deflateRawSync(megabyte, { finishFlush: constants.Z_FULL_FLUSH });
  const rest = deflateRawSync(megabyte.subarray(0, length % megabyte.length));
  const checksum = Buffer.alloc(4);
  checksum.writeUInt16BE(length % 65_521, 0);
  checksum.writeUInt16BE(1, 2);
  const whole = Array<Buffer>(Math.floor(length / megabyte.length)).fill(packed);
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...whole, rest, checksum]);
}

function pngChunk(name: string, data: Buffer): Buffer {
  const content = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(crc32(content), 4);
  return Buffer.concat([ends.subarray(0, 4), content, ends.subarray(4)]);
}

function exifOfOrientation(orientation: number): Buffer {
  const beginning = Buffer.from('MM\0*\0\0\0\x08\0\x01', 'latin1');
  const entry = Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]);
  return Buffer.concat([beginning, entry, Buffer.alloc(4)]);
}

/** A GIF of 10 by 10 pixels with so many frames; `comment` is text inside of it. */
export function gifOf(frames: number, comment = ''): Buffer {
  const header = Buffer.from('GIF89a\x0a\0\x0a\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const text = Buffer.from(comment, 'latin1');
  const note = comment === '' ? [] : [Buffer.from([0x21, 0xfe, text.length]), text, Buffer.from([0])];
  const control = Buffer.from([0x21, 0xf9, 4, 0, 1, 0, 0, 0]);
  const descriptor = Buffer.from([0x2c, 0, 0, 0, 0, 10, 0, 10, 0, 0]);
  const pixels = Buffer.from('02168c2d99872a1cdc33a00275ec95faa8de608c04914c0100', 'hex');
  const frame = Buffer.concat([control, descriptor, pixels]);
  return Buffer.concat([header, ...note, ...Array<Buffer>(frames).fill(frame), Buffer.from([0x3b])]);
}

/** A file that is a GIF to one reader, and a script to another. */
export function gifThatIsAScript(): Buffer {
  const gif = Buffer.from(gifOf(1));
  // Where the width is, the script opens a comment, which ends behind the picture.
  gif.set(Buffer.from('/*', 'latin1'), 6);
  return Buffer.concat([gif, Buffer.from('*/=1;alert(document.domain)//', 'latin1')]);
}
