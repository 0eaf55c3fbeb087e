import { beforeEach, expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const app = await startTestApp();
const { clock, deps, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];

beforeEach(async () => {
  await deps.db.updateTable('profile').set({ role: 'user', role_changed_at: clock.now() }).execute();
});

const superAdminIds = async () =>
  (
    await deps.db
      .selectFrom('profile')
      .select('id')
      .where('role', '=', 'super_admin')
      .where('is_active', '=', true)
      .execute()
  ).map(({ id }) => id);

const recordsAbout = async (ids: string[]) =>
  (await deps.db.selectFrom('audit_log').select('id').where('subject_id', 'in', ids).execute()).length;

const WAYS = {
  demote: (id: string) => [`/api/admin/users/${id}/role`, { role: 'user' }] as const,
  block: (id: string) => [`/api/admin/users/${id}`, { is_active: false }] as const,
};

/** Sends all requests concurrently, to both nodes in turn. */
function concurrently(events: { actor: Person; target: Person; way: keyof typeof WAYS }[]): Promise<TestResponse[]> {
  return Promise.all(
    events.map(({ actor, target, way }, index) => {
      const [url, body] = WAYS[way](target.id);
      return (nodes[index % 2] ?? app).call(actor, 'PUT', url, body);
    }),
  );
}

const ROUNDS = Array.from({ length: byTier(1, 6) }, (_, round) => ({ round }));

test.each(ROUNDS)('keeps one of two super admins who demote each other concurrently (round $round)', async () => {
  const [ada, ben] = [await superAdmin(), await superAdmin()];
  const responses = await concurrently([
    { actor: ada, target: ben, way: 'demote' },
    { actor: ben, target: ada, way: 'demote' },
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await superAdminIds()).toHaveLength(1);
  expect(await recordsAbout([ada.id, ben.id])).toBe(1);
});

test.each(ROUNDS)('keeps one of two super admins who give up their role concurrently (round $round)', async () => {
  const [ada, ben] = [await superAdmin(), await superAdmin()];
  const responses = await concurrently([
    { actor: ada, target: ada, way: 'demote' },
    { actor: ben, target: ben, way: 'block' },
  ]);
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(responses.find(({ status }) => status === 400)?.body.code).toBe('account.last-super-admin');
  expect(await superAdminIds()).toHaveLength(1);
});

test.each(ROUNDS)('keeps a super admin when ten demote and block each other in a ring (round $round)', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, superAdmin));
  const responses = await concurrently(
    users.map((actor, index) => ({
      actor,
      target: users[(index + 1) % users.length] ?? actor,
      way: index % 3 === 0 ? 'block' : 'demote',
    })),
  );
  const done = responses.filter(({ status }) => status === 200).length;
  expect(responses.filter(({ status }) => ![200, 403].includes(status))).toEqual([]);
  expect(await superAdminIds()).toHaveLength(users.length - done);
  expect(done).toBeLessThan(users.length);
  expect(await recordsAbout(users.map(({ id }) => id))).toBe(done);
});

test.each(ROUNDS)('keeps one super admin when ten give up their role concurrently (round $round)', async () => {
  const users = await Promise.all(Array.from({ length: 10 }, superAdmin));
  const responses = await concurrently(users.map((actor) => ({ actor, target: actor, way: 'demote' })));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(await superAdminIds()).toHaveLength(1);
});

test('audits one of ten concurrent equal demotions', async () => {
  const [root, ada] = [await superAdmin(), await superAdmin()];
  const responses = await concurrently(Array.from({ length: 10 }, () => ({ actor: root, target: ada, way: 'demote' })));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await recordsAbout([ada.id])).toBe(1);
});
