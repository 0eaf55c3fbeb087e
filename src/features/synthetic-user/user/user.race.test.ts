import { sql } from 'kysely';
import { beforeEach, expect, test } from 'vitest';
import { checkInSynthetic } from '#features/check-in';
import { localDateOf } from '#platform/days/calendar-date.ts';
import { startSecondNode } from '#test/second-node.ts';
import { byTier } from '#test/tier.ts';
import { jobOn, startSyntheticApp } from '../test-generation.ts';

const app = await startSyntheticApp();
const { call, clock, deps, generated, generate, chainsOn, checkInsOn, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];

const URL = '/api/workout-window/admin/ai-users';
const HOUSTON = 'America/Chicago';
const MORNINGS = { regions: { South: 1 }, windowSlots: { '6-8': 1, '8-10': 1 }, checkInProbability: 100 };
const ROUNDS = Array.from({ length: byTier(1, 6) }, (_, round) => ({ round }));

let day = 0;

beforeEach(async () => {
  await app.deleteAllSyntheticUsers();
  day += 1;
  clock.set(new Date(Date.UTC(2026, 11, 1 + 7 * day, 23)));
});

const today = () => localDateOf(clock.now(), HOUSTON);
const on = (index: number) => nodes[index % nodes.length] ?? app;

test.each(ROUNDS)('of ten concurrent deletions of a user one succeeds (round $round)', async () => {
  const root = await superAdmin();
  const users = await generated(6);
  const url = `${URL}/${users[2]?.id}`;
  const responses = await Promise.all(Array.from({ length: 10 }, (_, index) => on(index).call(root, 'DELETE', url)));
  expect(responses.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(404)]);
  const deeds = deps.db.selectFrom('audit_log').select('id').where('action', '=', 'synthetic-user.delete');
  expect(await deeds.where('subject_id', '=', users[2]?.id ?? '').execute()).toHaveLength(1);
});

test.each(ROUNDS)(
  'concurrent deletions of neighbours delete all, and the others are matched (round $round)',
  async () => {
    const root = await superAdmin();
    const users = await generated(6, MORNINGS);
    const [left, ...gone] = users.map(({ id }) => id);
    const responses = await Promise.all(gone.map((id, index) => on(index).call(root, 'DELETE', `${URL}/${id}`)));
    expect(responses.map(({ status, text }) => [status, text])).toEqual(gone.map(() => [200, expect.any(String)]));
    expect(await chainsOn(today())).toMatchObject([{ user_id: left, before_user_id: null, after_user_id: null }]);
  },
);

test.each(ROUNDS)('concurrent jobs on two nodes check in each user once (round $round)', async () => {
  const users = await generated(40, MORNINGS);
  const responses = await Promise.all(Array.from({ length: 8 }, (_, index) => jobOn(on(index).call)()));
  expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(responses.reduce((sum, { body }) => sum + body.results.checked_in, 0)).toBe(users.length);
  expect(responses.flatMap(({ body }) => body.results.errors)).toEqual([]);
  expect((await checkInsOn(today())).map(({ user_id }) => user_id)).toEqual(users.map(({ id }) => id).toSorted());
});

test.each(ROUNDS)('check-ins without the lock of the job happen once each (round $round)', async () => {
  const users = await generated(40, MORNINGS);
  const people = users.map(({ id }) => ({
    userId: id,
    activityType: 'walk' as const,
    timezone: HOUSTON,
    isWithinWindow: false,
  }));
  const runs = await Promise.all(Array.from({ length: 5 }, () => checkInSynthetic(deps, people, today())));
  expect(runs.reduce((sum, { checkedIn }) => sum + checkedIn, 0)).toBe(users.length);
  expect(runs.flatMap(({ errors }) => errors)).toEqual([]);
  const rows = await checkInsOn(today());
  expect(rows).toHaveLength(users.length);
  expect((await chainsOn(today())).filter(({ has_check_in }) => !has_check_in)).toEqual([]);
});

/** Squads of today whose members are not those of their chain rows. A squad keeps its stored members if its one member left has checked in. */
async function listInconsistentSquads(): Promise<unknown[]> {
  const { rows } = await sql`
    with squad_of_today as (
      select id, array_remove(array[user_1_id, user_2_id, user_3_id], null) as members,
        array(select user_id from chain where squad_id = squad.id) as linked,
        (select bool_and(has_check_in) from chain where squad_id = squad.id) as is_settled
      from squad where date = ${today()}
    )
    select * from squad_of_today
    where not (linked <@ members and (members <@ linked or (cardinality(linked) = 1 and is_settled)))`.execute(deps.db);
  return rows;
}

test.each(ROUNDS)('concurrent check-ins, matching and deletions leave consistent chains (round $round)', async () => {
  const root = await superAdmin();
  const users = await generated(24, MORNINGS);
  const gone = users.slice(0, 2).map(({ id }) => id);
  const responses = await Promise.all([
    jobOn(on(0).call)(),
    ...gone.map((id, index) => on(index).call(root, 'DELETE', `${URL}/${id}`)),
    ...users.slice(2, 4).map(({ id }) => on(1).call(root, 'PUT', `${URL}/${id}/toggle`, { isActive: false })),
    generate(root, { count: 6, config: MORNINGS }),
  ]);
  expect(responses.map(({ status, text }) => (status < 300 ? 'done' : text))).toEqual(responses.map(() => 'done'));
  await jobOn(call)();
  const [rows, checkIns] = [await chainsOn(today()), await checkInsOn(today())];
  const settled = rows.filter(({ has_check_in }) => has_check_in).map(({ user_id }) => user_id);
  expect(checkIns.map(({ user_id }) => user_id)).toEqual(settled);
  expect(rows.filter(({ user_id }) => gone.includes(user_id))).toEqual([]);
  expect(await listInconsistentSquads()).toEqual([]);
});

test('concurrent toggles end matched if and only if the user is enabled', async () => {
  const root = await superAdmin();
  const [user] = await generated(1);
  const url = `${URL}/${user?.id}/toggle`;
  await Promise.all(
    Array.from({ length: 10 }, (_, index) => on(index).call(root, 'PUT', url, { isActive: index % 2 === 0 })),
  );
  const { body } = await call(root, 'GET', URL);
  expect(await chainsOn(today())).toHaveLength(body.users[0].is_active ? 1 : 0);
});

test('two concurrent requests create different users', async () => {
  const root = await superAdmin();
  const responses = await Promise.all(Array.from({ length: 4 }, () => generate(root, { count: 50 })));
  expect(responses.map(({ body }) => body.created)).toEqual(Array(4).fill(50));
  // Names alone can be equal by chance.
  const described = responses.map(({ body }) =>
    JSON.stringify(body.users.map((user: object) => ({ ...user, id: null }))),
  );
  expect(new Set(described).size).toBe(4);
});
