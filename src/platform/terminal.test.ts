import { expect, test } from 'vitest';
import { createLineProgress } from './terminal.ts';

test('progress without a terminal is a line every 15 seconds, and none in between', () => {
  let now = 0;
  const lines: string[] = [];
  const progress = createLineProgress(
    'Restoring',
    (line) => lines.push(line),
    () => now,
  );
  for (let second = 1; second <= 40; second += 1) {
    now = 1_000 * second;
    progress.step(40);
  }
  expect(lines).toEqual(['Restoring: 37 %\n', 'Restoring: 75 %\n']);
});
