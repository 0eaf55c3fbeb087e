import { expect, test } from 'vitest';
import { JOBS } from '#app/jobs.ts';
import { SCENARIOS } from './scenarios.ts';

test.each(JOBS)('$name has a scenario', ({ name }) => {
  const help = `Arrange work for the job ${name} in a file of test/job-matrix, and name it in test/job-matrix/scenarios.ts.`;
  expect(Object.keys(SCENARIOS), help).toContain(name);
});

test('every scenario has a job', () => {
  const names = JOBS.map(({ name }) => name);
  expect(Object.keys(SCENARIOS).filter((name) => !names.includes(name))).toEqual([]);
});
