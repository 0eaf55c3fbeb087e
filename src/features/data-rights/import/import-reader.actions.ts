import type { ImportedPhoto } from '#features/journal';
import { codeOf } from '#platform/errors.ts';
import type { LargeUploadedFile } from '#platform/http/upload/upload.ts';
import { type Session, SessionCancelledError } from '#platform/workers/session.ts';
import { createWorkers, ThreadTooSlowError, type Workers } from '#platform/workers/workers.ts';
import type { CollectionShape, ImportItem } from './format/format.actions.ts';
import { type FormatName, formatErrors } from './format/format.schema.ts';
import { MAX_PHOTO_BYTES } from './format/photo.actions.ts';
import { openReading, type TransferredItem } from './format/reading.actions.ts';

/** An open file of an import. */
export type Reading = {
  /** The items of the file, in its order. Their pictures can be read until the reading is closed. */
  items(format: FormatName, timeZone: string): AsyncIterable<ImportItem>;
  close(): Promise<void>;
};

/**
 * Reads files of diaries in threads of its own: hostile ones block no other work, and are refused after three minutes of processor time for
 * one batch of items.
 */
export type ImportReader = {
  recognize(file: LargeUploadedFile): Promise<FormatName>;
  /** `isCancelled` is called while the file is read. True ends the read with a `SessionCancelledError`. */
  open(file: LargeUploadedFile, isCancelled: () => boolean): Promise<Reading>;
  close(): Promise<void>;
};

export type ImportReaderLimits = {
  /** How long a thread computes to recognize a file. */
  recognitionBusyMs: number;
  /** How long it computes for one batch of items. A batch of a real diary takes less than a second. */
  batchBusyMs: number;
};

const LIMITS: ImportReaderLimits = { recognitionBusyMs: 10_000, batchBusyMs: 180_000 };

/** One import at a time, and files that are recognized meanwhile. */
const THREADS = { concurrency: 3, maxQueue: 16, queueTimeoutMs: 20_000, maxMegabytes: 512 };

const WORK = new URL('./format/reading.actions.ts', import.meta.url);

export function createImportReader(
  collections: readonly CollectionShape[],
  workers: Workers = createWorkers(THREADS),
  { recognitionBusyMs, batchBusyMs }: ImportReaderLimits = LIMITS,
  work: { open: typeof openReading; file: URL } = { open: openReading, file: WORK },
): ImportReader {
  async function openSession(
    { descriptor, byteLength }: LargeUploadedFile,
    maxBusyMs: number,
    isCancelled?: () => boolean,
  ) {
    return workers.open(
      work.open,
      work.file,
      { descriptor, byteLength },
      { maxBusyMs, ...(isCancelled && { isCancelled }) },
    );
  }

  return {
    recognize: async (file) => {
      const session = await openSession(file, recognitionBusyMs);
      try {
        return await session.call('recognize');
      } catch (error) {
        throw readingError(error);
      } finally {
        await session.close();
      }
    },
    open: async (file, isCancelled) => {
      const session = await openSession(file, batchBusyMs, isCancelled);
      return {
        items: (format, timeZone) =>
          itemsOf(session, format, { timeZone, collections: format === 'meadow' ? shapesOf(collections) : [] }),
        close: session.close,
      };
    },
    close: workers.close,
  };
}

/** The thread does without the features that declare them: loading all takes it longer than most imports. */
function shapesOf(collections: readonly CollectionShape[]): CollectionShape[] {
  return JSON.parse(JSON.stringify(collections.map(({ name, record }) => ({ name, record }))));
}

type ReadingSession = Session<ReturnType<typeof openReading>>;

async function* itemsOf(
  session: ReadingSession,
  format: FormatName,
  given: { timeZone: string; collections: readonly CollectionShape[] },
): AsyncGenerator<ImportItem> {
  try {
    await session.call('begin', format, given);
    for (;;) {
      const items = await session.call('next');
      if (items.length === 0) return;
      for (const item of items) yield withPictures(session, item);
    }
  } catch (error) {
    throw readingError(error);
  }
}

function withPictures(session: ReadingSession, item: TransferredItem): ImportItem {
  const pictureOf = (name: string): ImportedPhoto => ({
    name,
    read: () => session.call('readFile', name, MAX_PHOTO_BYTES),
  });
  if (item.kind === 'entry') return { ...item, photos: item.photos.map(pictureOf) };
  if (item.kind === 'record') return { ...item, file: item.file === null ? null : pictureOf(item.file) };
  return item;
}

/** A file that takes the thread too long, or too much memory, would do so again. */
function readingError(error: unknown): unknown {
  if (error instanceof SessionCancelledError) return error;
  const isTooMuch = error instanceof ThreadTooSlowError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY';
  return isTooMuch ? formatErrors.tooSlow() : error;
}
