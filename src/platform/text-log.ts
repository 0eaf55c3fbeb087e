import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';

export type LogFormat = 'json' | 'text';

/**
 * Where log lines go: as JSON for programs, or as text for people. Text is the default on a terminal. Undefined stands for
 * standard output as it is.
 */
export function logDestination(
  stream: NodeJS.WriteStream,
  format: LogFormat | null = null,
): DestinationStream | undefined {
  const isText = (format ?? (stream.isTTY ? 'text' : 'json')) === 'text';
  if (!isText) return stream === process.stdout ? undefined : stream;
  const prettify = prettyFactory({
    colorize: stream.isTTY === true && stream.hasColors(),
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
  });
  return { write: (line) => void stream.write(prettify(line)) };
}
