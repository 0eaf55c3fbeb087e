import { experimentErrors } from '../copy/copy.schema.ts';
import { type SafetyLevel, templateErrors } from './template.schema.ts';

export type CloneFacts = {
  isTemplate: boolean;
  safetyLevel: SafetyLevel;
  /** Whether whoever asks takes part in a classroom. */
  isClassroom: boolean;
  /** Whether they say that a teacher is there. */
  isAttested: boolean;
};

/** Why somebody may not copy a template that they see, or null. */
export function checkClone({ isTemplate, safetyLevel, isClassroom, isAttested }: CloneFacts): Error | null {
  if (!isTemplate) return templateErrors.notATemplate();
  if (!isClassroom || safetyLevel === 'classroom_safe') return null;
  if (safetyLevel === 'adult_only') return experimentErrors.notForClassrooms();
  return isAttested ? null : experimentErrors.supervisionNotAttested();
}
