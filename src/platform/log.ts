import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';
import { codeOf, sqlStateOf } from './errors.ts';

export type { Logger };

/** Keys whose values never reach a log, at the top of a line or one level below. */
const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'content', 'text', 'email'];

/** Where a library puts the headers of a request, when it is asked to tell everything. */
const HEADERS = ['busboyOptions.headers'];

/** Names out of our migrations that an error of the database may tell; its other words quote rows. */
const NAMES_OF_DATABASE = ['table', 'column', 'constraint'];

/** What a line says that was written without a message. */
const UNSAID = 'an error';

const MAX_CAUSE = 5;
const MAX_OF_MANY = 10;

/** JSON lines, on standard output where nothing else is given: one per request or job, and named facts. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { err: (thrown: unknown) => errorAsLogged(thrown) },
    formatters: { level: (label) => ({ level: label }) },
    // Where a line has no message, the library takes that of the error.
    hooks: {
      logMethod(told, write) {
        const [facts, message] = told as unknown[];
        if (message === undefined && hasError(facts)) write.apply(this, [facts, UNSAID]);
        else write.apply(this, told);
      },
    },
    redact: { paths: [...SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), ...HEADERS], censor: '[removed]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}

function hasError(facts: unknown): boolean {
  return facts instanceof Error || (typeof facts === 'object' && facts !== null && 'err' in facts);
}

/**
 * What a line tells of anything that was thrown, under `err`. The database quotes in its message and around it the values that
 * offended it, which can be somebody's writing, so that of its errors nothing is kept but the code, names and our stack.
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

/** The stack without what stands before it, which repeats the message. */
function framesOf({ message, stack = '' }: Error): string {
  const start = stack.indexOf(message);
  const lines = (start === -1 ? stack : stack.slice(start + message.length)).split('\n');
  return lines.filter((line) => line.startsWith('    at ')).join('\n');
}
