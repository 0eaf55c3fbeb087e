import type { UnfinishedCopy } from './step-prompt.rules.ts';

export function stepPrompt({ id, ownerId, title, step, stepTitle }: UnfinishedCopy) {
  return {
    userId: ownerId,
    kind: 'step_prompt' as const,
    title: 'Your experiment is waiting for you',
    body: `The next step in “${title}” is “${stepTitle}”.`,
    data: { template_id: id, step, template_title: title, step_title: stepTitle },
  };
}
