import { expect, test } from 'vitest';
import { stepPrompt } from './step-prompt.template.ts';

test('a prompt names the experiment and its next step', () => {
  const copy = { id: 'c', ownerId: 'a', title: 'A coil', step: 2, stepTitle: 'Measure' };
  expect(stepPrompt(copy)).toEqual({
    userId: 'a',
    kind: 'step_prompt',
    title: 'Your experiment is waiting for you',
    body: 'The next step in “A coil” is “Measure”.',
    data: { template_id: 'c', step: 2, template_title: 'A coil', step_title: 'Measure' },
  });
});
