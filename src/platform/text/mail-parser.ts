import { codeOf } from '../errors.ts';
import { createWorkers, ThreadTooSlowError, type Workers } from '../workers/workers.ts';
import { type CleanHtml, cleanHtmlOf, messageIn, type ReadMessage, textIn } from './mail-parser.worker.ts';
import type { MailSource } from './mime.ts';

/**
 * Parses emails without blocking the event loop: long ones in a worker thread, for at most 10 seconds.
 * Returns null after that time.
 *
 * @throws {server.queue-full}
 */
export type MailParser = {
  cleanHtml(html: string): Promise<CleanHtml | null>;
  textOfHtml(html: string): Promise<string | null>;
  /** Also null if the text is no message. */
  readMime(source: MailSource): Promise<ReadMessage | null>;
  close(): Promise<void>;
};

/** The length in characters up to which the worst input takes less time than the start of a thread. */
const SHORT_HTML = 16_000;
const SHORT_MESSAGE = 4_000;

/**
 * Threads of its own, one at a time: hostile emails delay no other work and leave a processor free. Queue and parsing time
 * together are shorter than a request's, so that nothing is sent after the request has failed.
 */
const THREADS = { concurrency: 1, maxQueue: 16, queueTimeoutMs: 10_000, maxMegabytes: 256, timeoutMs: 10_000 };

const WORK = new URL('./mail-parser.worker.ts', import.meta.url);

export function createMailParser(workers: Workers = createWorkers(THREADS)): MailParser {
  async function read<Input extends object, Output extends object>(
    work: (input: Input) => Promise<Output>,
    input: Input,
    isShort: boolean,
  ): Promise<Output | null> {
    if (isShort) return work(input);
    try {
      return await workers.run(work, WORK, input);
    } catch (error) {
      if (error instanceof ThreadTooSlowError || codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY') return null;
      throw error;
    }
  }

  return {
    cleanHtml: (html) => read(cleanHtmlOf, { html }, html.length <= SHORT_HTML),
    textOfHtml: async (html) => (await read(textIn, { html }, html.length <= SHORT_HTML))?.text ?? null,
    readMime: async (source) => (await read(messageIn, { source }, source.length <= SHORT_MESSAGE))?.message ?? null,
    close: workers.close,
  };
}
