import { beforeEach, expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { type Answer, type Person, startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';

const app = await startTestApp();
const { clock, deps, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];

beforeEach(async () => {
  await deps.db.updateTable('profile').set({ role: 'user', role_changed_at: clock.now() }).execute();
});

const administrators = async () =>
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

/** Asks for all of it at once, on both nodes in turn. */
function atOnce(deeds: { actor: Person; target: Person; way: keyof typeof WAYS }[]): Promise<Answer[]> {
  return Promise.all(
    deeds.map(({ actor, target, way }, index) => {
      const [url, body] = WAYS[way](target.id);
      return (nodes[index % 2] ?? app).call(actor, 'PUT', url, body);
    }),
  );
}

const ROUNDS = Array.from({ length: byTier(1, 20) }, (_, round) => ({ round }));

test.each(ROUNDS)('of two who demote each other at once one is left (round $round)', async () => {
  const [ada, ben] = [await superAdmin(), await superAdmin()];
  const answers = await atOnce([
    { actor: ada, target: ben, way: 'demote' },
    { actor: ben, target: ada, way: 'demote' },
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403]);
  expect(await administrators()).toHaveLength(1);
  expect(await recordsAbout([ada.id, ben.id])).toBe(1);
});

test.each(ROUNDS)('of two who give up their own role at once one keeps it (round $round)', async () => {
  const [ada, ben] = [await superAdmin(), await superAdmin()];
  const answers = await atOnce([
    { actor: ada, target: ada, way: 'demote' },
    { actor: ben, target: ben, way: 'block' },
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  expect(answers.find(({ status }) => status === 400)?.body.code).toBe('account.last-super-admin');
  expect(await administrators()).toHaveLength(1);
});

test.each(ROUNDS)(
  'of ten who demote and block each other in a ring at once somebody is left (round $round)',
  async () => {
    const people = await Promise.all(Array.from({ length: 10 }, superAdmin));
    const answers = await atOnce(
      people.map((actor, index) => ({
        actor,
        target: people[(index + 1) % people.length] ?? actor,
        way: index % 3 === 0 ? 'block' : 'demote',
      })),
    );
    const done = answers.filter(({ status }) => status === 200).length;
    expect(answers.filter(({ status }) => ![200, 403].includes(status))).toEqual([]);
    expect(await administrators()).toHaveLength(people.length - done);
    expect(done).toBeLessThan(people.length);
    expect(await recordsAbout(people.map(({ id }) => id))).toBe(done);
  },
);

test.each(ROUNDS)('of ten who all give up their own role at once one keeps it (round $round)', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, superAdmin));
  const answers = await atOnce(people.map((actor) => ({ actor, target: actor, way: 'demote' })));
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(9);
  expect(await administrators()).toHaveLength(1);
});

test('of ten who ask for the same demotion at once one does it, and writes it down', async () => {
  const [root, ada] = [await superAdmin(), await superAdmin()];
  const answers = await atOnce(Array.from({ length: 10 }, () => ({ actor: root, target: ada, way: 'demote' })));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await recordsAbout([ada.id])).toBe(1);
});
