const MINUTE_MS = 60 * 1000;
const REST_MS = 3 * 24 * 60 * MINUTE_MS;
/** Runs of the same hour do not begin at the same second: without this, three days would often be four. */
const RUNS_APART_MS = 30 * MINUTE_MS;

/** Who was prompted last at this instant or before is prompted now. */
export function latestToPrompt(now: Date): Date {
  return new Date(now.getTime() - REST_MS + RUNS_APART_MS);
}

/** An experiment that waits for its owner; steps are counted from 1. */
export type WaitingExperiment = { id: string; ownerId: string; title: string; step: number; stepTitle: string };

/** To somebody who has begun an experiment. */
export function stepPrompt({ id, ownerId, title, step, stepTitle }: WaitingExperiment) {
  return {
    userId: ownerId,
    kind: 'step_prompt',
    title: 'Your experiment waits for you',
    body: `In “${title}” the next step is “${stepTitle}”.`,
    data: { template_id: id, step },
  };
}
