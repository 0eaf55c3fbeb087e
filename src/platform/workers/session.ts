import { type MessagePort, threadId } from 'node:worker_threads';
import { AppError, codeOf, findErrorDeclaration } from '../errors.ts';
import { readTaskId } from './processor-time.ts';

/** The functions of a session. */
// biome-ignore lint/suspicious/noExplicitAny: each has its own parameters
export type SessionCalls = Record<string, (...given: any[]) => unknown>;

/** A thread that keeps its state between calls. */
export type Session<Calls extends SessionCalls> = {
  call<Name extends keyof Calls & string>(
    name: Name,
    ...given: Parameters<Calls[Name]>
  ): Promise<Awaited<ReturnType<Calls[Name]>>>;
  /** Ends the session. Calls under way are rejected. */
  close(): Promise<void>;
};

export type SessionLimits = {
  /** The processor time of the thread for one call, without waiting for files or for a processor. It ends with a `ThreadTooSlowError`. */
  maxBusyMs: number;
  /** Called during calls: true ends the thread, and its calls are rejected with a `SessionCancelledError`. */
  isCancelled?: () => boolean;
};

/** The session was ended from outside during a call. */
export class SessionCancelledError extends Error {
  constructor() {
    super('The work of a thread was cancelled.');
    this.name = 'SessionCancelledError';
  }
}

const CHECK_MS = 50;

/** A thread as Node and as the operating system name it. */
export type ThreadName = { threadId: number; taskId: number | null };

type Request = { id: number; name: string; given: unknown[] } | { id: null };
type Failure = { message: string; code: string | undefined; isApp: boolean };
type Response = ThreadName | { id: number; result: unknown } | { id: number; failure: Failure };

/** Handles calls in the thread until the session is closed. */
export async function serve(port: MessagePort, calls: SessionCalls): Promise<void> {
  await new Promise<void>((resolve) => {
    port.on('message', async (request: Request) => {
      if (request.id === null) return resolve();
      const { id, name, given } = request;
      try {
        port.postMessage({ id, result: await calls[name]?.(...given) } satisfies Response);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        const failure = { message, code: codeOf(error), isApp: error instanceof AppError };
        port.postMessage({ id, failure } satisfies Response);
      }
    });
    port.on('close', resolve);
    port.postMessage({ threadId, taskId: readTaskId() } satisfies Response);
  });
  await calls.close?.();
  port.close();
}

type Connection = {
  port: MessagePort;
  /** Settles when the thread has ended its work. */
  end: Promise<unknown>;
  abort: AbortController;
  limits: SessionLimits;
  tooSlow: () => Error;
  /** How long a thread has computed since it started. */
  busyMsOf: (thread: ThreadName) => number;
};

type Pending = { resolve: (result: never) => void; reject: (error: Error) => void; busyUntilMs: number | null };

/** The side of a session that calls. `ended` resolves when the thread is free again. */
export function connect<Calls extends SessionCalls>({
  port,
  end,
  abort,
  limits: { maxBusyMs, isCancelled = () => false },
  tooSlow,
  busyMsOf,
}: Connection): { session: Session<Calls>; ended: Promise<void> } {
  const pending = new Map<number, Pending>();
  let thread: ThreadName | null = null;
  let failure: Error | null = null;
  let lastId = 0;

  function fail(error: Error): void {
    failure ??= error;
    for (const { reject } of pending.values()) reject(failure);
    pending.clear();
  }

  function kill(error: Error): void {
    fail(error);
    abort.abort();
  }

  const busyMs = () => (thread === null ? null : busyMsOf(thread));
  const timer = setInterval(() => {
    if (pending.size === 0) return;
    if (isCancelled()) return kill(new SessionCancelledError());
    const now = busyMs();
    if (now === null) return;
    for (const call of pending.values()) {
      // A call that was made before the thread had started begins with it.
      call.busyUntilMs ??= now + maxBusyMs;
      if (now > call.busyUntilMs) return kill(tooSlow());
    }
  }, CHECK_MS);

  port.on('message', (response: Response) => {
    if ('threadId' in response) {
      thread = response;
      return;
    }
    const call = pending.get(response.id);
    pending.delete(response.id);
    if ('result' in response) call?.resolve(response.result as never);
    else call?.reject(errorOf(response.failure));
  });
  const ended = end
    .then(
      () => fail(new Error('The session of a thread is closed.')),
      (error) => fail(error),
    )
    .finally(() => {
      clearInterval(timer);
      port.close();
    });

  return {
    session: {
      call: (name, ...given) =>
        new Promise((resolve, reject) => {
          if (failure !== null) return reject(failure);
          const now = busyMs();
          lastId += 1;
          pending.set(lastId, { resolve, reject, busyUntilMs: now === null ? null : now + maxBusyMs });
          port.postMessage({ id: lastId, name, given } satisfies Request);
        }),
      close: async () => {
        const isIdle = pending.size === 0;
        if (failure === null && isIdle) port.postMessage({ id: null } satisfies Request);
        else kill(new SessionCancelledError());
        await ended;
      },
    },
    ended,
  };
}

function errorOf({ message, code, isApp }: Failure): Error {
  if (isApp && code !== undefined) return new AppError(findErrorDeclaration(code));
  return Object.assign(new Error(message), { code });
}
