import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { MessageChannel } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { createSemaphore } from '../concurrency/semaphore.ts';
import { readProcessorMs } from './processor-time.ts';
import { connect, type Session, type SessionCalls, type SessionLimits } from './session.ts';
import type { ThreadData } from './thread.ts';
import { addPiece, piecesOf } from './transfer.ts';

/** Runs long computations in worker threads, outside of the event loop. */
export type Workers = {
  /**
   * Runs a pure function in a thread and returns its result. `file` is the source file that exports it under its own name.
   * Input and output are copied in small pieces: objects of lists, maps and short values. Rejects with the error of the function, if
   * the thread ends or runs out of memory, and with a `ThreadTooSlowError` after `timeoutMs`.
   *
   * @throws {server.queue-full}
   */
  run<Input extends object, Output extends object>(
    work: (input: Input) => Output | Promise<Output>,
    file: URL,
    input: Input,
  ): Promise<Output>;
  /**
   * Opens a session: calls `work` in a thread, which returns functions, and keeps the thread until the session is closed. What the
   * functions take and return is copied as a whole, so it must be small. Rejects as `run` does; an `AppError` stays one.
   * For `limits` see `SessionLimits`. `timeoutMs` of the workers does not apply.
   *
   * @throws {server.queue-full}
   */
  open<Input extends object, Calls extends SessionCalls>(
    work: (input: Input) => Calls | Promise<Calls>,
    file: URL,
    input: Input,
    limits: SessionLimits,
  ): Promise<Session<Calls>>;
  /** Tasks that run, and that wait for a thread. */
  load(): { running: number; waiting: number };
  /** Ends running threads, whose callers get an error, and starts no more. */
  close(): Promise<void>;
};

export type WorkerLimits = {
  /** Threads that run in this process. */
  concurrency: number;
  maxQueue: number;
  /** The maximum time in the queue; null for no limit. */
  queueTimeoutMs: number | null;
  /** The memory of one thread. A thread that exceeds it ends; the process does not. */
  maxMegabytes: number;
  /** The maximum duration of one run, with the start of the thread; null for no limit. */
  timeoutMs: number | null;
};

const LIMITS: WorkerLimits = {
  concurrency: 2,
  maxQueue: 16,
  queueTimeoutMs: null,
  maxMegabytes: 1024,
  timeoutMs: null,
};

/** A thread was ended because it took too long. */
export class ThreadTooSlowError extends Error {
  constructor(name: string) {
    super(`The thread that ran ${name} was ended: it took too long.`);
    this.name = 'ThreadTooSlowError';
  }
}

const IS_BUILT = import.meta.url.endsWith('.js');
const THREAD = new URL(IS_BUILT ? './thread.js' : './thread-from-source.js', import.meta.url);

const hrefOf = (file: URL) => (IS_BUILT ? file.href.replace(/\.ts$/, '.js') : file.href);

/** How long an idle thread keeps its loaded modules: loading takes longer than most work. */
const IDLE_MS = 30_000;

/**
 * Creates a pool of threads. `limits` override the defaults.
 * A thread that runs out of time or memory ends; the next task starts another. A start takes 40 ms or more, so run short work in
 * place.
 */
export function createWorkers(limits: Partial<WorkerLimits> = {}): Workers {
  const { concurrency, maxQueue, queueTimeoutMs, maxMegabytes, timeoutMs } = { ...LIMITS, ...limits };
  // The pool's own queue knows no timeout.
  const semaphore = createSemaphore({
    concurrency,
    maxQueue,
    ...(queueTimeoutMs !== null && { queueTimeoutMs }),
  });
  const pending = new Set<(error: Error) => void>();
  let pool = createPool();

  function createPool(): Piscina {
    const created = new Piscina({
      filename: THREAD.href,
      minThreads: 0,
      maxThreads: concurrency,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: maxMegabytes },
    });
    // A thread that ends before it is ready has no task yet: the pool would keep the tasks waiting and start no other thread.
    created.on('error', (error) => {
      pool = createPool();
      for (const reject of pending) reject(error);
      void created.destroy();
    });
    return created;
  }

  let isClosed = false;
  /** With those that wait. */
  let tasks = 0;

  async function runInPool(data: ThreadData, given?: AbortSignal): Promise<Uint8Array[]> {
    if (isClosed) throw new Error('The workers are closed.');
    const signal = given ?? (timeoutMs === null ? null : AbortSignal.timeout(timeoutMs));
    const ports = data.port === undefined ? [] : [data.port];
    let fail: (error: Error) => void = () => undefined;
    try {
      return await new Promise<Uint8Array[]>((resolve, reject) => {
        fail = reject;
        pending.add(fail);
        const transferList = [...data.input.map(({ buffer }) => buffer), ...ports];
        pool.run(data, { transferList, signal }).then(resolve, reject);
      });
    } catch (error) {
      throw signal?.aborted ? new ThreadTooSlowError(data.name) : error;
    } finally {
      pending.delete(fail);
    }
  }

  return {
    run: async (work, file, input) => {
      tasks += 1;
      const task = semaphore.run(async () => {
        // The rows arrive in pieces, because one structured clone of 300,000 rows blocks the event loop for 1.5 s.
        const pieces: Uint8Array<ArrayBuffer>[] = [];
        for (const piece of piecesOf(input)) {
          pieces.push(piece);
          await yieldToEventLoop();
        }
        const output: Record<string, unknown> = {};
        for (const piece of await runInPool({ file: hrefOf(file), name: work.name, input: pieces })) {
          addPiece(output, piece);
          await yieldToEventLoop();
        }
        return output as Awaited<ReturnType<typeof work>>;
      });
      return task.finally(() => {
        tasks -= 1;
      });
    },
    open: async (work, file, input, limits) => {
      tasks += 1;
      return new Promise<Session<Awaited<ReturnType<typeof work>>>>((resolve, reject) => {
        const task = semaphore.run(async () => {
          const { port1, port2 } = new MessageChannel();
          const abort = new AbortController();
          const data = { file: hrefOf(file), name: work.name, input: [...piecesOf(input)], port: port2 };
          const end = runInPool(data, abort.signal);
          const { session, ended } = connect<Awaited<ReturnType<typeof work>>>({
            port: port1,
            end,
            abort,
            limits,
            tooSlow: () => new ThreadTooSlowError(work.name),
            busyMsOf: ({ threadId, taskId }) => {
              if (taskId !== null) return readProcessorMs(taskId);
              // The nearest that Node tells of another thread counts the time without a processor as well.
              const thread = pool.threads.find((one) => one.threadId === threadId);
              return thread === undefined ? 0 : thread.performance.eventLoopUtilization().active;
            },
          });
          resolve(session);
          await ended;
        });
        task.catch(reject).finally(() => {
          tasks -= 1;
        });
      });
    },
    load: () => {
      const running = Math.min(tasks, concurrency);
      return { running, waiting: tasks - running };
    },
    close: async () => {
      isClosed = true;
      await pool.destroy();
    },
  };
}
