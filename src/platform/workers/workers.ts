import { setImmediate as nextTurn } from 'node:timers/promises';
import { Piscina } from 'piscina';
import { createSemaphore } from '../concurrency/semaphore.ts';
import type { ThreadData } from './thread.ts';
import { addPiece, piecesOf } from './transfer.ts';

/** Does long calculations beside the event loop, which serves everybody else meanwhile. */
export type Workers = {
  /**
   * Calls a pure function in a thread, and returns what it returns. `file` is the source file that exports it under
   * its own name. What goes in and comes out is copied, a little at a time: objects of lists, maps and short values.
   * Rejects with what the function throws, and where the thread ends without an answer or runs out of memory; with
   * `server.queue-full` where too many wait for their turn already, or it has waited too long for its own; and with a
   * `ThreadTooSlowError` where it takes too long.
   */
  run<Input extends object, Output extends object>(
    work: (input: Input) => Output | Promise<Output>,
    file: URL,
    input: Input,
  ): Promise<Output>;
  /** Ends the threads that are at work, whose callers hear of it, and starts no more. */
  close(): Promise<void>;
};

export type WorkerLimits = {
  /** Threads at work in this process; others wait for their turn. */
  atOnce: number;
  waiting: number;
  /** How long one may wait for its turn, in milliseconds; null where it does not matter. */
  patience: number | null;
  /** What one thread may hold: beyond that it alone ends, and not the process. */
  megabytes: number;
  /** What one thread may take, its start included; null where it may take as long as it likes. */
  milliseconds: number | null;
};

const LIMITS: WorkerLimits = { atOnce: 2, waiting: 16, patience: null, megabytes: 1024, milliseconds: null };

/** A thread was ended because it took too long. */
export class ThreadTooSlowError extends Error {
  constructor(name: string) {
    super(`A thread was ended before ${name} did: it took too long.`);
    this.name = 'ThreadTooSlowError';
  }
}

const IS_BUILT = import.meta.url.endsWith('.js');
const THREAD = new URL(IS_BUILT ? './thread.js' : './thread-from-source.js', import.meta.url);

/** An idle thread keeps its modules this long: loading them takes longer than most work does. */
const IDLE_MS = 30_000;

/**
 * Creates a pool of threads. `limits` replace the default ones. A thread that runs out of time or memory ends, and the next task starts
 * another one; starting takes 40 ms and more, so do short work where it is asked for.
 */
export function createWorkers(limits: Partial<WorkerLimits> = {}): Workers {
  const { atOnce, waiting, patience, megabytes, milliseconds } = { ...LIMITS, ...limits };
  // The pool's own queue knows no timeout.
  const semaphore = createSemaphore({
    concurrency: atOnce,
    maxQueue: waiting,
    ...(patience !== null && { queueTimeoutMs: patience }),
  });
  const pool = new Piscina({
    filename: THREAD.href,
    minThreads: 0,
    maxThreads: atOnce,
    idleTimeout: IDLE_MS,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: megabytes },
  });
  let isClosed = false;

  async function answerOf(data: ThreadData): Promise<Uint8Array[]> {
    if (isClosed) throw new Error('No more threads are started.');
    const signal = milliseconds === null ? null : AbortSignal.timeout(milliseconds);
    try {
      return await pool.run(data, { transferList: data.input.map(({ buffer }) => buffer), signal });
    } catch (error) {
      throw signal?.aborted ? new ThreadTooSlowError(data.name) : error;
    }
  }

  return {
    run: (work, file, input) =>
      semaphore.run(async () => {
        // In pieces: one structured clone of 300,000 rows would hold the event loop for 1.5 s.
        const pieces: Uint8Array<ArrayBuffer>[] = [];
        for (const piece of piecesOf(input)) {
          pieces.push(piece);
          await nextTurn();
        }
        const href = IS_BUILT ? file.href.replace(/\.ts$/, '.js') : file.href;
        const answer: Record<string, unknown> = {};
        for (const piece of await answerOf({ file: href, name: work.name, input: pieces })) {
          addPiece(answer, piece);
          await nextTurn();
        }
        return answer as Awaited<ReturnType<typeof work>>;
      }),
    close: async () => {
      isClosed = true;
      await pool.destroy();
    },
  };
}
