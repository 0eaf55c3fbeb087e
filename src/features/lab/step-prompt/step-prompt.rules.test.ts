import { expect, test } from 'vitest';
import { promptDueAt } from './step-prompt.rules.ts';

test('a prompt is due half an hour before three days have passed', () => {
  expect(promptDueAt(new Date('2028-03-01T03:00:00.000Z'))).toEqual(new Date('2028-02-27T03:30:00.000Z'));
});
