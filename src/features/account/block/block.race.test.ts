import { expect, test } from 'vitest';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const { person, call, deps, clock } = await startTestApp();

const block = (actor: Person, other: Person) => call(actor, 'POST', `/api/users/${other.id}/block`);
const unblock = (actor: Person, other: Person) => call(actor, 'DELETE', `/api/users/${other.id}/block`);

const rowsOf = ({ id }: Person) =>
  deps.db
    .selectFrom('user_block')
    .selectAll()
    .where((or) => or.or([or('blocker_id', '=', id), or('blocked_id', '=', id)]))
    .execute();

const ROUNDS = byTier(1, 6);

/** Two users who are matched with each other today and tomorrow, because their location has no others. */
async function pair(): Promise<[Person, Person]> {
  const users: [Person, Person] = [await person(), await person()];
  const city = `City of ${users[0].id}`;
  for (const [index, user] of users.entries()) {
    await call(user, 'PUT', '/api/workout-window/update-location', { city, region: 'Region', country: 'DE' });
    const [windowStartTime, windowEndTime] = [`0${6 + 2 * index}:00`, ['08:00', '10:00'][index]];
    const setup = { activityType: 'walk', windowStartTime, windowEndTime, timezone: 'UTC' };
    expect((await call(user, 'POST', '/api/workout-window/setup', setup)).status).toBe(201);
  }
  return users;
}

/** The after users of a user, today and tomorrow. */
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

test('stores one of twenty concurrent blocks, with equal responses', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ada, ben] = await pair();
    const responses = await Promise.all(Array.from({ length: 20 }, () => block(ada, ben)));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(await rowsOf(ada)).toHaveLength(1);
    expect(await followersOf(ada)).toEqual([null, null]);
  }
});

test('stores both blocks of two users who block each other concurrently', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ada, ben] = await pair();
    const responses = await Promise.all(Array.from({ length: 10 }, () => [block(ada, ben), block(ben, ada)]).flat());
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(await rowsOf(ada)).toHaveLength(2);
    expect(await followersOf(ada)).toEqual([null, null]);
  }
});

test('leaves a chain that matches the remaining blocks after concurrent changes', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const [ada, ben] = await pair();
    expect(await followersOf(ada)).toEqual([ben.id, ben.id]);
    const responses = await Promise.all(Array.from({ length: 10 }, () => [block(ada, ben), unblock(ada, ben)]).flat());
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    const isBlocked = (await rowsOf(ada)).length === 1;
    expect(await followersOf(ada)).toEqual(isBlocked ? [null, null] : [ben.id, ben.id]);
  }
});
