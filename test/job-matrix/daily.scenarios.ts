import { createWeeks } from '../../src/features/battle/test-weeks.ts';
import { createTestUsers, DATE, MORNING, newPhoto } from '../../src/features/check-in/test-users.ts';
import type { Person, TestApp } from '../start-test-app.ts';
import { ask, giveDevice, renewed, type Scenario, type Scenarios } from './scenario.ts';

/** Creates six users in two cities with consecutive windows from 08:00 in Berlin on. The first has a device. */
async function moveIn(app: TestApp): Promise<Person[]> {
  app.clock.set(MORNING);
  const { peopleAt } = createTestUsers(app);
  const people = [...(await peopleAt(8, 10, 12)), ...(await peopleAt(8, 10, 12))];
  await giveDevice(app, people[0] as Person);
  return people;
}

async function checkIn(app: TestApp, person: Person, photo?: Buffer): Promise<string> {
  const { checkIn: send, looked } = createTestUsers(app);
  const response = await send(await renewed(app, person), photo && { photo });
  if (response.status !== 201) throw new Error(response.text);
  await looked();
  return response.body.checkin.id;
}

/** Makes a check-in pending, as if its node was killed before it checked the photo. */
const forget = ({ deps }: TestApp, id: string) =>
  deps.db
    .updateTable('check_in')
    .set({ status: 'pending', rejection_reason: null, battle_chips_earned: 1 })
    .where('id', '=', id)
    .execute();

const REMINDERS: Scenario = {
  arrange: async (app) => {
    const [ada, ben] = (await moveIn(app)) as [Person, Person];
    await ask(app, ada, 'PUT', '/api/user/profile', { preferences: { email_reminders: true } });
    await ask(app, ben, 'PUT', '/api/user/profile', { preferences: { email_reminders: true } });
    // This is half an hour before windows open at eight, and then at ten.
    app.clock.set(new Date('2026-11-19T06:40:00Z'));
  },
  changes: { notification: 2, push_delivery: 1, outgoing_mail: 1 },
};

const END_OF_DAY: Scenario = {
  arrange: async (app) => {
    const [ada, ben, cleo, dora] = (await moveIn(app)) as [Person, Person, Person, Person];
    const photo = await newPhoto();
    await checkIn(app, ada, photo);
    for (const id of [await checkIn(app, ben, photo), await checkIn(app, dora)]) await forget(app, id);
    await giveDevice(app, cleo);
    app.clock.set(new Date('2026-11-19T06:00:00Z'));
  },
  changes: { chain: 0, check_in: 0, notification: 4, push_delivery: 1 },
};

const AI_CHECK_INS: Scenario = {
  arrange: async (app) => {
    app.clock.set(new Date('2026-12-09T23:00:00Z'));
    const config = { regions: { South: 1 }, windowSlots: { '6-8': 1, '8-10': 1 }, checkInProbability: 100 };
    const root = await app.superAdmin();
    await ask(app, root, 'POST', '/api/workout-window/admin/ai-users/generate', { count: 6, config });
    await app.deps.background.drain();
    // A synthetic user of their city, who is the after user of one of them.
    const home = app.deps.db.selectFrom('workout_location').select(['city', 'region', 'country']);
    const ada = await app.person();
    await ask(app, ada, 'PUT', '/api/workout-window/update-location', await home.executeTakeFirstOrThrow());
    const window = { windowStartTime: '18:00', windowEndTime: '20:00', timezone: 'America/Chicago' };
    await ask(app, ada, 'POST', '/api/workout-window/setup', { activityType: 'walk', ...window });
    await giveDevice(app, ada);
  },
  changes: { chain: 0, check_in: 6, notification: 3, push_delivery: 3 },
};

const CHAINS: Scenario = {
  arrange: async (app) => {
    await moveIn(app);
    app.clock.set(new Date('2026-11-22T00:00:00Z'));
  },
  changes: { chain: 12, squad: 4 },
};

const MOSAIC_OF_TODAY: Scenario = {
  arrange: async (app) => {
    const [ada, ben] = (await moveIn(app)) as [Person, Person];
    for (const member of [ada, ben]) await checkIn(app, member);
    app.clock.set(new Date(`${DATE}T23:59:00Z`));
  },
  changes: { mosaic: 1 },
};

const MOSAIC_OF_YESTERDAY: Scenario = {
  arrange: async (app) => {
    await MOSAIC_OF_TODAY.arrange(app);
    const root = await app.superAdmin();
    await ask(app, root, 'POST', `/api/workout-window/mosaic/generate/${DATE}`);
    app.clock.set(new Date('2026-11-19T12:05:00Z'));
  },
  changes: { mosaic: 0 },
};

const WEEKLY_BATTLE: Scenario = {
  arrange: async (app) => {
    const { begin, end, join, checkIn: give } = createWeeks(app);
    const week = begin();
    const people = await Promise.all(Array.from({ length: 6 }, () => app.person()));
    for (const [index, member] of people.entries()) {
      await join(member, week, index % 2 === 0 ? 'red' : 'blue');
      await give(member, week, 'verified', (index % 3) % 2 === 0 ? 1 : 2);
    }
    await giveDevice(app, people[0] as Person);
    await ask(app, people[0] as Person, 'GET', `/api/workout-window/battle/week/${week}`);
    end(week);
    const today = app.clock.now().toISOString().slice(0, 10);
    for (const member of people.slice(0, 4)) await join(member, today, 'red');
  },
  changes: { battle: 1, notification: 10, push_delivery: 2 },
};

export const DAILY_SCENARIOS: Scenarios = {
  reminders: REMINDERS,
  'end-of-day': END_OF_DAY,
  'ai-checkins': AI_CHECK_INS,
  'generate-chains': CHAINS,
  'mosaic-of-today': MOSAIC_OF_TODAY,
  'mosaic-of-yesterday': MOSAIC_OF_YESTERDAY,
  'generate-weekly': WEEKLY_BATTLE,
};
