import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOrganization } from '../../../../test/groups.ts';
import { startTestApp } from '../../../../test/start-test-app.ts';

const { person, call, deps } = await startTestApp();

const ENTRY = { title: 'A day', content: 'Text', mood: 'calm' };
const TEN = Array.from({ length: 10 }, (_, number) => number);

const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

test.each(['private', 'shared'])('ten requests with one id create one %s entry', async (kind) => {
  const ada = await person();
  const org_id = await createOrganization(deps, ada);
  const fields = { ...ENTRY, id: randomUUID(), ...(kind === 'shared' && { metadata_visibility: 'org', org_id }) };
  const answers = await Promise.all(TEN.map(() => call(ada, 'POST', '/api/journal', fields)));
  const statuses = answers.map(({ status }) => status);
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 9]);
  expect((await call(ada, 'GET', '/api/journal?scope=mine')).body.entries).toHaveLength(1);
});

test('ten users with one id create one notebook', async () => {
  const people = await Promise.all(TEN.map(() => person()));
  const fields = { id: randomUUID(), name: 'A notebook' };
  const answers = await Promise.all(people.map((user) => call(user, 'POST', '/api/notebooks', fields)));
  const statuses = answers.map(({ status }) => status);
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 9]);
});
