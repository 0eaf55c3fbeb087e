import { expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const ROUNDS = byTier(1, 6);
const REFUSED = { status: 400, body: { code: 'action-note.goal-not-yours' } };

async function goalOf(owner: Person): Promise<string> {
  return (await call(owner, 'POST', '/api/goals', { title: 'A goal' })).body.goal.id;
}

test('waits for a concurrent deletion of the goal and rejects the note', async () => {
  const ada = await person();
  const note = (await call(ada, 'POST', '/api/action-notes', { content: 'A walk' })).body.action_note;
  for (const [method, path] of [
    ['POST', '/api/action-notes'],
    ['PUT', `/api/action-notes/${note.id}`],
  ] as const) {
    const goal_id = await goalOf(ada);
    const { request } = await deps.db.transaction().execute(async (tx) => {
      await tx.deleteFrom('goal').where('id', '=', goal_id).execute();
      const request = call(ada, method, path, { content: 'A run', goal_id });
      await untilLockWait(deps.db, request);
      return { request };
    });
    expect(await request).toMatchObject(REFUSED);
  }
  expect((await call(ada, 'GET', '/api/action-notes')).body.action_notes).toEqual([note]);
});

test('leaves concurrent notes without a goal, or rejects them, while goals are deleted', async () => {
  const ada = await person();
  for (let round = 0; round < ROUNDS; round += 1) {
    const [goal_id, other] = await Promise.all([goalOf(ada), goalOf(ada)]);
    const write = (fields: object) => call(ada, 'POST', '/api/action-notes', { content: 'A walk', ...fields });
    const note = (await write({ goal_id })).body.action_note;
    const change = (fields: object) => call(ada, 'PUT', `/api/action-notes/${note.id}`, fields);
    const [deletion, otherDeletion, edit, ...responses] = await Promise.all([
      call(ada, 'DELETE', `/api/goals/${goal_id}`),
      call(ada, 'DELETE', `/api/goals/${other}`),
      change({ content: 'A run' }),
      change({ goal_id: other }),
      change({ goal_id }),
      write({ goal_id }),
      write({ goal_id: other }),
    ]);
    expect([deletion.status, otherDeletion.status, edit.status]).toEqual([200, 200, 200]);
    for (const { status, body } of responses) {
      if (status === 400) expect(body.code).toBe(REFUSED.body.code);
      else expect([200, 201]).toContain(status);
    }
  }
  const { action_notes } = (await call(ada, 'GET', '/api/action-notes')).body;
  expect(action_notes.length).toBeGreaterThanOrEqual(ROUNDS);
  expect(action_notes.filter((note: { goal_id: string | null }) => note.goal_id !== null)).toEqual([]);
});
