import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];

const nodeOf = (index: number) => nodes[index % 2] ?? app;

test.each(Array.from({ length: byTier(1, 6) }, (_, round) => ({ round })))(
  'stops once for ten concurrent requests, and the others get 401 (round $round)',
  async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const body = { target_id: ada.id, reason: 'A race' };
    const { token } = (await call(root, 'POST', '/api/admin/impersonate', body)).body;
    clock.advance(1_000);
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        nodeOf(index).call({ ...ada, token }, 'POST', '/api/admin/impersonate/stop'),
      ),
    );
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(401)]);
    for (const { status, body } of responses) if (status === 401) expect(body.code).toBe('auth.impersonation-ended');
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

test('either handles and audits a request or rejects it while the impersonation is stopped', async () => {
  const [root, ada] = [await superAdmin(), await person()];
  const body = { target_id: ada.id, reason: 'A race' };
  const { token } = (await call(root, 'POST', '/api/admin/impersonate', body)).body;
  const asAda = { ...ada, token };
  const [, ...responses] = await Promise.all([
    call(asAda, 'POST', '/api/admin/impersonate/stop'),
    ...Array.from({ length: 20 }, (_, index) =>
      nodeOf(index).call(asAda, 'POST', '/api/notebooks', { name: `${index}` }),
    ),
  ]);
  const done = responses.filter(({ status }) => status === 201).length;
  expect(responses.filter(({ status }) => ![201, 401].includes(status))).toEqual([]);
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
