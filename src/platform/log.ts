import { type DestinationStream, type Logger, type LoggerOptions, pino } from 'pino';

export type { Logger };

/** Keys whose values never reach a log, at the top of a line or one level below. */
const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'content', 'text', 'email'];

/** Where a library puts the headers of a request, when it is asked to tell everything. */
const HEADERS = ['busboyOptions.headers'];

/** JSON lines, on standard output where nothing else is given: one per request or job, and named facts. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: [...SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), ...HEADERS], censor: '[removed]' },
  };
  return destination === undefined ? pino(options) : pino(options, destination);
}
