import sharp, { type Metadata, type Sharp } from 'sharp';
import { createFairSemaphore } from '../concurrency/fair-semaphore.ts';
import { type CaptureTime, captureTimeOf } from './exif.ts';
import { fingerprintOf } from './fingerprint.ts';
import { formatOf, type ImageFormat } from './image-format.ts';
import { imageErrors } from './images.errors.ts';

/** Where a picture comes from. It is read when its turn has come, so that pictures that wait take no memory. */
export type ImageSource = { read(): Promise<Uint8Array> };

/** What is wanted of a picture: `cover` fills exactly this size and cuts off the rest, `inside` shrinks it to fit. */
export type ImageForm = { width: number; height: number; fit: 'cover' | 'inside'; format: 'webp' | 'jpeg' | 'png' };

export type PreparedImage = {
  bytes: Uint8Array;
  width: number;
  height: number;
  /** When the camera says that it was taken; null where it does not say. */
  capturedAt: CaptureTime | null;
};

export type Images = {
  /**
   * Turns what somebody sent into a picture that can be shown to others: decoded, turned upright and encoded anew, so that
   * nothing is left of what else the file held (places, names, scripts). Of an animation it is the first frame. Throws
   * `image.unreadable`, `image.too-many-pixels`, `image.too-many-frames`, `image.too-slow`, `image.too-many-waiting` or `image.busy`.
   * `userId` is for whom: people take turns, one picture of each at a time.
   */
  prepare(userId: string, source: ImageSource, form: ImageForm): Promise<PreparedImage>;
  /** See `fingerprintOf`. Takes a turn of this person, as `prepare` does. */
  fingerprint(userId: string, prepared: Uint8Array): Promise<Uint8Array>;
};

export type ImageLimits = {
  /** Pictures in work in this process; others wait for their turn. */
  atOnce: number;
  waiting: number;
  /** Of one person. */
  waitingPerUser: number;
  pixels: number;
  frames: number;
  /** Whole seconds. */
  timeSeconds: number;
};

const LIMITS: ImageLimits = {
  atOnce: 2,
  waiting: 100,
  waitingPerUser: 10,
  pixels: 50_000_000,
  frames: 100,
  timeSeconds: 10,
};

/** `limits` are other ones than usual. */
export function createImages(limits: Partial<ImageLimits> = {}): Images {
  const { atOnce, waiting, waitingPerUser, pixels, frames, timeSeconds } = { ...LIMITS, ...limits };
  // No picture comes twice: keeping what was computed would only take memory.
  sharp.cache(false);
  const inTurn = createFairSemaphore({
    concurrency: atOnce,
    concurrencyPerKey: 1,
    maxQueue: waiting,
    maxQueuePerKey: waitingPerUser,
    queueFull: imageErrors.busy,
    queueOfKeyFull: () => imageErrors.tooManyWaiting({ retryAfterSeconds: 2 }),
  });

  async function prepareNow(source: ImageSource, form: ImageForm): Promise<PreparedImage> {
    const bytes = await source.read();
    const format = formatOf(bytes);
    if (format === null) throw imageErrors.unreadable();

    const metadata = await decoding(sharp(bytes, { limitInputPixels: false }).metadata());
    refuseBeyondLimits(metadata, format, { pixels, frames });
    const original = sharp(bytes, { failOn: 'truncated', limitInputPixels: pixels }).timeout({ seconds: timeSeconds });
    const sized = await upright(original, metadata.orientation, form);
    const { data, info } = await decoding(encoded(sized, form.format).toBuffer({ resolveWithObject: true }));
    const capturedAt = metadata.exif === undefined ? null : captureTimeOf(metadata.exif);
    return { bytes: data, width: info.width, height: info.height, capturedAt };
  }

  return {
    prepare: (userId, source, form) => inTurn(userId, () => prepareNow(source, form)),
    fingerprint: (userId, prepared) => inTurn(userId, () => fingerprintOf(prepared)),
  };
}

/**
 * The picture in the wanted size, the way up that the camera held it. To turn it while it is decoded would take it out of
 * reach of the time limit.
 */
async function upright(picture: Sharp, orientation = 1, { width, height, fit }: ImageForm): Promise<Sharp> {
  const options = { fit, withoutEnlargement: fit === 'inside' };
  if (orientation === 1) return picture.resize(width, height, options);
  const isOnItsSide = orientation >= 5;
  const sized = isOnItsSide ? picture.resize(height, width, options) : picture.resize(width, height, options);
  const turned = await decoding(sized.keepExif().png({ compressionLevel: 0 }).toBuffer());
  return sharp(turned, { autoOrient: true });
}

function refuseBeyondLimits(
  { format: decoder, width, height, pages = 1 }: Metadata,
  format: ImageFormat,
  limits: { pixels: number; frames: number },
): void {
  // The library chooses the decoder by itself: it must be the one for what we have recognised.
  if (decoder !== format) throw imageErrors.unreadable();
  if (width * height > limits.pixels) throw imageErrors.tooManyPixels();
  if (pages > limits.frames) throw imageErrors.tooManyFrames();
}

/** What is not told to keep metadata leaves them out, and colours become those of the web. */
function encoded(picture: Sharp, format: ImageForm['format']): Sharp {
  switch (format) {
    case 'webp':
      return picture.webp({ quality: 80 });
    case 'jpeg':
      return picture.flatten({ background: 'white' }).jpeg({ quality: 80 });
    case 'png':
      return picture.png();
  }
}

/** The library fails with plain errors, over the file: everything else about the call is ours, and right. */
async function decoding<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw error instanceof Error && error.message.includes('timeout')
      ? imageErrors.tooSlow()
      : imageErrors.unreadable();
  }
}
