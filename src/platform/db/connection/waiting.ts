import type { PollOptions } from '../../concurrency/polling.ts';
import { sleep as sleepInReality } from '../../concurrency/sleep.ts';
import { sqlStateOf } from '../../errors.ts';
import { QUERY_TIMEOUT_MS, withClient } from './client.ts';

export type WaitOptions = {
  /** 0 for one attempt. */
  waitSeconds: number;
  /** Called once, if the first attempt fails. */
  onWait: (error: unknown) => void;
} & Pick<PollOptions, 'now' | 'sleep'>;

/** No connection could be had. The cause says why. */
export class UnreachableDatabaseError extends Error {
  readonly connectionString: string;

  constructor(connectionString: string, options: ErrorOptions) {
    super('The database cannot be reached.', options);
    this.connectionString = connectionString;
  }
}

const CONNECT_TIMEOUT_MS = 5_000;
const PAUSE_MS = 500;

/**
 * Resolves once the database takes connections. Rejects with `UnreachableDatabaseError` when the time is over,
 * or at once when waiting does not help, as for a wrong password.
 */
export async function waitForDatabase(connectionString: string, options: WaitOptions): Promise<void> {
  const { waitSeconds, onWait, now = () => performance.now(), sleep = sleepInReality } = options;
  const until = now() + waitSeconds * 1_000;
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await connectOnce(connectionString);
    } catch (error) {
      if (!isPassing(error) || now() + PAUSE_MS > until) {
        throw new UnreachableDatabaseError(connectionString, { cause: error });
      }
      if (attempt === 1) onWait(error);
      await sleep(PAUSE_MS);
    }
  }
}

async function connectOnce(connectionString: string): Promise<void> {
  const options = { purpose: 'start', connectTimeoutMs: CONNECT_TIMEOUT_MS, queryTimeoutMs: QUERY_TIMEOUT_MS };
  // A pooler accepts clients while its server is away.
  await withClient(connectionString, options, (client) => client.query('select'));
}

const NOT_THERE_YET =
  /^(ECONNREFUSED|ECONNRESET|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|ENOENT|EPIPE|57P0[123]|53300|25006)$/;
/** The messages of the driver and of pgbouncer, whose errors all have one code. */
const PASSING_MESSAGES =
  /^timeout|^Query read timeout|^Connection terminated|server login has been failing|server_login_retry|connect failed/;

/** Whether the same attempt can succeed later: the server or its name is not there yet, is starting, or is no primary yet. */
export function isPassing(error: unknown): boolean {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    const first = cause instanceof AggregateError && cause.errors[0] instanceof Error ? cause.errors[0] : cause;
    const { code = '', syscall } = first as NodeJS.ErrnoException;
    // A file of the settings that is missing, such as sslrootcert, stays missing.
    if (NOT_THERE_YET.test(code) && syscall !== 'open') return true;
    if ((sqlStateOf(first) === undefined || code === '08P01') && PASSING_MESSAGES.test(first.message)) return true;
  }
  return false;
}
