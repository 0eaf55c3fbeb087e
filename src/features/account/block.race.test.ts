import { expect, test } from 'vitest';
import { type Person, startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';
import { addDays, localDateOf } from '../../platform/days/calendar-date.ts';

const { person, call, deps, clock } = await startTestApp();

const block = (actor: Person, other: Person) => call(actor, 'POST', `/api/users/${other.id}/block`);
const unblock = (actor: Person, other: Person) => call(actor, 'DELETE', `/api/users/${other.id}/block`);

const rowsOf = ({ id }: Person) =>
  deps.db
    .selectFrom('user_block')
    .selectAll()
    .where((or) => or.or([or('blocker_id', '=', id), or('blocked_id', '=', id)]))
    .execute();

const ROUNDS = byTier(1, 20);

/** Two people who are matched with each other today and tomorrow, as nobody else is there. */
async function pair(): Promise<[Person, Person]> {
  const people: [Person, Person] = [await person(), await person()];
  const city = `City of ${people[0].id}`;
  for (const [index, somebody] of people.entries()) {
    await call(somebody, 'PUT', '/api/workout-window/update-location', { city, region: 'Region', country: 'DE' });
    const [windowStartTime, windowEndTime] = [`0${6 + 2 * index}:00`, ['08:00', '10:00'][index]];
    const setup = { activityType: 'walk', windowStartTime, windowEndTime, timezone: 'UTC' };
    expect((await call(somebody, 'POST', '/api/workout-window/setup', setup)).status).toBe(201);
  }
  return people;
}

/** Whom the first has after them, today and tomorrow. */
async function followersOf({ id }: Person): Promise<(string | null)[]> {
  const today = localDateOf(clock.now(), 'UTC');
  const rows = await deps.db
    .selectFrom('chain')
    .select('after_user_id')
    .where('user_id', '=', id)
    .where('date', 'in', [today, addDays(today, 1)])
    .execute();
  return rows.map(({ after_user_id }) => after_user_id);
}

test('of twenty blocks at once one is stored, and all answer the same', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ada, ben] = await pair();
    const answers = await Promise.all(Array.from({ length: 20 }, () => block(ada, ben)));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await rowsOf(ada)).toHaveLength(1);
    expect(await followersOf(ada)).toEqual([null, null]);
  }
});

test('two who block each other at once both have their block', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ada, ben] = await pair();
    const answers = await Promise.all(Array.from({ length: 10 }, () => [block(ada, ben), block(ben, ada)]).flat());
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await rowsOf(ada)).toHaveLength(2);
    expect(await followersOf(ada)).toEqual([null, null]);
  }
});

test('blocks and unblocks at once leave a chain that fits what is left of them', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ada, ben] = await pair();
    expect(await followersOf(ada)).toEqual([ben.id, ben.id]);
    const answers = await Promise.all(Array.from({ length: 10 }, () => [block(ada, ben), unblock(ada, ben)]).flat());
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const isBlocked = (await rowsOf(ada)).length === 1;
    expect(await followersOf(ada)).toEqual(isBlocked ? [null, null] : [ben.id, ben.id]);
  }
});
