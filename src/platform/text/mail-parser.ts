import { codeOf } from '../errors.ts';
import { createWorkers, ThreadTooSlowError, type Workers } from '../workers/workers.ts';
import { type CleanHtml, cleanHtmlOf, messageIn, type ReadMessage, textIn } from './mail-parser.worker.ts';

/**
 * Reads what people wrote into mails, without keeping others waiting, whatever it is: what is long is read beside the event loop,
 * for ten seconds at most. Each answers null for what takes longer, and throws `server.queue-full` where too much waits already, or
 * its turn has not come within ten seconds more.
 */
export type MailReader = {
  cleanHtml(html: string): Promise<CleanHtml | null>;
  textOfHtml(html: string): Promise<string | null>;
  /** Null for what is no message, too. */
  readMime(source: string): Promise<ReadMessage | null>;
  close(): Promise<void>;
};

/** In characters: of these, the worst takes less time than a thread does to start. */
const SHORT_HTML = 16_000;
const SHORT_MESSAGE = 4_000;

/**
 * Threads of its own, one at a time: mails that are made to take long hold up no other work, and leave a processor free. Waiting and
 * reading end before a request does, so that nothing is sent for somebody who has been told that it failed.
 */
const THREADS = { atOnce: 1, waiting: 16, patience: 10_000, megabytes: 256, milliseconds: 10_000 };

const WORK = new URL('./mail-parser.worker.ts', import.meta.url);

/** `workers` are other ones than usual. */
export function createMailReader(workers: Workers = createWorkers(THREADS)): MailReader {
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
