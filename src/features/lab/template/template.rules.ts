import {
  type PredictedValues,
  type Progress,
  type SafetyLevel,
  type Step,
  type TemplateChange,
  templateErrors,
} from './template.schema.ts';

export type UseFacts = {
  isTemplate: boolean;
  safetyLevel: SafetyLevel;
  /** Whether the actor is a classroom user. */
  isClassroom: boolean;
  /** Whether the actor confirms that a teacher supervises. */
  isAttested: boolean;
};

/** Checks whether a user who can see a template can also use it. */
export function checkUse({ isTemplate, safetyLevel, isClassroom, isAttested }: UseFacts): void {
  if (!isTemplate) throw templateErrors.notATemplate();
  if (!isClassroom || safetyLevel === 'classroom_safe') return;
  if (safetyLevel === 'adult_only') throw templateErrors.notForClassrooms();
  if (!isAttested) throw templateErrors.supervisionNotAttested();
}

/** A template or copy before a change. */
export type TemplateFacts = {
  title: string;
  description: string;
  steps: readonly Step[];
  predictedValues: PredictedValues | null;
  safetyLevel: SafetyLevel;
  /** null for a template. */
  completedSteps: number | null;
  completedAt: Date | null;
  isReplicated: boolean;
};

/** Checks whether the owner can make a change. */
export function checkChange(facts: TemplateFacts, change: TemplateChange): void {
  const { completed_steps, ...others } = change;
  if (facts.completedSteps === null) {
    if (completed_steps !== undefined) throw templateErrors.notAClone();
    if (facts.isReplicated && changesPrediction(facts, change)) throw templateErrors.predictionTested();
    return;
  }
  if (Object.values(others).some((value) => value !== undefined)) throw templateErrors.cloneIsFixed();
  if ((completed_steps ?? 0) > facts.steps.length) throw templateErrors.noSuchStep();
}

/** Whether a change invalidates the safety level: it changes a text or the prediction. */
export function needsNewReview(facts: TemplateFacts, change: TemplateChange): boolean {
  const { title = facts.title, description = facts.description, steps = facts.steps } = change;
  const changesText =
    title !== facts.title || description !== facts.description || !isSame(steps.map(textsOf), facts.steps.map(textsOf));
  return facts.safetyLevel !== 'adult_only' && (changesText || changesPrediction(facts, change));
}

export function changesPrediction({ predictedValues }: TemplateFacts, { predicted_values }: TemplateChange): boolean {
  if (predicted_values === undefined) return false;
  return !isSame(outputsOf(predicted_values), outputsOf(predictedValues));
}

/** When all steps were completed, or null. Sending the same progress again keeps the earlier time. */
export function completionOf(facts: TemplateFacts, completedSteps: number, now: Date): Date | null {
  return completedSteps === facts.steps.length ? (facts.completedAt ?? now) : null;
}

export function progressOf(completedSteps: number, steps: number, completedAt: Date | null): Progress {
  return {
    completed_steps: completedSteps,
    current_step: completedSteps < steps ? completedSteps + 1 : null,
    completed: completedSteps === steps,
    completed_at: completedAt?.toISOString() ?? null,
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

const textsOf = ({ title, instructions }: Step) => [title, instructions];

const outputsOf = (predicted: Pick<PredictedValues, 'outputs'> | null) =>
  predicted?.outputs.map(({ label, value, unit }) => [label, value, unit]);
