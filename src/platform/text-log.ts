import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';

export type LogFormat = 'json' | 'text';

/** The destination of log lines: JSON, or text by default on a terminal. Undefined means unchanged standard output. */
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
