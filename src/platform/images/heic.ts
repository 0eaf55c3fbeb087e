import { codeOf } from '../errors.ts';
import { createWorkers, ThreadTooSlowError, type Workers } from '../workers/workers.ts';
import { heicToPng } from './heic.worker.ts';
import { imageErrors } from './images.errors.ts';

/** Decodes HEIC files, which sharp cannot, in a worker thread. */
export type HeicDecoder = {
  /**
   * Returns the main picture as an upright PNG with its colour profile, reduced to 2048 pixels a side: no picture is stored larger.
   *
   * @throws {image.unreadable}
   * @throws {image.too-many-pixels}
   * @throws {image.too-slow}
   */
  toPng(file: Uint8Array): Promise<Uint8Array>;
  close(): Promise<void>;
};

export const MAX_HEIC_SIDE = 2_048;

/**
 * A thread of its own: hostile files delay no other work. 12 megapixels take 2 s of CPU. Both limits together are shorter than a request.
 */
const THREADS = { concurrency: 1, maxQueue: 16, queueTimeoutMs: 5_000, maxMegabytes: 512, timeoutMs: 20_000 };

const WORK = new URL('./heic.worker.ts', import.meta.url);

export function createHeicDecoder(maxPixels: number, workers: Workers = createWorkers(THREADS)): HeicDecoder {
  return {
    toPng: async (file) => {
      const { png, hasTooManyPixels } = await workers
        .run(heicToPng, WORK, { file, maxPixels, maxSide: MAX_HEIC_SIDE })
        .catch((error) => {
          if (error instanceof ThreadTooSlowError) throw imageErrors.tooSlow();
          if (codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') throw imageErrors.tooManyPixels();
          throw error;
        });
      if (hasTooManyPixels) throw imageErrors.tooManyPixels();
      if (png === null) throw imageErrors.unreadable();
      return png;
    },
    close: workers.close,
  };
}
