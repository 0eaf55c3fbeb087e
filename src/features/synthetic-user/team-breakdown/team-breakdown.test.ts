import { describe, expect, test } from 'vitest';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Person } from '#test/start-test-app.ts';
import { startSyntheticApp } from '../test-generation.ts';

const { call, clock, deps, generated, chainsOn, person, runJob, superAdmin } = await startSyntheticApp();

const HOUSTON = 'America/Chicago';

const read = (actor: Person | null, date: string, query = '') =>
  call(actor, 'GET', `/api/workout-window/admin/teams/${date}${query}`);

const EMPTY = {
  totalMembers: 0,
  realMembers: 0,
  aiMembers: 0,
  completed: 0,
  failed: 0,
  pending: 0,
  completionRate: 0,
  totalChips: 0,
};

describe('GET /api/workout-window/admin/teams/:date', () => {
  test('counts synthetic and real users in teams and squads', async () => {
    clock.set(new Date('2026-12-01T18:00:00Z'));
    const ada = await person({ name: 'Ada' });
    const place = { city: 'Houston', region: 'Texas', country: 'US' };
    await call(ada, 'PUT', '/api/workout-window/update-location', place);
    const window = { windowStartTime: '06:00', windowEndTime: '08:00', timezone: HOUSTON };
    await call(ada, 'POST', '/api/workout-window/setup', { activityType: 'walk', ...window });
    const config = { regions: { South: 1 }, windowSlots: { '6-8': 1 }, checkInProbability: 100 };
    const users = await generated(11, config);
    await runJob();

    const root = await superAdmin();
    const date = localDateOf(clock.now(), HOUSTON);
    const { status, body } = await read(root, date);
    expect(status).toBe(200);
    const rows = await chainsOn(date);
    const colorOfAda = rows.find(({ user_id }) => user_id === ada.id)?.team_color;
    const team = { ...EMPTY, totalMembers: 6, completed: 6, aiMembers: 6, completionRate: 100, totalChips: 6 };
    const withAda = {
      ...team,
      completed: 5,
      pending: 1,
      realMembers: 1,
      aiMembers: 5,
      completionRate: 83.3,
      totalChips: 5,
    };
    const teams = colorOfAda === 'red' ? [withAda, team] : [team, withAda];
    expect([body.date, body.redTeam, body.blueTeam]).toEqual([date, ...teams]);

    expect(body.squads).toHaveLength(4);
    expect(body.next_cursor).toBeNull();
    for (const squad of body.squads) {
      const ids = rows.filter(({ squad_id }) => squad_id === squad.id).map(({ user_id }) => user_id);
      expect(squad.members.map(({ userId }: { userId: string }) => userId)).toEqual(ids);
      const hasAda = ids.includes(ada.id);
      expect([squad.realMembers, squad.aiMembers]).toEqual(hasAda ? [1, 2] : [0, 3]);
      if (hasAda) {
        expect(squad.teamColor).toBe(colorOfAda);
        const own = { userId: ada.id, userName: 'Ada', isAi: false, status: 'pending' };
        expect(squad.members).toContainEqual(own);
        const others = squad.members.filter(({ userId }: { userId: string }) => userId !== ada.id);
        for (const { userId, userName, isAi, status } of others) {
          expect(userName).toBe(users.find(({ id }) => id === userId)?.user_name);
          expect([isAi, status]).toEqual([true, 'completed']);
        }
      }
    }

    const first = await read(root, date, '?limit=3');
    const second = await read(root, date, `?limit=3&cursor=${first.body.next_cursor.toUpperCase()}`);
    expect([...first.body.squads, ...second.body.squads]).toEqual(body.squads);
    expect(second.body.next_cursor).toBeNull();
    expect(second.body.redTeam).toEqual(body.redTeam);
  });

  test('hides the names of inactive users', async () => {
    const root = await superAdmin();
    const [user] = await generated(2, { regions: { South: 1 }, windowSlots: { '18-20': 1 } });
    await deps.db
      .updateTable('profile')
      // The name that was drawn can be that of another user.
      .set({ is_active: false, full_name: 'A canary' })
      .where('id', '=', user?.id ?? '')
      .execute();
    const { text } = await read(root, localDateOf(clock.now(), HOUSTON));
    expect(text).not.toContain('canary');
  });

  test('returns an empty page for a date without chains', async () => {
    for (const date of ['1900-01-01', '9999-12-31']) {
      const { status, body } = await read(await superAdmin(), date);
      expect([status, body]).toEqual([200, { date, redTeam: EMPTY, blueTeam: EMPTY, squads: [], next_cursor: null }]);
    }
  });

  test.each(['2026-02-30', 'today', '2026-1-1', '%20'])('returns 400 for the date %s', async (date) => {
    expect((await read(await superAdmin(), date)).status).toBe(400);
  });

  test.each(['?limit=0', '?limit=501', '?cursor=x'])('returns 400 for the page %s', async (query) => {
    expect((await read(await superAdmin(), '2026-12-01', query)).status).toBe(400);
  });

  test('returns 401 or 403 for others, whatever the date', async () => {
    for (const date of ['2026-12-01', 'today']) {
      expect((await read(null, date)).status).toBe(401);
      expect((await read(await person(), date)).status).toBe(403);
    }
  });
});
