import { expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];

const nodeOf = (index: number) => nodes[index % 2] ?? app;

test.each(Array.from({ length: byTier(1, 20) }, (_, round) => ({ round })))(
  'of ten who stop it at once one does, the others find it ended, and it ended once (round $round)',
  async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const body = { target_id: ada.id, reason: 'A race' };
    const { token } = (await call(root, 'POST', '/api/admin/impersonate', body)).body;
    clock.advance(1_000);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        nodeOf(index).call({ ...ada, token }, 'POST', '/api/admin/impersonate/stop'),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
    for (const { status, body } of answers) if (status === 401) expect(body.code).toBe('auth.impersonation-ended');
    const ended = await deps.db
      .selectFrom('impersonation')
      .select('ended_at')
      .where('target_id', '=', ada.id)
      .executeTakeFirstOrThrow();
    expect(ended.ended_at).toEqual(clock.now());
    const stops = await deps.db
      .selectFrom('audit_log')
      .select('id')
      .where('subject_id', '=', ada.id)
      .where('action', '=', 'impersonation.stop')
      .execute();
    expect(stops).toHaveLength(1);
  },
);

test('what is asked for while it is stopped is done and written down, or neither', async () => {
  const [root, ada] = [await superAdmin(), await person()];
  const body = { target_id: ada.id, reason: 'A race' };
  const { token } = (await call(root, 'POST', '/api/admin/impersonate', body)).body;
  const asAda = { ...ada, token };
  const [, ...answers] = await Promise.all([
    call(asAda, 'POST', '/api/admin/impersonate/stop'),
    ...Array.from({ length: 20 }, (_, index) =>
      nodeOf(index).call(asAda, 'POST', '/api/notebooks', { name: `${index}` }),
    ),
  ]);
  const done = answers.filter(({ status }) => status === 201).length;
  expect(answers.filter(({ status }) => ![201, 401].includes(status))).toEqual([]);
  expect((await call(ada, 'GET', '/api/notebooks')).body.notebooks).toHaveLength(done);
  const written = await deps.db
    .selectFrom('audit_log')
    .select('details')
    .where('subject_id', '=', ada.id)
    .where('action', '=', 'impersonation.request')
    .execute();
  const routes = written.map(({ details }) => (details as { route: string }).route);
  expect(routes.filter((route) => route === '/api/notebooks')).toHaveLength(done);
});
