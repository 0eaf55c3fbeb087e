import {
  type PredictedValues,
  type Progress,
  type SafetyLevel,
  type Step,
  type TemplateChange,
  templateErrors,
} from './template.schema.ts';

/** What an experiment is before it is changed. */
export type TemplateFacts = {
  title: string;
  description: string;
  steps: readonly Step[];
  predictedValues: PredictedValues | null;
  safetyLevel: SafetyLevel;
  /** How many steps are done; null where it is no copy. */
  completedSteps: number | null;
  completedAt: Date | null;
  /** Whether anybody has replicated it. */
  isTested: boolean;
};

/** Why the owner may not change it so, or null. */
export function checkChange(facts: TemplateFacts, change: TemplateChange): Error | null {
  const { completed_steps, ...others } = change;
  if (facts.completedSteps === null) {
    if (completed_steps !== undefined) return templateErrors.notAClone();
    return facts.isTested && changesPrediction(facts, change) ? templateErrors.predictionTested() : null;
  }
  if (Object.values(others).some((value) => value !== undefined)) return templateErrors.cloneIsFixed();
  return (completed_steps ?? 0) > facts.steps.length ? templateErrors.noSuchStep() : null;
}

/**
 * Whether what the safety level was given for is another afterwards: a word of the experiment, or what it predicts. Then it
 * has to be looked at again.
 */
export function needsNewReview(facts: TemplateFacts, change: TemplateChange): boolean {
  const { title = facts.title, description = facts.description, steps = facts.steps } = change;
  const isReworded =
    title !== facts.title || description !== facts.description || !isSame(steps.map(wordsOf), facts.steps.map(wordsOf));
  return facts.safetyLevel !== 'adult_only' && (isReworded || changesPrediction(facts, change));
}

/** Whether the outputs that are predicted are others afterwards. */
export function changesPrediction({ predictedValues }: TemplateFacts, { predicted_values }: TemplateChange): boolean {
  if (predicted_values === undefined) return false;
  return !isSame(numbersOf(predicted_values), numbersOf(predictedValues));
}

/** Since when all steps are done: the first moment of that which counts still, or null. */
export function completionOf(facts: TemplateFacts, completedSteps: number, now: Date): Date | null {
  return completedSteps === facts.steps.length ? (facts.completedAt ?? now) : null;
}

/** How far somebody has come, with the step that is next. */
export function progressOf(completedSteps: number, steps: number, completedAt: Date | null): Progress {
  return {
    completed_steps: completedSteps,
    current_step: completedSteps < steps ? completedSteps + 1 : null,
    completed: completedSteps === steps,
    completed_at: completedAt?.toISOString() ?? null,
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const wordsOf = ({ title, instructions }: Step) => [title, instructions];

const numbersOf = (predicted: Pick<PredictedValues, 'outputs'> | null) =>
  predicted?.outputs.map(({ label, value, unit }) => [label, value, unit]);
