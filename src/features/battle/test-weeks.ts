import { randomUUID } from 'node:crypto';
import { addDays, localDateOf, mondayOf } from '#platform/days/calendar-date.ts';
import type { Person, TestApp, TestResponse } from '#test/start-test-app.ts';
import { robotPowerOf } from './robot.rules.ts';

export const SECRET = 'a-secret-of-the-spring';
export const WITH_SECRET = { 'x-cron-secret': SECRET };

export type TeamColor = 'red' | 'blue';
type Status = 'pending' | 'verified' | 'rejected';

/** Helpers for battle tests. Weeks are shared by all users, so each test uses its own. */
export function createWeeks({ deps, clock, issuer, call }: TestApp) {
  const callOf = (caller: Person | null, headers = {}) => ({
    week: (weekStart: string): Promise<TestResponse> =>
      call(caller, 'GET', `/api/workout-window/battle/week/${weekStart}`, undefined, headers),
    execute: (weekStart: string): Promise<TestResponse> =>
      call(caller, 'POST', `/api/workout-window/battle/execute/${weekStart}`, undefined, headers),
    history: (query = ''): Promise<TestResponse> => call(caller, 'GET', `/api/workout-window/battle/history${query}`),
    generateWeekly: (): Promise<TestResponse> =>
      call(caller, 'POST', '/api/workout-window/battle/cron/generate-weekly', undefined, headers),
  });

  return {
    as: callOf,
    machine: callOf(null, WITH_SECRET),

    /** Moves the clock to the start of an unused week and returns its Monday. */
    begin: (): string => {
      const weekStart = addDays(mondayOf(localDateOf(clock.now(), 'UTC')), 14);
      clock.set(new Date(`${weekStart}T00:00:00.000Z`));
      return weekStart;
    },

    /** Moves the clock to the instant at which the week has ended in all time zones. */
    end: (weekStart: string): void => clock.set(new Date(`${addDays(weekStart, 7)}T12:00:00.000Z`)),

    /** Returns the user with a new token. */
    renew: async (user: Person): Promise<Person> => ({
      ...user,
      token: await issuer.sign(user.id, clock.now(), { email: user.email, name: 'A Person' }),
    }),

    join: async ({ id }: { id: string }, date: string, color: TeamColor): Promise<void> => {
      const row = { id: randomUUID(), date, user_id: id, team_color: color, match_group: 'a', created_at: clock.now() };
      await deps.db.insertInto('chain').values(row).execute();
    },

    /** Gives a user the window from 18:00 to 20:00 in a zone. */
    setWindow: async ({ id }: { id: string }, zone: string): Promise<void> => {
      const now = clock.now();
      const values = { timezone: zone, window_start_time: '18:00', window_end_time: '20:00', updated_at: now };
      const row = { id: randomUUID(), user_id: id, since: '2020-01-01', match_group: 'a', created_at: now };
      await deps.db
        .insertInto('workout_window')
        .values({ ...row, ...values, activity_type: 'walk' })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
        .execute();
    },

    checkIn: async (user: { id: string }, date: string, status: Status, chips = 1): Promise<void> => {
      const row = {
        id: randomUUID(),
        user_id: user.id,
        date,
        timezone: 'UTC',
        activity_type: 'walk' as const,
        within_window: true,
        photo_timestamp: clock.now(),
        continues_chain: chips === 2,
        created_at: clock.now(),
        ...valuesOf(status, chips),
      };
      await deps.db.insertInto('check_in').values(row).execute();
      const chain = deps.db.updateTable('chain').set({ has_check_in: true });
      await chain.where('user_id', '=', user.id).where('date', '=', date).execute();
    },

    decide: async ({ id }: { id: string }, date: string, status: Status, chips = 1): Promise<void> => {
      const values = valuesOf(status, chips);
      await deps.db.updateTable('check_in').set(values).where('user_id', '=', id).where('date', '=', date).execute();
    },

    rowOf: (weekStart: string) =>
      deps.db.selectFrom('battle').selectAll().where('week_start_date', '=', weekStart).executeTakeFirst(),

    notificationsOf: (kind: string, weekStart: string) =>
      deps.db
        .selectFrom('notification')
        .select(['user_id', 'title', 'body', 'data'])
        .where('kind', '=', kind)
        .where('dedupe_key', '=', `${kind}:${weekStart}`)
        .orderBy('user_id')
        .execute(),

    /** Counts the week row by row, as an oracle. */
    countRows: async (weekStart: string) => {
      const chains = await deps.db.selectFrom('chain').selectAll().execute();
      const checkIns = await deps.db.selectFrom('check_in').selectAll().where('status', '=', 'verified').execute();
      const days = Array.from({ length: 7 }, (_, index) => addDays(weekStart, index));
      const ofWeek = chains.filter(({ date }) => days.includes(date));
      const chipsOn = (date: string, color: TeamColor) => {
        const team = ofWeek.filter((row) => row.date === date && row.team_color === color).map((row) => row.user_id);
        const earned = checkIns.filter((row) => row.date === date && team.includes(row.user_id));
        return earned.reduce((sum, row) => sum + row.battle_chips_earned, 0);
      };
      const teamOf = (color: TeamColor) => {
        const people = ofWeek.filter((row) => row.team_color === color).map((row) => row.user_id);
        const members = new Set(people).size;
        const totalChips = days.reduce((sum, date) => sum + chipsOn(date, color), 0);
        return { totalChips, robotPower: robotPowerOf({ chips: totalChips, members }), members };
      };
      return {
        redTeam: teamOf('red'),
        blueTeam: teamOf('blue'),
        dailyStats: days.map((date) => ({
          date,
          redTeamChips: chipsOn(date, 'red'),
          blueTeamChips: chipsOn(date, 'blue'),
        })),
      };
    },
  };
}

function valuesOf(status: Status, chips: number) {
  const isRejected = status === 'rejected';
  return {
    status,
    battle_chips_earned: isRejected ? 0 : chips,
    rejection_reason: isRejected ? 'Not a photo of this day' : null,
  };
}
