import type { Metadata, OutputInfo, Sharp } from 'sharp';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { type CaptureTime, captureTimeOf, exifIn } from './exif.ts';
import { fingerprintOf } from './fingerprint.ts';
import { createHeicDecoder } from './heic.ts';
import { formatOf, type ImageFormat } from './image-format.ts';
import { sharp } from './image-library.ts';
import { type Size, sizeOfLongPicture } from './image-size.rules.ts';
import { imageErrors } from './images.errors.ts';

/** The bytes of a picture, read only when it is processed, so that waiting pictures take no memory. */
export type ImageSource = { read(): Promise<Uint8Array> };

/** The output: `cover` fills exactly this size and crops the rest, `inside` shrinks the picture to fit. */
export type ImageForm = { width: number; height: number; fit: 'cover' | 'inside'; format: 'webp' | 'jpeg' | 'png' };

export type PreparedImage = {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** When the camera took it, if the file says so. */
  capturedAt: CaptureTime | null;
};

type ImageForms = readonly [ImageForm, ...ImageForm[]];

export type PreparedForms<Forms extends ImageForms> = {
  forms: { readonly [Index in keyof Forms]: PreparedImage };
  /** The most frequent colour as `#rrggbb`: what a client shows until the picture is loaded. */
  color: string;
  /** See `fingerprintOf`. */
  fingerprint: Uint8Array;
};

export type Images = {
  /**
   * Makes an uploaded picture safe to show: decodes it, turns it upright and encodes it again, without metadata.
   * Takes the first frame of an animation. `inside` keeps long pictures readable, as `sizeOfLongPicture` says. Processes one picture of each user at a time.
   *
   * @throws {image.unreadable}
   * @throws {image.too-many-pixels}
   * @throws {image.too-many-frames}
   * @throws {image.too-slow}
   * @throws {image.too-many-waiting}
   * @throws {image.busy}
   */
  prepare(userId: string, source: ImageSource, form: ImageForm): Promise<PreparedImage>;
  /** Does the same with several forms, largest first. Decodes the file once: each form is made of the pixels of the one before. */
  prepareForms<const Forms extends ImageForms>(
    userId: string,
    source: ImageSource,
    forms: Forms,
  ): Promise<PreparedForms<Forms>>;
  /** Ends the thread that decodes HEIC. */
  close(): Promise<void>;
};

export type ImageLimits = {
  /** Pictures processed concurrently in this process. */
  concurrency: number;
  maxQueue: number;
  maxQueuePerUser: number;
  maxPixels: number;
  maxFrames: number;
  /** Whole seconds. */
  timeoutSeconds: number;
};

/** Pixels of an image that users upload. */
export const MAX_IMAGE_PIXELS = 50_000_000;

const LIMITS: ImageLimits = {
  concurrency: 2,
  maxQueue: 100,
  maxQueuePerUser: 10,
  maxPixels: MAX_IMAGE_PIXELS,
  maxFrames: 100,
  timeoutSeconds: 10,
};

export function createImages(limits: Partial<ImageLimits> = {}): Images {
  const { concurrency, maxQueue, maxQueuePerUser, maxPixels, maxFrames, timeoutSeconds } = { ...LIMITS, ...limits };
  const semaphore = createFairSemaphore({
    concurrency,
    concurrencyPerKey: 1,
    maxQueue,
    maxQueuePerKey: maxQueuePerUser,
    queueFull: imageErrors.busy,
    queueOfKeyFull: () => imageErrors.tooManyWaiting({ retryAfterSeconds: 2 }),
  });
  const heic = createHeicDecoder(maxPixels);

  /** Decodes the picture in the first form. */
  async function decode(
    source: ImageSource,
    form: ImageForm,
  ): Promise<{ pixels: Pixels; capturedAt: CaptureTime | null }> {
    const file = await source.read();
    const detected = formatOf(file);
    if (detected === null) throw imageErrors.unreadable();
    const isHeic = detected === 'heic';
    const [bytes, format] = isHeic ? [await heic.toPng(file), 'png' as const] : [file, detected];

    const metadata = await decoding(sharp(bytes, { limitInputPixels: false }).metadata());
    checkLimits(metadata, format, { maxPixels, maxFrames });
    const original = sharp(bytes, { failOn: 'truncated', limitInputPixels: maxPixels }).timeout({
      seconds: timeoutSeconds,
    });
    const sized = await upright(original, metadata, form, timeoutSeconds);
    const pixels = await decoding(pixelsOf(sized), timeoutSeconds);
    const exif = isHeic ? exifIn(file) : metadata.exif;
    return { pixels, capturedAt: exif === undefined ? null : captureTimeOf(exif) };
  }

  async function prepareNow(source: ImageSource, form: ImageForm): Promise<PreparedImage> {
    const { pixels, capturedAt } = await decode(source, form);
    return { ...(await encode(pixels, form)), capturedAt };
  }

  async function prepareFormsNow(source: ImageSource, [largest, ...smaller]: ImageForms) {
    const { pixels, capturedAt } = await decode(source, largest);
    const fingerprint = await fingerprintOf(pictureOf(pixels));
    const prepared: [PreparedImage, ...PreparedImage[]] = [{ ...(await encode(pixels, largest)), capturedAt }];
    let last = pixels;
    for (const form of smaller) {
      last = await pixelsOf(resized(pictureOf(last), form, last.info));
      prepared.push({ ...(await encode(last, form)), capturedAt });
    }
    return { forms: prepared, color: await dominantColorOf(last), fingerprint };
  }

  return {
    prepare: (userId, source, form) => semaphore(userId, () => prepareNow(source, form)),
    prepareForms: <const Forms extends ImageForms>(userId: string, source: ImageSource, forms: Forms) =>
      semaphore(userId, () => prepareFormsNow(source, forms)) as Promise<PreparedForms<Forms>>,
    close: heic.close,
  };
}

/** A decoded picture. */
type Pixels = { data: Buffer; info: OutputInfo };

const pixelsOf = (picture: Sharp): Promise<Pixels> => picture.raw().toBuffer({ resolveWithObject: true });

function pictureOf({ data, info: { width, height, channels } }: Pixels): Sharp {
  return sharp(data, { raw: { width, height, channels }, limitInputPixels: false });
}

async function encode(pixels: Pixels, { format }: ImageForm): Promise<Omit<PreparedImage, 'capturedAt'>> {
  const { width, height } = pixels.info;
  return { bytes: await encoded(pictureOf(pixels), format).toBuffer(), width, height };
}

/** `size`: of the picture. A form that is turned keeps its sides, since all long pictures go into squares. */
function resized(picture: Sharp, form: Omit<ImageForm, 'format'>, size: Size): Sharp {
  const { width, height, fit } = form;
  const long = fit === 'inside' && width === height ? sizeOfLongPicture(size, width) : null;
  if (long !== null) return picture.resize(long.width, long.height, { fit: 'fill' });
  return picture.resize(width, height, { fit, withoutEnlargement: fit === 'inside' });
}

/** Resizes the picture, upright. Turning it while it is decoded would escape the timeout. */
async function upright(
  picture: Sharp,
  { orientation, ...size }: Metadata,
  form: ImageForm,
  timeoutSeconds: number,
): Promise<Sharp> {
  if (orientation === undefined || orientation === 1) return resized(picture, form, size);
  const isSideways = orientation >= 5;
  const sized = resized(picture, isSideways ? { ...form, width: form.height, height: form.width } : form, size);
  const turned = await decoding(sized.keepExif().tiff({ compression: 'none' }).toBuffer(), timeoutSeconds);
  return sharp(turned, { autoOrient: true });
}

function checkLimits(
  { format, width, height, pages = 1 }: Metadata,
  detected: ImageFormat,
  limits: Pick<ImageLimits, 'maxPixels' | 'maxFrames'>,
): void {
  // The library chooses the decoder: it must be the one of the detected format.
  // It has no decoder for HEVC.
  const decoder = format === 'heif' ? 'avif' : format;
  if (decoder !== detected) throw imageErrors.unreadable();
  if (width * height > limits.maxPixels) throw imageErrors.tooManyPixels();
  if (pages > limits.maxFrames) throw imageErrors.tooManyFrames();
}

/** Counting the colours of a few pixels is a hundred times cheaper than of all, and finds the same colour. */
async function dominantColorOf(pixels: Pixels): Promise<string> {
  const small = await pixelsOf(
    pictureOf(pixels).resize(32, 32, { fit: 'fill' }).flatten({ background: 'white' }).toColourspace('srgb'),
  );
  const { dominant } = await pictureOf(small).stats();
  return `#${[dominant.r, dominant.g, dominant.b].map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

/** Removes metadata and converts colours to sRGB. */
function encoded(picture: Sharp, format: ImageForm['format']): Sharp {
  switch (format) {
    case 'webp':
      // The default effort of 4 takes twice as long, and saves a fifteenth of the bytes.
      return picture.webp({ quality: 80, effort: 2 });
    case 'jpeg':
      return picture.flatten({ background: 'white' }).jpeg({ quality: 80 });
    case 'png':
      return picture.png();
  }
}

/** The library fails with plain errors, over the file: everything else about the call is ours, and right. */
async function decoding<Result>(work: Promise<Result>, timeoutSeconds = Number.POSITIVE_INFINITY): Promise<Result> {
  const startedAt = performance.now();
  try {
    return await work;
  } catch {
    // A decoder that is stopped by the timeout may fail with an error of its own.
    const isTooSlow = performance.now() - startedAt >= timeoutSeconds * 1_000;
    throw isTooSlow ? imageErrors.tooSlow() : imageErrors.unreadable();
  }
}
