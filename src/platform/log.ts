import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { codeOf, sqlStateOf } from './errors.ts';

export type { Logger };

/** Keys whose values are removed from logs, at the top of a line or one level below. */
const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'content', 'text', 'email'];

/** Where a library puts request headers at debug level. */
const HEADERS = ['busboyOptions.headers'];

/** Names from our migrations that a database error may log; its other fields quote rows. */
const NAMES_OF_DATABASE = ['table', 'column', 'constraint'];

/** The message of a line that was logged without one. */
const DEFAULT_MESSAGE = 'an error';

/** Lines are written together: a write for each took 4 % of a small request. What is left is written when the process ends. */
const WRITING = { minLength: 4096, periodicFlush: 100 };

const MAX_CAUSE = 5;
const MAX_OF_MANY = 10;

/**
 * Logs JSON lines, to standard output by default: one for each request or job, and named events. `base` is in each line,
 * and so is what `fieldsOfNow` returns, such as the ids of the current trace.
 */
export function createLogger(
  level: string,
  destination: DestinationStream = pino.destination(WRITING),
  base: object | null = null,
  fieldsOfNow?: () => object | undefined,
): Logger {
  const options: LoggerOptions = {
    level,
    base,
    ...(fieldsOfNow !== undefined && { mixin: () => fieldsOfNow() ?? {} }),
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => errorAsLogged(thrown) },
    formatters: { level: (label) => ({ level: label }) },
    // The library logs the message of the error if there is no other one.
    hooks: {
      logMethod(args, write) {
        const [facts, message] = args as unknown[];
        if (message === undefined && hasError(facts)) write.apply(this, [facts, DEFAULT_MESSAGE]);
        else write.apply(this, args);
      },
    },
    redact: { paths: [...SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), ...HEADERS], censor: '[removed]' },
  };
  return pino(options, destination);
}

function hasError(facts: unknown): boolean {
  return facts instanceof Error || (typeof facts === 'object' && facts !== null && 'err' in facts);
}

/**
 * The fields logged for an error, under `err`.
 * A database error quotes users' values in its message, so only its code, names and stack are logged.
 */
function errorAsLogged(thrown: unknown, depth = 0): object {
  if (!(thrown instanceof Error)) return { type: typeof thrown };
  const isOfDatabase = sqlStateOf(thrown) !== undefined;
  const inner = depth < MAX_CAUSE ? innerErrorsOf(thrown, depth + 1) : {};
  return {
    type: thrown.name,
    code: codeOf(thrown),
    ...(isOfDatabase ? namesIn(thrown) : { message: thrown.message }),
    stack: framesOf(thrown),
    ...inner,
  };
}

function innerErrorsOf(error: Error, depth: number): object {
  const errors = 'errors' in error && Array.isArray(error.errors) ? error.errors.slice(0, MAX_OF_MANY) : undefined;
  return {
    cause: error.cause === undefined ? undefined : errorAsLogged(error.cause, depth),
    errors: errors?.map((one) => errorAsLogged(one, depth)),
  };
}

function namesIn(error: Error): object {
  return Object.fromEntries(Object.entries(error).filter(([key]) => NAMES_OF_DATABASE.includes(key)));
}

/** The stack without the message, which it repeats. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  const lines = (start === -1 ? stack : stack.slice(start + message.length)).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
