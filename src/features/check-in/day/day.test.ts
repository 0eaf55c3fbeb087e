import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { createTestUsers, DATE, MORNING } from '../test-users.ts';

const app = await startTestApp();
const { call, clock, deps, person } = app;
const { checkIn, looked, peopleAt, renewed } = createTestUsers(app);
clock.set(MORNING);

const get = (caller: Person | null, what: string, date = DATE) =>
  call(caller, 'GET', `/api/workout-window/${what}/${date}`);

async function three(): Promise<[Person, Person, Person]> {
  const [first, second, third] = await peopleAt(8, 10, 12);
  if (!first || !second || !third) throw new Error('There are three of them.');
  return [first, second, third];
}

/** Two of one colour are in a squad: among five people there is one. */
async function squad(): Promise<{ members: Person[]; outsider: Person }> {
  const people = await peopleAt(6, 8, 10, 12, 14);
  const rows = await deps.db
    .selectFrom('chain')
    .select(['user_id', 'squad_id'])
    .where('date', '=', DATE)
    .where(
      'user_id',
      'in',
      people.map(({ id }) => id),
    )
    .execute();
  const squadOf = new Map(rows.map((row) => [row.user_id, row.squad_id]));
  const [first] = people;
  const members = people.filter(({ id }) => squadOf.get(id) === squadOf.get((first as Person).id));
  const outsider = people.find((one) => !members.includes(one)) as Person;
  return { members, outsider };
}

describe.each(['chain', 'squad', 'team-stats', 'checkin', 'checkins'])('invalid date', (what) => {
  test.each(['2026-02-30', 'today', '2026-1-1', '20261118'])(`returns 400 for %s in ${what}`, async (date) => {
    expect((await get(await person(), what, date)).status).toBe(400);
  });
});

describe('GET /api/workout-window/chain/:date', () => {
  test('returns the users before and after with their check-ins and photos', async () => {
    const [ada, ben, cleo] = await three();
    await checkIn(ada, { latitude: '48.123456', longitude: '11.654321' });
    const { status, body } = await get(ben, 'chain');
    expect(status).toBe(200);
    expect(body.chain).toMatchObject({
      beforeUser: {
        userId: ada.id,
        userName: 'Person 0',
        avatarUrl: null,
        activityType: 'walk',
        windowStartTime: '08:00',
        windowEndTime: '10:00',
        timezone: 'Europe/Berlin',
        isAi: false,
      },
      currentUser: { userId: ben.id },
      afterUser: { userId: cleo.id },
      teamColor: expect.stringMatching(/red|blue/),
    });
    expect(body.checkins).toMatchObject([{ user_id: ada.id, photo_url: expect.stringContaining('/media/check-ins/') }]);
    expect(body.checkins[0]).toMatchObject({ location_lat: null, location_lng: null });
  });

  test('returns about how far away neighbours are', async () => {
    const [ada, ben, cleo] = await three();
    await call(ada, 'PUT', '/api/workout-window/update-location', { latitude: 52.4, longitude: 13.06 });
    await call(cleo, 'PUT', '/api/workout-window/update-location', { latitude: null, longitude: null });
    const { chain } = (await get(ben, 'chain')).body;
    expect([chain.beforeUser.distanceKm, chain.currentUser.distanceKm, chain.afterUser.distanceKm]).toEqual([
      50,
      null,
      null,
    ]);
    const today = (await call(ben, 'GET', '/api/today')).body;
    expect([today.chain.before.distance_km, today.chain.after.distance_km]).toEqual([50, null]);
    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    expect((await get(ben, 'chain')).body.chain.beforeUser?.distanceKm ?? null).toBeNull();
  });

  test('returns null without a chain', async () => {
    expect((await get(await person(), 'chain')).body).toEqual({ chain: null, checkins: [] });
    const [ada] = await three();
    expect((await get(ada, 'chain', '2026-11-01')).body).toEqual({ chain: null, checkins: [] });
  });

  test('never returns locations of other users', async () => {
    const [ada, ben] = await three();
    await call(ada, 'PUT', '/api/workout-window/update-location', {
      ipAddress: '203.0.113.77',
      latitude: 12.3456789,
      longitude: 98.7654321,
    });
    await checkIn(ada, { latitude: '12.345678', longitude: '98.765432' });
    for (const what of ['chain', 'squad', 'team-stats', 'checkin', 'checkins']) {
      const { text } = await get(ben, what);
      expect(text).not.toMatch(/12\.34|98\.76|203\.0\.113/);
    }
    expect((await get(ada, 'checkin')).body.checkin).toMatchObject({
      location_lat: 12.345678,
      location_lng: 98.765432,
    });
  });

  test('hides name, avatar and photo of an inactive user', async () => {
    const [ada, ben] = await three();
    await call(ada, 'PUT', '/api/user/profile', { avatar_url: 'https://people.test/ada.png' });
    await checkIn(ada);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    const { body } = await get(ben, 'chain');
    expect(body.chain.beforeUser).toMatchObject({ userName: 'Former member', avatarUrl: null });
    expect(body.checkins).toMatchObject([{ user_name: 'Former member', photo_url: null }]);
  });

  test('returns 401 without a token', async () => {
    expect((await get(null, 'chain')).status).toBe(401);
  });
});

describe('GET /api/workout-window/squad/:date', () => {
  test('returns two or three users of one colour with their check-ins', async () => {
    const { members, outsider } = await squad();
    await checkIn(members[0] as Person);
    await checkIn(outsider);
    const { body } = await get(members.at(-1) as Person, 'squad');
    const found = [body.squad.user1, body.squad.user2, body.squad.user3].filter((one) => one !== null);
    expect(found.map(({ userId }) => userId).toSorted()).toEqual(members.map(({ id }) => id).toSorted());
    expect(body.checkins).toMatchObject([{ user_id: members[0]?.id, photo_url: expect.any(String) }]);
  });

  test('returns null without a squad', async () => {
    expect((await get(await person(), 'squad')).body).toEqual({ squad: null, checkins: [] });
  });

  test('returns 401 without a token', async () => {
    expect((await get(null, 'squad')).status).toBe(401);
  });
});

describe('block', () => {
  test('hides photo, avatar, name and window in a chain of 12 days ago', async () => {
    const { members, outsider } = await squad();
    const [alice, dave] = members as [Person, Person];
    await call(alice, 'PUT', '/api/user/profile', { avatar_url: 'https://people.test/alice.png' });
    for (const one of [alice, dave]) await checkIn(one);
    await looked();
    clock.set(new Date(MORNING.getTime() + 12 * 24 * 60 * 60_000));
    const [later, blocked, other] = await Promise.all([renewed(alice), renewed(dave), renewed(outsider)]);
    const seenBy = async (viewer: Person, of: Person) => {
      const [chain, squads, all] = await Promise.all(
        ['chain', 'squad', 'checkins'].map(async (what) => (await get(viewer, what)).body),
      );
      const { beforeUser, afterUser, squad: inChain } = chain.chain;
      const people = [beforeUser, afterUser, ...Object.values(inChain ?? {}), ...Object.values(squads.squad ?? {})];
      return {
        people: people.filter((one) => one?.userId === of.id),
        checkins: [chain, squads, all].flatMap(({ checkins }) => checkins).filter(({ user_id }) => user_id === of.id),
      };
    };
    const before = await seenBy(blocked, alice);
    expect(before.people[0]).toMatchObject({ userName: 'Person 0', avatarUrl: 'https://people.test/alice.png' });
    expect(before.checkins[0]).toMatchObject({ photo_url: expect.stringContaining('signature=') });

    await call(later, 'POST', `/api/users/${dave.id}/block`);
    for (const [viewer, hidden] of [
      [blocked, alice],
      [later, dave],
    ] as const) {
      const { people, checkins } = await seenBy(viewer, hidden);
      expect(people.length).toBeGreaterThan(0);
      for (const one of people) {
        expect(one).toMatchObject({ userName: 'Former member', avatarUrl: null, activityType: null });
        expect(one).toMatchObject({ windowStartTime: null, windowEndTime: null, timezone: null });
      }
      expect(checkins).toHaveLength(3);
      const hiddenPhoto = { photo_url: null, photo: null, photo_thumbnail: null };
      for (const one of checkins) expect(one).toMatchObject({ user_name: 'Former member', ...hiddenPhoto });
    }
    expect((await seenBy(other, alice)).checkins.at(-1)).toMatchObject({ user_name: 'Person 0' });
    // Their own photo is theirs to see.
    expect((await get(blocked, 'chain')).body.checkins).toContainEqual(
      expect.objectContaining({ user_id: dave.id, photo_url: expect.any(String) }),
    );
    clock.set(MORNING);
  });
});

describe('GET /api/workout-window/team-stats/:date', () => {
  test('counts each user once, and the chips of verified check-ins', async () => {
    const before = (await get(await person(), 'team-stats')).body;
    const people = await three();
    for (const one of people) await checkIn(one);
    await looked();
    const { body } = await get(people[0], 'team-stats');
    const sum = (stats: typeof body, key: string) => stats.redTeam[key] + stats.blueTeam[key];
    expect(sum(body, 'totalMembers') - sum(before, 'totalMembers')).toBe(3);
    expect(sum(body, 'completed') - sum(before, 'completed')).toBe(3);
    expect(sum(body, 'totalChips') - sum(before, 'totalChips')).toBe(1 + 2 + 2);
    for (const team of [body.redTeam, body.blueTeam]) {
      expect(team.totalMembers).toBe(team.completed + team.failed + team.pending);
    }
  });

  test('counts missed check-ins as failed once the day is over', async () => {
    const [ada] = await three();
    const date = '2026-11-19';
    const statsAt = async (instant: string) => {
      clock.set(new Date(instant));
      const { redTeam, blueTeam } = (await get(await renewed(ada), 'team-stats', date)).body;
      return [redTeam.pending + blueTeam.pending, redTeam.failed + blueTeam.failed];
    };
    const [pending] = await statsAt('2026-11-19T22:59:59Z');
    expect(pending).toBeGreaterThanOrEqual(3);
    expect(await statsAt('2026-11-19T23:00:00Z')).toEqual([0, pending]);
    clock.set(MORNING);
  });

  test('returns zeros without participants', async () => {
    const empty = { totalMembers: 0, completed: 0, failed: 0, pending: 0, completionRate: 0, totalChips: 0 };
    expect((await get(await person(), 'team-stats', '2020-01-01')).body).toEqual({ redTeam: empty, blueTeam: empty });
  });

  test('returns 401 without a token', async () => {
    expect((await get(null, 'team-stats')).status).toBe(401);
  });
});

describe('GET /api/workout-window/checkin/:date', () => {
  const statusOf = async (owner: Person, date = DATE) => (await get(await renewed(owner), 'checkin', date)).body.status;

  test('returns the state from before the window to after the day', async () => {
    const [, , late] = await three();
    expect(await statusOf(late)).toBe('not_started');
    clock.set(new Date('2026-11-18T11:00:00Z'));
    expect(await statusOf(late)).toBe('pending');
    clock.set(new Date('2026-11-18T23:00:00Z'));
    expect(await statusOf(late)).toBe('failed');
    expect(await statusOf(late, '2026-11-17')).toBe('not_started');
    clock.set(MORNING);
  });

  test('returns pending, then completed; failed with a reason after a rejection', async () => {
    const [ada] = await three();
    const response = await checkIn(ada);
    await looked();
    expect((await get(ada, 'checkin')).body).toMatchObject({ checkin: { status: 'verified' }, status: 'completed' });
    const admin = await app.superAdmin();
    const url = `/api/workout-window/admin/checkins/${response.body.checkin.id}/reject`;
    await call(admin, 'POST', url, { reason: 'A picture of a screen.' });
    expect((await get(ada, 'checkin')).body).toMatchObject({
      checkin: { status: 'rejected', rejection_reason: 'A picture of a screen.', battle_chips_earned: 0 },
      status: 'failed',
    });
  });

  test('returns not_started without an open window', async () => {
    const ada = await person();
    expect((await get(ada, 'checkin')).body).toEqual({ checkin: null, status: 'not_started' });
    const [ben] = await three();
    await call(ben, 'DELETE', '/api/workout-window/my-window');
    expect(await statusOf(ben)).toBe('not_started');
  });

  test('returns 401 without a token', async () => {
    expect((await get(null, 'checkin')).status).toBe(401);
  });
});

describe('GET /api/workout-window/checkins/:date', () => {
  test('lists all check-ins newest first in pages, with photos of neighbours only', async () => {
    const [ada, ben] = await three();
    const [stranger] = await three();
    clock.advance(1_000);
    await checkIn(ada);
    clock.advance(1_000);
    await checkIn(ben);
    clock.advance(1_000);
    await checkIn(stranger);
    await looked();
    const first = (await call(ben, 'GET', `/api/workout-window/checkins/${DATE}?limit=1`)).body;
    const hiddenPhoto = { photo_url: null, photo: null, photo_thumbnail: null };
    expect(first.checkins).toMatchObject([{ user_id: stranger.id, ...hiddenPhoto }]);
    const next = `/api/workout-window/checkins/${DATE}?limit=2&cursor=${first.next_cursor}`;
    expect((await call(ben, 'GET', next)).body.checkins).toMatchObject([
      { user_id: ben.id, photo_url: expect.any(String), photo_thumbnail: { width: 256 } },
      { user_id: ada.id, photo_url: expect.any(String) },
    ]);
    const { redTeam, blueTeam } = (await get(ben, 'team-stats')).body;
    expect(first.stats).toEqual({
      total: redTeam.totalMembers + blueTeam.totalMembers,
      completed: redTeam.completed + blueTeam.completed,
      failed: redTeam.failed + blueTeam.failed,
    });
    clock.set(MORNING);
  });

  test('lists the check-in of one user, with the stats of all', async () => {
    const [ada, ben] = await three();
    await checkIn(ada);
    await checkIn(ben);
    await looked();
    const { body } = await call(ben, 'GET', `/api/workout-window/checkins/${DATE}?user_id=${ada.id}`);
    expect(body).toMatchObject({ checkins: [{ user_id: ada.id, activity_type: 'walk' }], next_cursor: null });
    expect(body.stats).toEqual((await get(ben, 'checkins')).body.stats);
    clock.advance(1_000);
    const [stranger] = await three();
    const none = await call(ben, 'GET', `/api/workout-window/checkins/${DATE}?user_id=${stranger.id}`);
    expect(none.body.checkins).toEqual([]);
    expect((await call(ben, 'GET', `/api/workout-window/checkins/${DATE}?user_id=ada`)).status).toBe(400);
    clock.set(MORNING);
  });

  test('returns an empty page for a date without check-ins, and 400 for an invalid cursor', async () => {
    const ada = await person();
    expect((await get(ada, 'checkins', '2020-01-01')).body).toEqual({
      checkins: [],
      next_cursor: null,
      stats: { total: 0, completed: 0, failed: 0 },
    });
    expect((await call(ada, 'GET', `/api/workout-window/checkins/${DATE}?cursor=x`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await get(null, 'checkins')).status).toBe(401);
  });
});

describe('photo', () => {
  test('cannot be read without the signature of its URL', async () => {
    const [ada] = await three();
    const url = (await checkIn(ada)).body.checkin.photo_url as string;
    const statusAt = async (address: string) => (await app.server.inject({ method: 'GET', url: address })).statusCode;
    expect(await statusAt(url)).toBe(200);
    expect(await statusAt(url.replace(/\?.*/, ''))).toBe(404);
    expect(await statusAt(url.replace('check-ins', 'check-in-tiles'))).toBe(404);
    clock.advance(48 * 60 * 60_000);
    expect(await statusAt(url)).toBe(404);
    clock.set(MORNING);
  });
});
