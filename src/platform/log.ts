import { type Logger, pino } from 'pino';

export type { Logger };

/** Keys whose values never reach a log, at the top of a line or one level below. */
const SECRET_KEYS = ['authorization', 'cookie', 'password', 'token', 'secret', 'content', 'text', 'email'];

/** JSON lines on standard output: one per request or job, and named facts. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: SECRET_KEYS.flatMap((key) => [key, `*.${key}`]), censor: '[removed]' },
  });
}
