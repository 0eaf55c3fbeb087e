import { describe, expect, test } from 'vitest';
import { sendAssistantDrops } from '#features/encouragement';
import { notifyAfterwards } from '#features/notification';
import { countStatements } from '#test/count-statements.ts';
import { moveEntryTo } from '#test/entry-dates.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createLiveStandings } from '../../battle/standings/live-standings.actions.ts';
import { createTestUsers, DATE, MORNING } from '../../check-in/test-users.ts';
import { notificationTo } from '../../notification/test-notifications.ts';
import { readToday } from './today.actions.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const { checkIn, looked, peopleAt, renewed, setUp } = createTestUsers(app);
clock.set(MORNING);

async function read(caller: Person | null) {
  const { status, body, text } = await call(caller, 'GET', '/api/today');
  expect(status, text).toBe(200);
  return body;
}

/** Three users in one chain, whose windows are at 8, 10 and 12 in Berlin. It is 10 o'clock. */
async function three(): Promise<[Person, Person, Person]> {
  return (await peopleAt(8, 10, 12)) as [Person, Person, Person];
}

const post = async (caller: Person, path: string, fields: object) => {
  const { status, body, text } = await call(caller, 'POST', path, fields);
  expect(status, text).toBe(201);
  return body;
};
const write = async (author: Person, fields: object = {}) =>
  (await post(author, '/api/journal', { title: 'Rain', content: 'It rained.', mood: 'calm', ...fields })).entry;
const setGoal = async (owner: Person) => (await post(owner, '/api/goals', { title: 'Run' })).goal;

const hide = { full_name: 'Former member', avatar_url: null, opens_at: null, closes_at: null };

/** Gives a user entries, memories, goals, a check-in, a drop, a notification and a mosaic. */
async function fillDayOf(owner: Person): Promise<void> {
  const colleague = await person();
  for (let number = 0; number < 5; number += 1) {
    const { id } = await write(owner, { title: `Memory ${number}`, content: `With @[Ben](${colleague.id}).` });
    await moveEntryTo(deps, id, new Date(`${2021 + number}-11-18T12:00:00Z`));
  }
  for (let number = 0; number < 5; number += 1) {
    clock.advance(1);
    await write(owner, { title: `Entry ${number}` });
    await setGoal(owner);
  }
  await notifyAfterwards(deps, [notificationTo(owner)]);
  await post(colleague, '/api/encouragement-drops/send', {
    recipient_id: owner.id,
    drop_type: 'encouragement',
    content: 'Go on!',
  });
  const now = clock.now();
  const mosaic = { id: deps.ids.next(), date: DATE, image_key: `mosaics/${DATE}-token.png`, mosaic_data: '[]' };
  const counts = { total_participants: 0, completed_count: 0, failed_count: 0, pending_count: 0 };
  await deps.db
    .insertInto('mosaic')
    .values({ ...mosaic, ...counts, created_at: now, updated_at: now } as never)
    .onConflict((conflict) => conflict.column('date').doNothing())
    .execute();
}

describe('GET /api/today', () => {
  test('returns empty parts to a user without anything', async () => {
    expect(await read(await person())).toEqual({
      date: DATE,
      journal_date: DATE,
      state: 'not_set_up',
      window: null,
      checkin: null,
      chain: null,
      squad: null,
      battle: {
        week_start_date: '2026-11-16',
        red_team_chips: 0,
        blue_team_chips: 0,
        red_team_robot_power: 0,
        blue_team_robot_power: 0,
      },
      goals_due: [],
      goals_done: [],
      wellbeing: { satisfaction: null, sleep: null },
      assistant_drop: null,
      newest_entries: [],
      memories: [],
      mosaic_url: null,
      unread_notifications: 0,
      unread_drops: 0,
      drops_to_send: 5,
    });
  });

  test('returns the date of the profile time zone without a window', async () => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { preferences: { timezone: 'Pacific/Kiritimati' } });
    clock.set(new Date(`${DATE}T10:00:00Z`));
    expect(await read(await renewed(ada))).toMatchObject({ date: '2026-11-19', state: 'not_set_up' });
    clock.set(MORNING);
  });

  test('returns the date of the window that crosses midnight', async () => {
    const ada = await person();
    await setUp(ada, { hour: 23 });
    clock.set(new Date('2026-11-18T23:30:00Z'));
    expect(await read(await renewed(ada))).toMatchObject({
      date: DATE,
      state: 'open',
      window: { opens_at: '2026-11-18T22:00:00.000Z', closes_at: '2026-11-19T00:00:00.000Z' },
    });
    clock.set(MORNING);
  });

  test('returns state, window and neighbours to a user who has never checked in', async () => {
    const [ada, ben, cleo] = await three();
    const neighbour = { avatar_url: null, is_ai: false };
    expect(await read(ben)).toMatchObject({
      date: DATE,
      state: 'open',
      window: {
        opens_at: '2026-11-18T09:00:00.000Z',
        closes_at: '2026-11-18T11:00:00.000Z',
        next: { opens_at: '2026-11-19T09:00:00.000Z', closes_at: '2026-11-19T11:00:00.000Z' },
      },
      checkin: null,
      chain: {
        team_color: expect.stringMatching(/red|blue/),
        before: { ...neighbour, id: ada.id, full_name: 'Person 0', status: 'pending' },
        after: {
          ...neighbour,
          id: cleo.id,
          full_name: 'Person 2',
          status: 'not_started',
          opens_at: '2026-11-18T11:00:00.000Z',
          closes_at: '2026-11-18T13:00:00.000Z',
        },
      },
    });
    expect(await read(ada)).toMatchObject({ state: 'late', chain: { before: null, after: { id: ben.id } } });
    expect(await read(cleo)).toMatchObject({ state: 'before', chain: { before: { id: ben.id }, after: null } });
  });

  test('returns the own check-in, and the chips of the squad once it is verified', async () => {
    const people = (await peopleAt(6, 8, 10, 12, 14)) as [Person, ...Person[]];
    const days = await Promise.all(people.map(async (one) => ({ one, day: await read(one) })));
    const found = days.find(({ one, day }) => day.squad !== null && one !== people[0]);
    if (found === undefined) throw new Error('Five users have a squad.');
    const { one, day } = found;
    expect(day.squad).toMatchObject({ chips: 0, team_color: day.chain.team_color });
    expect(day.squad.members.map(({ id }: { id: string }) => id)).toContain(one.id);
    await checkIn(one);
    expect(await read(one)).toMatchObject({ state: 'checked_in' });
    await looked();
    const { state, checkin, squad, battle, chain } = await read(one);
    expect({ state, status: checkin.status, chips: squad.chips }).toEqual({
      state: 'checked_in',
      status: 'verified',
      chips: checkin.battle_chips_earned,
    });
    expect(battle[`${chain.team_color}_team_chips`]).toBeGreaterThanOrEqual(1);
    const member = squad.members.find(({ id }: { id: string }) => id === one.id);
    expect(member).toMatchObject({ status: 'completed' });
  });

  test('returns state paused while the window is closed, unless the user is in a chain', async () => {
    const ada = await person();
    await setUp(ada, { hour: 12 });
    await call(ada, 'DELETE', '/api/workout-window/my-window');
    await deps.db.deleteFrom('chain').where('user_id', '=', ada.id).execute();
    expect(await read(ada)).toMatchObject({ state: 'paused', window: null, chain: null });
  });

  test('hides name and window of a blocked neighbour, in both directions', async () => {
    const [ada, ben, cleo] = await three();
    const block = { blocker_id: ben.id, blocked_id: ada.id, created_at: clock.now() };
    await deps.db.insertInto('user_block').values(block).execute();
    const { chain } = await read(ben);
    expect(chain).toMatchObject({ before: hide, after: { id: cleo.id, full_name: 'Person 2' } });
    expect((await read(ada)).chain.after).toMatchObject(hide);
  });

  test('hides name and window of a deactivated neighbour', async () => {
    const [ada, ben] = await three();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    expect((await read(ben)).chain.before).toMatchObject(hide);
  });

  test('returns everything to a user with everything', async () => {
    const [, ben] = await three();
    await fillDayOf(ben);
    const done = await setGoal(ben);
    await call(ben, 'POST', `/api/goals/${done.id}/check-ins`, { status: 'skipped' });
    const today = await read(ben);
    expect(today).toMatchObject({ unread_notifications: 2, unread_drops: 1, drops_to_send: 5 });
    expect(today.mosaic_url).toMatch(new RegExp(`/media/mosaics/${DATE}-token.png$`));
    expect(today.newest_entries).toMatchObject([{ title: 'Entry 4', excerpt: 'It rained.' }, {}, { title: 'Entry 2' }]);
    expect(today.memories).toMatchObject([
      { title: 'Memory 4', excerpt: 'With Ben.', created_at: '2025-11-18T12:00:00.000Z' },
      { title: 'Memory 3' },
      { title: 'Memory 2' },
    ]);
    expect(today.goals_due).toHaveLength(5);
    expect(today.goals_due).not.toContainEqual(expect.objectContaining({ id: done.id }));
    expect(today.goals_due[0]).toMatchObject({ title: 'Run', check_in_count: 0, status: 'active' });
  });

  test('returns what was recorded of the day, the newest of each kind', async () => {
    const ada = await person();
    const record = async (path: string, fields: object) => {
      clock.advance(1);
      await post(ada, path, fields);
    };
    await record('/api/satisfaction-entries', { score: 3, entry_date: DATE });
    await record('/api/satisfaction-entries', { score: 8, entry_date: DATE });
    await record('/api/satisfaction-entries', { score: 1, entry_date: '2026-11-17' });
    await record('/api/sleep-entries', { sleep_date: DATE, hours: 7.5, quality: 4 });
    expect((await read(ada)).wellbeing).toMatchObject({
      satisfaction: { score: 8 },
      sleep: { hours: 7.5, quality: 4 },
    });
  });

  test("returns the assistant's drop of the last 24 hours", async () => {
    const ada = await person();
    const drop = { id: deps.ids.next(), recipientId: ada.id, content: 'You walked.' };
    await deps.db.transaction().execute(async (tx) => sendAssistantDrops(deps, tx, [drop]));
    const { assistant_drop } = await read(ada);
    expect(assistant_drop).toEqual({
      id: drop.id,
      content: 'You walked.',
      date_sent: clock.now().toISOString(),
      read_at: null,
    });
    clock.advance(24 * 60 * 60 * 1000 + 1);
    expect((await read(await renewed(ada))).assistant_drop).toBeNull();
    clock.set(MORNING);
  });

  test('returns own entries only, also to super admins', async () => {
    const ada = await person();
    await write(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    expect(await read(await superAdmin())).toMatchObject({ newest_entries: [], memories: [], goals_due: [] });
  });

  test('costs 3 statements, whatever the data', async () => {
    const statementsOf = async ({ id }: Person) => {
      const { db, count } = countStatements(deps.db);
      const actor = { userId: id, isSuperAdmin: false } as Parameters<typeof readToday>[1];
      await readToday({ ...deps, db, liveStandings: createLiveStandings((work) => work(db)) }, actor);
      return count();
    };
    expect(await statementsOf(await person())).toBe(3);
    const people = (await peopleAt(6, 8, 10, 12, 14)) as [Person, ...Person[]];
    for (const one of people) await fillDayOf(one);
    expect(await Promise.all(people.map(statementsOf))).toEqual(people.map(() => 3));
  });

  test('returns 403 to an inactive user and 401 without a token', async () => {
    const [ada, root] = [await person(), await superAdmin()];
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect((await call(ada, 'GET', '/api/today')).status).toBe(403);
    expect((await call(null, 'GET', '/api/today')).status).toBe(401);
  });
});
