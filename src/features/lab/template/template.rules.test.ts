import { describe, expect, test } from 'vitest';
import { codeOf } from '../../../platform/errors.ts';
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
const TESTED = { ...TEMPLATE, isReplicated: true };
const CLONE = { ...TEMPLATE, completedSteps: 1 };

/** The code of the error that a check throws, or null. */
function errorCodeOf(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    return codeOf(error) ?? 'no code';
  }
}

describe('A change', () => {
  test.each<[string, TemplateFacts, TemplateChange, string | null]>([
    ['words of a template', TEMPLATE, { title: 'Another', steps: STEPS.slice(1) }, null],
    ['nothing', TEMPLATE, {}, null],
    ['steps done in a template', TEMPLATE, { completed_steps: 0 }, 'lab.not-a-clone'],
    ['steps done in a copy', CLONE, { completed_steps: 3 }, null],
    ['no steps done any more', CLONE, { completed_steps: 0 }, null],
    ['more steps than there are', CLONE, { completed_steps: 4 }, 'lab.no-such-step'],
    ['words of a copy', CLONE, { title: 'Another' }, 'lab.clone-is-fixed'],
    ['a copy that is made public', CLONE, { completed_steps: 1, is_public: true }, 'lab.clone-is-fixed'],
    ['a copy that predicts nothing', CLONE, { predicted_values: null }, 'lab.clone-is-fixed'],
    ['a prediction', TEMPLATE, { predicted_values: { outputs: [{ label: 'Q', value: 6, unit: '' }] } }, null],
    [
      'a prediction that was tested',
      TESTED,
      { predicted_values: { outputs: [{ label: 'Q', value: 6, unit: '' }] } },
      'lab.prediction-tested',
    ],
    ['no prediction where it was tested', TESTED, { predicted_values: null }, 'lab.prediction-tested'],
    ['the tested prediction as it is', TESTED, { predicted_values: { outputs: OUTPUTS } }, null],
    ['words of what was tested', TESTED, { title: 'Another' }, null],
  ])('%s', (_what, facts, change, code) => {
    expect(errorCodeOf(() => checkChange(facts, change))).toBe(code);
  });
});

describe('A new review', () => {
  test.each<[string, TemplateChange, boolean]>([
    ['another title', { title: 'Fire' }, true],
    ['another description', { description: 'Hot' }, true],
    ['other steps', { steps: STEPS.slice(1) }, true],
    ['other instructions', { steps: STEPS.map((step) => ({ ...step, instructions: 'Burn it' })) }, true],
    ['another prediction', { predicted_values: null }, true],
    ['the same words', { title: 'A coil', description: '', steps: [...STEPS] }, false],
    ['the same prediction', { predicted_values: { outputs: [...OUTPUTS] } }, false],
    ['who sees it', { is_public: false, is_template: true }, false],
    ['nothing', {}, false],
  ])('after %s: %s', (_what, change, expected) => {
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
])('with %s of 3 steps done, the next one is %s', (done, current_step, completed) => {
  expect(progressOf(done, 3, null)).toEqual({ completed_steps: done, current_step, completed, completed_at: null });
});

test('all steps are done since the first moment that counts still', () => {
  const [first, later] = [new Date(1_000), new Date(2_000)];
  expect(completionOf(CLONE, 2, first)).toBeNull();
  expect(completionOf(CLONE, 3, first)).toBe(first);
  expect(completionOf({ ...CLONE, completedAt: first }, 3, later)).toBe(first);
  expect(completionOf({ ...CLONE, completedAt: first }, 2, later)).toBeNull();
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
