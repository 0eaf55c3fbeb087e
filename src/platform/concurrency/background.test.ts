import { expect, test } from 'vitest';
import { createLogger } from '../log.ts';
import { createBackground } from './background.ts';

test('is over once everything is, also what began meanwhile and what failed', async () => {
  const background = createBackground(createLogger('silent'));
  const done: string[] = [];
  background.run('first', async () => {
    await new Promise(setImmediate);
    done.push('first');
    background.run('second', async () => {
      await new Promise(setImmediate);
      done.push('second');
    });
  });
  background.run('failing', async () => {
    throw new Error('no');
  });
  await background.drain();
  expect(done).toEqual(['first', 'second']);
});
