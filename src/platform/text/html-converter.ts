import { codeOf } from '../errors.ts';
import { createWorkers, ThreadTooSlowError, type Workers } from '../workers/workers.ts';
import { markdownIn } from './html-converter.worker.ts';

/**
 * Converts HTML without blocking the event loop: long texts in a worker thread, for at most 10 seconds.
 *
 * @throws {server.queue-full}
 */
export type HtmlConverter = {
  /** The Markdown of HTML; null if the conversion fails or takes too long. */
  markdownOf(html: string): Promise<string | null>;
  close(): Promise<void>;
};

/** The length in characters up to which the worst input takes less time than the start of a thread. */
const SHORT_HTML = 4_000;

/** Threads of its own, so that hostile texts delay no other work. */
const THREADS = { concurrency: 1, maxQueue: 16, maxMegabytes: 256, timeoutMs: 10_000 };

const WORK = new URL('./html-converter.worker.ts', import.meta.url);

export function createHtmlConverter(workers: Workers = createWorkers(THREADS)): HtmlConverter {
  return {
    markdownOf: async (html) => {
      if (html.length <= SHORT_HTML) return (await markdownIn({ html })).markdown;
      try {
        return (await workers.run(markdownIn, WORK, { html })).markdown;
      } catch (error) {
        if (error instanceof ThreadTooSlowError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return null;
        throw error;
      }
    },
    close: workers.close,
  };
}
