import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const ENTRY = { title: 'A day', content: 'Text', mood: 'calm' };
const TEN = Array.from({ length: 10 }, (_, number) => number);

const countOf = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

test.each(['private', 'shared'])('ten requests with one id create one %s entry', async (kind) => {
  const ada = await person();
  const org_id = await createOrganization(deps, ada);
  const fields = { ...ENTRY, id: randomUUID(), ...(kind === 'shared' && { metadata_visibility: 'org', org_id }) };
  const responses = await Promise.all(TEN.map(() => call(ada, 'POST', '/api/journal', fields)));
  const statuses = responses.map(({ status }) => status);
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 9]);
  expect((await call(ada, 'GET', '/api/journal?scope=mine')).body.entries).toHaveLength(1);
});

test('ten users with one id create one notebook', async () => {
  const people = await Promise.all(TEN.map(() => person()));
  const fields = { id: randomUUID(), name: 'A notebook' };
  const responses = await Promise.all(people.map((user) => call(user, 'POST', '/api/notebooks', fields)));
  const statuses = responses.map(({ status }) => status);
  expect([countOf(statuses, 201), countOf(statuses, 409)]).toEqual([1, 9]);
});

test.each([
  ['entry', '/api/journal', ENTRY],
  ['notebook', '/api/notebooks', { name: 'A notebook' }],
])('one of ten writers with the same version of an %s wins', async (key, path, fields) => {
  const ada = await person();
  const { id } = (await call(ada, 'POST', path, fields)).body[key];
  const responses = await Promise.all(
    TEN.map((number) =>
      number === 9
        ? call(ada, 'DELETE', `${path}/${id}`, undefined, { 'if-match': '"1"' })
        : call(ada, 'PUT', `${path}/${id}`, { metadata_visibility: 'public' }, { 'if-match': '"1"' }),
    ),
  );
  const statuses = responses.map(({ status }) => status);
  // After the deletion there is no record to compare with.
  expect(countOf(statuses, 200)).toBe(1);
  expect(countOf(statuses, 412) + countOf(statuses, 404)).toBe(9);
  const { status, body } = await call(ada, 'GET', `${path}/${id}`);
  if (statuses[9] === 200) expect(status).toBe(404);
  else expect(body[key].version).toBe(2);
});
