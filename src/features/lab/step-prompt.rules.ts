const MINUTE_MILLISECONDS = 60 * 1000;
const REST_MILLISECONDS = 3 * 24 * 60 * MINUTE_MILLISECONDS;
/** Runs of the same hour do not begin at the same second: without this, three days would often be four. */
const RUNS_APART_MILLISECONDS = 30 * MINUTE_MILLISECONDS;

/** Who was prompted last at this instant or before is prompted now. */
export function latestToPrompt(now: Date): Date {
  return new Date(now.getTime() - REST_MILLISECONDS + RUNS_APART_MILLISECONDS);
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
