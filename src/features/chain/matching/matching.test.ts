import { describe, expect, test } from 'vitest';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, call, deps, clock } = await startTestApp({
  environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' },
});

const ZONE = 'Europe/Berlin';
const today = () => localDateOf(clock.now(), ZONE);

let cities = 0;

/** People with windows of two hours from these full hours on, in a city of their own. */
async function peopleAt(...hours: number[]): Promise<Person[]> {
  cities += 1;
  const city = `City ${cities}`;
  const people: Person[] = [];
  for (const hour of hours) {
    const created = await person();
    await locate(created, city);
    expect((await setUp(created, hour)).status).toBe(201);
    people.push(created);
  }
  return people;
}

const timeOf = (hour: number) => `${String(hour % 24).padStart(2, '0')}:00`;

const setUp = (owner: Person, hour: number) =>
  call(owner, 'POST', '/api/workout-window/setup', {
    activityType: 'walk',
    windowStartTime: timeOf(hour),
    windowEndTime: timeOf(hour + 2),
    timezone: ZONE,
  });

const locate = (owner: Person, city: string) =>
  call(owner, 'PUT', '/api/workout-window/update-location', { city, region: 'Region', country: 'DE' });

const match = (caller: Person | null, body?: object) =>
  call(caller, 'POST', '/api/workout-window/generate-chains', body);

const matchAll = (secret: string | null, body?: object) =>
  call(
    null,
    'POST',
    '/api/workout-window/cron/generate-chains',
    body,
    secret === null ? {} : { 'x-cron-secret': secret },
  );

const rowsOn = (date: string, people: readonly Person[]) =>
  deps.db
    .selectFrom('chain')
    .selectAll()
    .where('date', '=', date)
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .orderBy('user_id')
    .execute();

/** Returns the positions of the users before and after each user, null if there is none. */
async function linksOn(date: string, people: readonly Person[]) {
  const rows = new Map((await rowsOn(date, people)).map((row) => [row.user_id, row]));
  const positionOf = (id: string | null | undefined) => (id ? people.findIndex((one) => one.id === id) : null);
  return people.map(({ id }) => [positionOf(rows.get(id)?.before_user_id), positionOf(rows.get(id)?.after_user_id)]);
}

describe('workout window', () => {
  test('is matched today and tomorrow when the setup returns', async () => {
    const people = await peopleAt(6, 8, 12);
    for (const date of [today(), addDays(today(), 1)]) {
      expect(await linksOn(date, people)).toEqual([
        [null, 1],
        [0, 2],
        [1, null],
      ]);
    }
  });

  test('leaves the chain when it is closed, and the others close the gap', async () => {
    const people = await peopleAt(6, 8, 12);
    await call(people[1] as Person, 'DELETE', '/api/workout-window/my-window');
    expect(await rowsOn(today(), [people[1] as Person])).toEqual([]);
    expect(await linksOn(today(), people)).toEqual([
      [null, 2],
      [null, null],
      [0, null],
    ]);
  });

  test('moves from one city to another', async () => {
    const [here, there] = [await peopleAt(6, 8), await peopleAt(6)];
    await locate(here[1] as Person, `City ${cities}`);
    expect(await linksOn(today(), here)).toEqual([
      [null, null],
      [-1, null],
    ]);
    const pair = [there[0] as Person, here[1] as Person];
    expect(await linksOn(today(), pair)).toEqual([
      [null, 1],
      [0, null],
    ]);
  });

  test('is not matched while its user is inactive', async () => {
    const people = await peopleAt(6, 8);
    await deps.db
      .updateTable('profile')
      .set({ is_active: false })
      .where('id', '=', people[1]?.id ?? '')
      .execute();
    await match(people[0] as Person);
    expect(await rowsOn(today(), people)).toHaveLength(1);
  });
});

describe('block', () => {
  const block = (actor: Person, other: Person) => call(actor, 'POST', `/api/users/${other.id}/block`);
  const unblock = (actor: Person, other: Person) => call(actor, 'DELETE', `/api/users/${other.id}/block`);
  const squadsOf = async (people: readonly Person[]) => (await rowsOn(today(), people)).map(({ squad_id }) => squad_id);
  const settle = ({ id }: Person) =>
    deps.db
      .updateTable('chain')
      .set({ has_check_in: true })
      .where('user_id', '=', id)
      .where('date', '=', today())
      .execute();

  const MATCHED = [
    [null, 1],
    [0, 2],
    [1, null],
  ];
  const SEPARATED = [
    [null, 2],
    [null, 2],
    [1, null],
  ];

  test.each([
    ['the one before', 0, 1],
    ['the one after', 1, 0],
  ])('by %s removes their link today and tomorrow, and an unblock restores it', async (_who, by, of) => {
    const people = await peopleAt(6, 8, 12);
    const [blocker, blocked] = [people[by], people[of]] as [Person, Person];
    const dates = [today(), addDays(today(), 1)];
    for (const date of dates) expect(await linksOn(date, people)).toEqual(MATCHED);
    await block(blocker, blocked);
    for (const date of dates) expect(await linksOn(date, people)).toEqual(SEPARATED);
    await unblock(blocked, blocker);
    for (const date of dates) expect(await linksOn(date, people)).toEqual(SEPARATED);
    await unblock(blocker, blocked);
    for (const date of dates) expect(await linksOn(date, people)).toEqual(MATCHED);
  });

  test('separates two users from one squad, and hides them from each other in chains', async () => {
    const people = await peopleAt(6, 8, 10, 12);
    const [ada, , cleo] = people as [Person, Person, Person, Person];
    const rows = await rowsOn(today(), people);
    const squadOf = ({ id }: Person) => rows.find(({ user_id }) => user_id === id)?.squad_id;
    expect(squadOf(ada)).toBe(squadOf(cleo));
    await block(cleo, ada);
    expect(await squadsOf([ada, cleo])).toEqual([null, null]);
    for (const user of [ada, cleo]) {
      const { chain } = (await call(user, 'GET', `/api/workout-window/chain/${today()}`)).body;
      expect([chain.currentUser.userId, chain.squad]).toEqual([user.id, null]);
    }
  });

  test('applies to later setups and to the nightly job', async () => {
    const people = await peopleAt(6, 8);
    const newcomer = await person();
    await block(newcomer, people[0] as Person);
    await locate(newcomer, `City ${cities}`);
    await setUp(newcomer, 8);
    const all = [...people, newcomer];
    const expected = [
      [null, 1],
      [0, null],
      [null, null],
    ];
    expect(await linksOn(today(), all)).toEqual(expected);
    const date = addDays(today(), 4);
    await matchAll('secret-of-the-spring', { date });
    expect(await linksOn(date, all)).toEqual(expected);
  });

  test('keeps a row with a check-in, and matches the other user again', async () => {
    const people = await peopleAt(6, 8, 12);
    const [ada, ben] = people as [Person, Person];
    await settle(ada);
    const [before] = await rowsOn(today(), [ada]);
    await block(ben, ada);
    expect(await rowsOn(today(), [ada])).toEqual([before]);
    expect(await linksOn(today(), people)).toEqual([
      [null, 1],
      [null, 2],
      [1, null],
    ]);
    expect(await linksOn(addDays(today(), 1), people)).toEqual(SEPARATED);
  });

  test('writes nothing between users of different groups or without a window', async () => {
    const [here, there, withoutWindow] = [await peopleAt(6, 8), await peopleAt(6, 8), await person()];
    const rows = async () => [await rowsOn(today(), [...here, ...there])];
    const before = await rows();
    for (const other of [there[0], withoutWindow] as Person[]) {
      expect((await block(here[0] as Person, other)).status).toBe(200);
      expect((await block(other, here[1] as Person)).status).toBe(200);
    }
    expect(await rows()).toEqual(before);
  });

  test('matches in both time zones if they differ', async () => {
    clock.advance(Date.parse(`${addDays(today(), 1)}T12:00:00Z`) - clock.now().getTime());
    const people = await peopleAt(6, 8);
    const [ada, ben] = people as [Person, Person];
    // It is tomorrow already where the second one lives, and that day's tomorrow is matched for them.
    await deps.db
      .updateTable('workout_window')
      .set({ timezone: 'Pacific/Kiritimati' })
      .where('user_id', '=', ben.id)
      .execute();
    const dates = [today(), addDays(today(), 1), addDays(today(), 2)];
    for (const date of dates) await match(ada, { date });
    await block(ada, ben);
    for (const date of dates) {
      const links = (await rowsOn(date, people)).map((row) => [row.before_user_id, row.after_user_id]);
      expect(links.length).toBeGreaterThan(0);
      expect(links.flat().filter((link) => link !== null)).toEqual([]);
    }
  });
});

describe('chain rows', () => {
  test('are not changed after a check-in', async () => {
    const people = await peopleAt(6, 8);
    const [, settled] = people as [Person, Person];
    await deps.db
      .updateTable('chain')
      .set({ has_check_in: true })
      .where('user_id', '=', settled.id)
      .where('date', '=', today())
      .execute();
    const [before] = await rowsOn(today(), [settled]);
    await setUp(people[0] as Person, 12);
    await setUp(settled, 20);
    await locate(settled, 'Elsewhere');
    await call(settled, 'DELETE', '/api/workout-window/my-window');
    expect(await rowsOn(today(), [settled])).toEqual([before]);
  });

  test('keep the squad after a check-in when the other member leaves', async () => {
    const people = await peopleAt(6, 8, 10, 12);
    const rows = await rowsOn(today(), people);
    const [settled, other] = rows
      .filter(({ squad_id }) => squad_id === rows[0]?.squad_id)
      .map(({ user_id }) => user_id);
    const personOf = (id: string | undefined) => people.find((one) => one.id === id) as Person;
    await deps.db
      .updateTable('chain')
      .set({ has_check_in: true })
      .where('user_id', '=', settled ?? '')
      .where('date', '=', today())
      .execute();
    const [before] = await rowsOn(today(), [personOf(settled)]);
    await call(personOf(other), 'DELETE', '/api/workout-window/my-window');
    expect(await rowsOn(today(), [personOf(other)])).toEqual([]);
    expect(await rowsOn(today(), [personOf(settled)])).toEqual([before]);
  });

  test('reference squads of two or three of one colour, one for each user', async () => {
    const people = await peopleAt(6, 7, 8, 9, 10, 12, 14, 16, 18);
    const rows = await rowsOn(today(), people);
    expect(rows.filter(({ team_color }) => team_color === 'red').length).toBeGreaterThanOrEqual(4);
    const squads = await deps.db
      .selectFrom('squad')
      .selectAll()
      .where(
        'id',
        'in',
        rows.flatMap(({ squad_id }) => squad_id ?? []),
      )
      .execute();
    const members = squads.flatMap(({ id, team_color, user_1_id, user_2_id, user_3_id }) =>
      [user_1_id, user_2_id, user_3_id].flatMap((userId) => (userId === null ? [] : [{ id, team_color, userId }])),
    );
    expect(new Set(members.map(({ userId }) => userId)).size).toBe(members.length);
    for (const { id, team_color, userId } of members) {
      const row = rows.find(({ user_id }) => user_id === userId);
      expect([row?.squad_id, row?.team_color]).toEqual([id, team_color]);
    }
    const ofDate = await deps.db
      .selectFrom('squad')
      .select('id')
      .where('date', '=', today())
      .where(
        'user_1_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute();
    expect(ofDate).toHaveLength(squads.length);
  });
});

describe('POST /api/workout-window/generate-chains', () => {
  test('returns counts of chains and squads, and changes nothing when repeated', async () => {
    const people = await peopleAt(6, 8, 10, 12);
    const date = addDays(today(), 3);
    const { status, body } = await match(people[0] as Person, { date });
    const results = { failed: 0, errors: [] };
    const expected = { success: true, message: `Chains are created for ${date}.`, date, chains: 4, squads: 2, results };
    expect({ status, body }).toEqual({ status: 200, body: expected });
    const rows = await rowsOn(date, people);
    expect((await match(people[1] as Person, { date })).body).toEqual(expected);
    expect(await rowsOn(date, people)).toEqual(rows);
  });

  test('uses today without a date or body', async () => {
    const [ada] = (await peopleAt(6)) as [Person];
    expect((await match(ada)).body.date).toBe(today());
    expect((await match(ada, {})).body.date).toBe(today());
  });

  test('does nothing without a window', async () => {
    const { body } = await match(await person());
    expect(body).toMatchObject({
      success: true,
      chains: 0,
      squads: 0,
      message: 'Set up a workout window to be matched.',
    });
  });

  test('returns 429 for the seventh request within an hour, also without rate limits', async () => {
    const [ada] = (await peopleAt(6)) as [Person];
    const statuses: number[] = [];
    for (let index = 0; index < 7; index += 1) statuses.push((await match(ada)).status);
    expect(statuses).toEqual([...Array(6).fill(200), 429]);
  });

  test('creates one row for each user in twenty concurrent requests', async () => {
    const people = await peopleAt(6, 8, 10, 12);
    const date = addDays(today(), 2);
    const callers = Array.from({ length: 5 }, () => people).flat();
    const responses = await Promise.all(callers.map((caller) => match(caller, { date })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(200));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    const rows = await rowsOn(date, people);
    expect(rows.map(({ user_id }) => user_id)).toEqual(people.map(({ id }) => id).toSorted());
  });

  test.each([
    ['yesterday', -1],
    ['in eight days', 8],
  ])('returns 400 for %s', async (_what, days) => {
    const [ada] = (await peopleAt(6)) as [Person];
    const { status, body } = await match(ada, { date: addDays(today(), days) });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'chain.date-out-of-range' });
  });

  test.each(['2026-02-30', 'today', '', 5, null])('returns 400 for the date %j', async (date) => {
    expect((await match(await person(), { date })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await match(null)).status).toBe(401);
  });
});

describe('POST /api/workout-window/cron/generate-chains', () => {
  test('matches all users for a date and the next one', async () => {
    const people = await peopleAt(6, 8);
    const date = addDays(today(), 5);
    const { status, body } = await matchAll('secret-of-the-spring', { date });
    expect(status).toBe(200);
    expect(body).toMatchObject({ success: true, today: { success: true, date }, tomorrow: { date: addDays(date, 1) } });
    for (const day of [date, addDays(date, 1)]) {
      expect(await linksOn(day, people)).toEqual([
        [null, 1],
        [0, null],
      ]);
    }
  });

  test('uses today (UTC) without a body', async () => {
    expect((await matchAll('secret-of-the-spring')).body.today.date).toBe(localDateOf(clock.now(), 'UTC'));
  });

  test('matches yesterday (UTC), which has not ended in all time zones', async () => {
    const people = await peopleAt(6, 8);
    const yesterday = addDays(localDateOf(clock.now(), 'UTC'), -1);
    const ids = people.map(({ id }) => id);
    await deps.db.updateTable('workout_window').set({ since: yesterday }).where('user_id', 'in', ids).execute();
    const { status, body } = await matchAll('secret-of-the-spring', { date: yesterday });
    expect([status, body.today.date, body.today.results]).toEqual([200, yesterday, { failed: 0, errors: [] }]);
    expect(await linksOn(yesterday, people)).toEqual([
      [null, 1],
      [0, null],
    ]);
  });

  test('returns 400 for the day before yesterday and the eighth day ahead', async () => {
    const now = localDateOf(clock.now(), 'UTC');
    for (const days of [-2, 8]) {
      expect((await matchAll('secret-of-the-spring', { date: addDays(now, days) })).body.code).toBe(
        'chain.date-out-of-range',
      );
    }
  });

  test.each(['2020-01-01', '9999-12-31'])('returns 400 for %s', async (date) => {
    const { status, body } = await matchAll('secret-of-the-spring', { date });
    expect({ status, code: body.code }).toEqual({ status: 400, code: 'chain.date-out-of-range' });
  });

  test('does nothing while another run is in progress', async () => {
    let finish = (): void => undefined;
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    const other = deps.jobs.runExclusive('generate-chains', async () => {
      const { body } = await matchAll('secret-of-the-spring');
      expect(body).toMatchObject({ success: true, message: 'Another run is under way, so this one did nothing.' });
      await finished;
      return {};
    });
    finish();
    await other;
  });

  test.each([
    ['no secret', null],
    ['a wrong secret', 'secret-of-the-autumn'],
  ])('returns 401 for %s', async (_what, secret) => {
    expect((await matchAll(secret)).status).toBe(401);
  });
});
