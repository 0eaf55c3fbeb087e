import { expect, test } from 'vitest';
import { latestToPrompt, stepPrompt } from './step-prompt.rules.ts';

test('half an hour less than three days pass before somebody is prompted again', () => {
  expect(latestToPrompt(new Date('2028-03-01T03:00:00.000Z'))).toEqual(new Date('2028-02-27T03:30:00.000Z'));
});

test('a prompt names the experiment and its next step', () => {
  const waiting = { id: 'c', ownerId: 'a', title: 'A coil', step: 2, stepTitle: 'Measure' };
  expect(stepPrompt(waiting)).toEqual({
    userId: 'a',
    kind: 'step_prompt',
    title: 'Your experiment waits for you',
    body: 'In “A coil” the next step is “Measure”.',
    data: { template_id: 'c', step: 2 },
  });
});
