import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#platform/seeded-random.ts';
import { sendForm } from '../../multipart.ts';
import { drawnPicture } from '../../pictures.ts';
import { type Person, startTestApp, type TestResponse } from '../../start-test-app.ts';
import { datesOf, instantsOf } from './week-calendar.ts';

/*
 * A week of sixty people in five zones, from their first window to the result of the battle, over HTTP alone. On its Sunday
 * clocks go back in Europe. Beside it a ledger is kept of who did what, and in the end everything that the service says has
 * to add up to the ledger.
 */

const MONDAY = '2026-10-19';
const DATES = datesOf(MONDAY);
const HOUR = 60 * 60 * 1000;
const FROM = Date.parse('2026-10-18T00:00:00Z');
const OVER = Date.parse('2026-10-26T12:00:00Z');

const ZONES = ['Europe/Berlin', 'Europe/Lisbon', 'America/New_York', 'Asia/Kolkata', 'Pacific/Kiritimati'];
const PEOPLE_IN_ZONE = 12;

const app = await startTestApp({ environment: { WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps, issuer } = app;

type Plan = { date: string; at: number; opensAt: number; isEarly: boolean; repeatsPhoto: boolean };
type Member = { person: Person; zone: string; startTime: string; plans: Plan[]; opensAt: number[] };
type Entry = { userId: string; date: string; chips: number; isVerified: boolean; after: string | null };

const members: Member[] = [];
/** Who checked in when, and what it came to. */
const ledger: Entry[] = [];
const colors = new Map<string, 'red' | 'blue'>();

const as = async ({ id, email }: Person): Promise<Person> => ({
  id,
  email,
  token: await issuer.sign(id, clock.now(), { email }),
});
const get = async (person: Person, url: string): Promise<TestResponse['body']> => {
  const response = await call(await as(person), 'GET', url);
  expect({ url, status: response.status }).toEqual({ url, status: 200 });
  return response.body;
};
const runJob = async (path: string) => {
  const response = await call(null, 'POST', `/api/workout-window/${path}`, undefined, {
    'x-cron-secret': 'secret-of-the-spring',
  });
  expect({ path, status: response.status, success: response.body.success }).toEqual({
    path,
    status: 200,
    success: true,
  });
  return response.body;
};

const entryOf = ({ id }: Person, date: string) => ledger.find((one) => one.userId === id && one.date === date);

/** Windows open at full hours of UTC, which are half hours in India. */
function startTimeOf(index: number, zone: string): string {
  const hour = String((index * 5 + 2) % 24).padStart(2, '0');
  return `${hour}:${zone === 'Asia/Kolkata' ? '30' : '00'}`;
}

/** Plans the check-ins of a user: most are valid, some are early, some repeat a photo, some are missing. */
function plansOf(name: string, startTime: string, opensAt: readonly number[]): Plan[] {
  return DATES.flatMap((date, day) => {
    const luck = seededRandom(`${name} ${date}`)();
    const opens = opensAt[day] ?? Number.NaN;
    if (luck > 0.86) return [];
    // Before three in the morning, two hours and a half earlier would be the day before.
    const isEarly = luck > 0.72 && luck <= 0.79 && startTime >= '03:00';
    return { date, opensAt: opens, at: opens + (isEarly ? -2.5 * HOUR : HOUR / 2), isEarly, repeatsPhoto: luck > 0.79 };
  });
}

async function moveIn(): Promise<void> {
  for (const zone of ZONES) {
    for (let index = 0; index < PEOPLE_IN_ZONE; index++) {
      const startTime = startTimeOf(index, zone);
      const end = `${String((Number(startTime.slice(0, 2)) + 2) % 24).padStart(2, '0')}${startTime.slice(2)}`;
      const person = await app.person({ name: `${zone} ${index}` });
      const place = { city: zone, region: 'Region', country: 'XX', latitude: index, longitude: index };
      await call(person, 'PUT', '/api/workout-window/update-location', place);
      const setup = { activityType: 'walk', windowStartTime: startTime, windowEndTime: end, timezone: zone };
      expect((await call(person, 'POST', '/api/workout-window/setup', setup)).status).toBe(201);
      const times = DATES.map((date) => `${date} ${startTime}`);
      const opensAt = instantsOf(times, zone, FROM - 24 * HOUR, OVER + 24 * HOUR);
      members.push({ person, zone, startTime, opensAt, plans: plansOf(`${zone} ${index}`, startTime, opensAt) });
    }
  }
}

/** Checks in as planned, and compares the response with the oracle's state of the before user. */
async function checkIn({ person }: Member, { date, isEarly, repeatsPhoto }: Plan): Promise<void> {
  const { chain } = await get(person, `/api/workout-window/chain/${date}`);
  const before = chain.beforeUser && ledger.find((one) => one.userId === chain.beforeUser.userId && one.date === date);
  const isContinued = before?.isVerified === true;
  const photo = await drawnPicture(repeatsPhoto ? 'the old one' : `${person.id} ${date}`)
    .jpeg()
    .toBuffer();
  const response = await sendForm(call, await as(person), '/api/workout-window/checkin', {
    photo,
    activityType: 'walk',
  });
  await deps.background.drain();
  expect(response.body).toMatchObject({
    checkin: { date, within_window: !isEarly, status: 'pending' },
    battleChipsEarned: isContinued ? 2 : 1,
    chainStatus: isContinued ? 'continued' : 'broken',
    chainStart: chain.beforeUser === null,
    nextUserNotified: chain.afterUser !== null,
  });
  const sendAgain = async () =>
    (await sendForm(call, await as(person), '/api/workout-window/checkin', { photo, activityType: 'walk' })).body;
  // A photo that was rejected automatically can be replaced once. The same one is rejected again.
  if (repeatsPhoto) expect(await sendAgain()).toMatchObject({ checkin: { date, status: 'pending' } });
  await deps.background.drain();
  expect((await sendAgain()).code).toBe(repeatsPhoto ? 'check-in.rejection-final' : 'check-in.already-made');
  ledger.push({
    userId: person.id,
    date,
    chips: repeatsPhoto ? 0 : isContinued ? 2 : 1,
    isVerified: !repeatsPhoto,
    after: chain.afterUser?.userId ?? null,
  });
}

beforeAll(async () => {
  clock.set(new Date('2026-10-17T12:00:00Z'));
  // The photo that some send again and again has been sent before.
  const firstUser = await app.person();
  await moveIn();
  await call(firstUser, 'POST', '/api/workout-window/setup', {
    activityType: 'walk',
    windowStartTime: '12:00',
    windowEndTime: '14:00',
    timezone: 'UTC',
  });
  const photo = await drawnPicture('the old one').jpeg().toBuffer();
  await sendForm(call, firstUser, '/api/workout-window/checkin', { photo, activityType: 'walk' });
  await deps.background.drain();
  await call(firstUser, 'DELETE', '/api/workout-window/my-window');

  for (let now = FROM; now <= OVER; now += HOUR / 2) {
    clock.set(new Date(now));
    const time = clock.now().toISOString().slice(11, 16);
    if (time === '00:00') await runJob('cron/generate-chains');
    if (now === Date.parse('2026-10-19T00:00:00Z')) await runJob('battle/cron/generate-weekly');
    if (time.endsWith('30')) await runJob('cron/reminders');
    if (time.endsWith('30')) await runJob('cron/end-of-day');
    for (const member of members) {
      for (const plan of member.plans.filter(({ at }) => at === now)) await checkIn(member, plan);
    }
  }
}, 300_000);

describe('After a week of sixty people in five zones', () => {
  test('everybody who meant to check in has, once', () => {
    const planned = members.reduce((sum, { plans }) => sum + plans.length, 0);
    expect(members).toHaveLength(60);
    expect(ledger).toHaveLength(planned);
    expect(planned).toBeGreaterThan(300);
  });

  test('the day state of each user is that of the oracle', async () => {
    for (const { person } of members) {
      for (const date of DATES) {
        const entry = entryOf(person, date);
        const { checkin, status } = await get(person, `/api/workout-window/checkin/${date}`);
        expect(status).toBe(entry?.isVerified ? 'completed' : 'failed');
        expect(checkin?.battle_chips_earned).toBe(entry?.chips);
      }
    }
  });

  test('nobody has changed their colour, and each group is split in half', async () => {
    for (const { person } of members) {
      for (const date of DATES) {
        const { chain } = await get(person, `/api/workout-window/chain/${date}`);
        expect(colors.get(person.id) ?? chain.teamColor).toBe(chain.teamColor);
        colors.set(person.id, chain.teamColor);
      }
    }
    for (const zone of ZONES) {
      const reds = members.filter((one) => one.zone === zone && colors.get(one.person.id) === 'red');
      expect(reds).toHaveLength(PEOPLE_IN_ZONE / 2);
    }
  });

  test('the figures of both teams add up on each date, in the lists and in the mosaic as well', async () => {
    const { person } = members[0] as Member;
    for (const date of DATES) {
      const figuresOf = (color: 'red' | 'blue') => {
        const team = members.filter((one) => colors.get(one.person.id) === color);
        const entries = team.flatMap((one) => entryOf(one.person, date) ?? []);
        const completed = entries.filter(({ isVerified }) => isVerified).length;
        return {
          totalMembers: team.length,
          completed,
          failed: team.length - completed,
          pending: 0,
          completionRate: Math.round((completed / team.length) * 1_000) / 10,
          totalChips: entries.reduce((sum, { chips }) => sum + chips, 0),
        };
      };
      const [red, blue] = [figuresOf('red'), figuresOf('blue')];
      const [total, completed, failed] = [60, red.completed + blue.completed, red.failed + blue.failed];
      expect(await get(person, `/api/workout-window/team-stats/${date}`)).toEqual({ redTeam: red, blueTeam: blue });
      const list = await get(person, `/api/workout-window/checkins/${date}`);
      expect(list.stats).toEqual({ total, completed, failed });
      expect(list.checkins).toHaveLength(ledger.filter((one) => one.date === date).length);
      const { mosaic } = await get(person, `/api/workout-window/mosaic/${date}`);
      expect(mosaic.stats).toEqual({ totalParticipants: total, completed, failed, pending: 0 });
    }
  });

  test('everybody has been told what concerned them, once', async () => {
    for (const { person, plans } of members) {
      const { notifications } = await get(person, '/api/notifications');
      const told = (kind: string) =>
        notifications
          .filter((one: { kind: string; data: { date: string } }) => one.kind === kind && DATES.includes(one.data.date))
          .map((one: { title: string; data: { date: string } }) => `${one.data.date} ${one.title}`)
          .toSorted();
      const early = plans.filter(({ isEarly }) => isEarly).map(({ date }) => date);
      const reminded = DATES.filter((date) => !early.includes(date)).map((date) => `${date} Your window opens soon`);
      expect(told('check_in_reminder')).toEqual(reminded);
      const passed = ledger.filter(({ after }) => after === person.id).map(({ date }) => `${date} Your turn`);
      expect(told('baton_pass')).toEqual(passed.toSorted());
      const missed = DATES.filter((date) => entryOf(person, date) === undefined);
      expect(told('chain_broken').filter((text: string) => text.endsWith('You missed a day'))).toEqual(
        missed.map((date) => `${date} You missed a day`),
      );
    }
  });

  test('the battle is won by what the teams have brought', async () => {
    const { person } = members[0] as Member;
    const chipsOf = (color: 'red' | 'blue', date?: string) =>
      ledger
        .filter((one) => colors.get(one.userId) === color && (date === undefined || one.date === date))
        .reduce((sum, { chips }) => sum + chips, 0);
    const teamOf = (color: 'red' | 'blue') => {
      const totalChips = chipsOf(color);
      return { totalChips, robotPower: Math.floor(totalChips * 10 + 30 * 5 + (totalChips / 30) * 20), members: 30 };
    };
    const daily = DATES.map((date) => ({
      date,
      redTeamChips: chipsOf('red', date),
      blueTeamChips: chipsOf('blue', date),
    }));

    clock.set(new Date(OVER - 1));
    const admin = await app.superAdmin();
    const execute = async () =>
      call(await as(admin), 'POST', `/api/workout-window/battle/execute/${MONDAY}`, undefined);
    expect((await execute()).status).toBe(400);
    clock.set(new Date(OVER));
    const { status, body } = await execute();
    expect(status).toBe(200);
    const { rounds, redRobotPower, blueRobotPower, badGuyPower, finalOutcome } = body.battleResult;
    expect([redRobotPower, blueRobotPower]).toEqual([teamOf('red').robotPower, teamOf('blue').robotPower]);
    expect(badGuyPower).toBe(Math.round(0.9 * ((redRobotPower + blueRobotPower) / 2)));
    const dealt = (side: string) =>
      rounds.reduce((sum: number, round: Record<string, number>) => sum + (round[side] ?? 0), 0);
    const [red, blue] = [dealt('redDamage'), dealt('blueDamage')];
    expect(body.winner).toBe(red === blue ? 'tie' : red > blue ? 'red' : 'blue');
    expect(finalOutcome.length).toBeGreaterThan(20);
    expect((await execute()).body).toEqual(body);

    const week = await get(person, `/api/workout-window/battle/week/${MONDAY}`);
    expect(week).toMatchObject({ redTeam: teamOf('red'), blueTeam: teamOf('blue'), dailyStats: daily });
    expect(week.battle).toMatchObject({
      battle_status: 'completed',
      winner: body.winner,
      red_team_chips: chipsOf('red'),
      blue_team_chips: chipsOf('blue'),
    });

    for (const one of members) {
      const entries = ledger.filter(({ userId }) => userId === one.person.id);
      const chips = entries.reduce((sum, entry) => sum + entry.chips, 0);
      const { userStats, battles } = await get(one.person, '/api/workout-window/battle/history');
      expect(battles).toHaveLength(1);
      const isOfWinner = colors.get(one.person.id) === body.winner;
      expect(userStats).toEqual({
        totalChipsContributed: chips,
        battlesWon: isOfWinner && chips > 0 ? 1 : 0,
        longestChain: longestRunOf(one.person),
      });
    }
  });
});

function longestRunOf(person: Person): number {
  let longest = 0;
  let current = 0;
  for (const date of DATES) {
    current = entryOf(person, date)?.isVerified ? current + 1 : 0;
    longest = Math.max(longest, current);
  }
  return longest;
}
