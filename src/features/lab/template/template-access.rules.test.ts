import { expect, test } from 'vitest';
import { type CloneFacts, checkClone } from './template-access.rules.ts';

const codeOf = (facts: CloneFacts) => (checkClone(facts) as { code?: string } | null)?.code ?? null;

test.each<[CloneFacts['safetyLevel'], boolean, boolean, string | null]>([
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
])('%s, in a classroom: %s, attested: %s', (safetyLevel, isClassroom, isAttested, code) => {
  expect(codeOf({ isTemplate: true, safetyLevel, isClassroom, isAttested })).toBe(code);
  expect(codeOf({ isTemplate: false, safetyLevel, isClassroom, isAttested })).toBe('lab.not-a-template');
});
