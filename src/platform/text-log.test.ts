import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { createLogger } from './log.ts';
import { logDestination } from './text-log.ts';

/** What is written for one warning to a terminal, or to anything else. */
function writtenTo({ isTTY, format }: { isTTY: boolean; format: 'json' | 'text' | null }): string {
  const stream = Object.assign(new PassThrough(), { isTTY, hasColors: () => false });
  const log = createLogger('info', logDestination(stream as unknown as NodeJS.WriteStream, format));
  log.warn({ email: 'canary', place: '/srv', err: new Error('it is full') }, 'something is to be seen');
  return String(stream.read());
}

test.each([
  [true, null],
  [false, 'text'],
] as const)('people at a terminal (%s, LOG_FORMAT %s) read text', (isTTY, format) => {
  const written = writtenTo({ isTTY, format });
  expect(written).toMatch(/^\[\d\d:\d\d:\d\d\] WARN: something is to be seen /);
  expect(written).toContain('/srv');
  expect(written).toContain('it is full');
  expect(written).not.toContain('canary');
});

test.each([
  [false, null],
  [true, 'json'],
] as const)('programs (terminal %s, LOG_FORMAT %s) read JSON', (isTTY, format) => {
  const written = writtenTo({ isTTY, format });
  expect(JSON.parse(written)).toMatchObject({ level: 'warn', place: '/srv', msg: 'something is to be seen' });
  expect(written).not.toContain('canary');
});
