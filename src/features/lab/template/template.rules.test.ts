import { describe, expect, test } from 'vitest';
import { codeOf } from '#platform/errors.ts';
import {
  checkChange,
  checkUse,
  completionOf,
  needsNewReview,
  progressOf,
  type TemplateFacts,
  type UseFacts,
} from './template.rules.ts';
import type { TemplateChange } from './template.schema.ts';

const STEPS = [1, 2, 3].map((number) => ({ title: `Step ${number}`, instructions: '' }));
const OUTPUTS = [{ label: 'Q', value: 5, unit: '' }];

const TEMPLATE: TemplateFacts = {
  title: 'A coil',
  description: '',
  steps: STEPS,
  predictedValues: { outputs: OUTPUTS, calculator: 'coil', optimal_inputs: { turns: 10 } },
  safetyLevel: 'classroom_safe',
  completedSteps: null,
  completedAt: null,
  isReplicated: false,
};
const REPLICATED = { ...TEMPLATE, isReplicated: true };
const COPY = { ...TEMPLATE, completedSteps: 1 };

/** The code of the error that a check throws, or null. */
function errorCodeOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return codeOf(error) ?? 'no code';
  }
}

describe('checkChange', () => {
  test.each<[string, TemplateFacts, TemplateChange, string | null]>([
    ['texts of a template', TEMPLATE, { title: 'Another', steps: STEPS.slice(1) }, null],
    ['nothing', TEMPLATE, {}, null],
    ['completed steps of a template', TEMPLATE, { completed_steps: 0 }, 'lab.not-a-clone'],
    ['completed steps of a copy', COPY, { completed_steps: 3 }, null],
    ['no completed steps', COPY, { completed_steps: 0 }, null],
    ['more steps than the experiment has', COPY, { completed_steps: 4 }, 'lab.no-such-step'],
    ['a text of a copy', COPY, { title: 'Another' }, 'lab.clone-is-fixed'],
    ['a public copy', COPY, { completed_steps: 1, is_public: true }, 'lab.clone-is-fixed'],
    ['a copy without a prediction', COPY, { predicted_values: null }, 'lab.clone-is-fixed'],
    ['a prediction', TEMPLATE, { predicted_values: { outputs: [{ label: 'Q', value: 6, unit: '' }] } }, null],
    [
      'a prediction that was tested',
      REPLICATED,
      { predicted_values: { outputs: [{ label: 'Q', value: 6, unit: '' }] } },
      'lab.prediction-tested',
    ],
    ['the removal of a replicated prediction', REPLICATED, { predicted_values: null }, 'lab.prediction-tested'],
    ['the same replicated prediction', REPLICATED, { predicted_values: { outputs: OUTPUTS } }, null],
    ['texts of a replicated template', REPLICATED, { title: 'Another' }, null],
  ])('%s', (_what, facts, change, code) => {
    expect(errorCodeOf(() => checkChange(facts, change))).toBe(code);
  });
});

describe('needsNewReview', () => {
  test.each<[string, TemplateChange, boolean]>([
    ['another title', { title: 'Fire' }, true],
    ['another description', { description: 'Hot' }, true],
    ['other steps', { steps: STEPS.slice(1) }, true],
    ['other instructions', { steps: STEPS.map((step) => ({ ...step, instructions: 'Burn it' })) }, true],
    ['another prediction', { predicted_values: null }, true],
    ['the same texts', { title: 'A coil', description: '', steps: [...STEPS] }, false],
    ['the same prediction', { predicted_values: { outputs: [...OUTPUTS] } }, false],
    ['visibility', { is_public: false, is_template: true }, false],
    ['nothing', {}, false],
  ])('after a change of %s: %s', (_what, change, expected) => {
    expect(needsNewReview(TEMPLATE, change)).toBe(expected);
    expect(needsNewReview({ ...TEMPLATE, safetyLevel: 'with_supervision' }, change)).toBe(expected);
    expect(needsNewReview({ ...TEMPLATE, safetyLevel: 'adult_only' }, change)).toBe(false);
  });
});

test.each([
  [0, 1, false],
  [1, 2, false],
  [2, 3, false],
  [3, null, true],
])('with %s of 3 steps completed, the next is %s', (done, current_step, completed) => {
  expect(progressOf(done, 3, null)).toEqual({ completed_steps: done, current_step, completed, completed_at: null });
});

test('keeps the time of completion while all steps stay completed', () => {
  const [first, later] = [new Date(1_000), new Date(2_000)];
  expect(completionOf(COPY, 2, first)).toBeNull();
  expect(completionOf(COPY, 3, first)).toBe(first);
  expect(completionOf({ ...COPY, completedAt: first }, 3, later)).toBe(first);
  expect(completionOf({ ...COPY, completedAt: first }, 2, later)).toBeNull();
});

describe('checkUse', () => {
  test.each<[UseFacts['safetyLevel'], boolean, boolean, string | null]>([
    ['adult_only', false, false, null],
    ['adult_only', false, true, null],
    ['adult_only', true, false, 'lab.not-for-classrooms'],
    ['adult_only', true, true, 'lab.not-for-classrooms'],
    ['with_supervision', false, false, null],
    ['with_supervision', true, false, 'lab.supervision-not-attested'],
    ['with_supervision', true, true, null],
    ['classroom_safe', false, false, null],
    ['classroom_safe', true, false, null],
    ['classroom_safe', true, true, null],
  ])('of %s, in a classroom: %s, attested: %s', (safetyLevel, isClassroom, isAttested, code) => {
    const facts = { safetyLevel, isClassroom, isAttested };
    expect(errorCodeOf(() => checkUse({ ...facts, isTemplate: true }))).toBe(code);
    expect(errorCodeOf(() => checkUse({ ...facts, isTemplate: false }))).toBe('lab.not-a-template');
  });
});
