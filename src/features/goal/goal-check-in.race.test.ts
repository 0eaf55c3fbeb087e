import { expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const ROUNDS = byTier(1, 6);

test('stores check-ins before a concurrent deletion of their goal, or rejects them after it', async () => {
  const ada = await person();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { body } = await call(ada, 'POST', '/api/goals', { title: 'A goal' });
    const { id } = body.goal;
    const checkIn = () => call(ada, 'POST', `/api/goals/${id}/check-ins`, { status: 'completed' });
    const [before, deletion, ...after] = await Promise.all([
      checkIn(),
      call(ada, 'DELETE', `/api/goals/${id}`),
      checkIn(),
      checkIn(),
      checkIn(),
    ]);
    expect(deletion.status).toBe(200);
    for (const { status } of [before, ...after]) expect([201, 404]).toContain(status);
    const left = await deps.db.selectFrom('goal_check_in').selectAll().where('goal_id', '=', id).execute();
    expect(left).toEqual([]);
  }
});

test('waits for a concurrent deletion of the goal and rejects the check-in', async () => {
  const ada = await person();
  const { body } = await call(ada, 'POST', '/api/goals', { title: 'A goal' });
  const { id } = body.goal;
  const { request } = await deps.db.transaction().execute(async (tx) => {
    await tx.deleteFrom('goal').where('id', '=', id).execute();
    const request = call(ada, 'POST', `/api/goals/${id}/check-ins`, { status: 'completed' });
    await untilLockWait(deps.db, request);
    return { request };
  });
  expect(await request).toMatchObject({ status: 404, body: { code: 'goal.not-found' } });
});

test('lets one of many concurrent deletions delete a check-in', async () => {
  const ada = await person();
  const { body } = await call(ada, 'POST', '/api/goals', { title: 'A goal' });
  const path = `/api/goals/${body.goal.id}/check-ins`;
  const added = await call(ada, 'POST', path, { status: 'completed' });
  const deletions = await Promise.all(
    Array.from({ length: 10 }, () => call(ada, 'DELETE', `${path}/${added.body.check_in.id}`)),
  );
  expect(deletions.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
});
