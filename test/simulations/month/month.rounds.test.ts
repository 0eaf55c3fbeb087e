import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { seededRandom } from '#platform/seeded-random.ts';
import { type Person, startTestApp, type TestResponse } from '../../start-test-app.ts';
import { type Attempt, judged, listSenderStats, type Rows, successesOf } from './oracle.ts';

/*
 * A February of thirty users who encourage each other over HTTP, with the hourly job on its schedule. Some drops lead to an entry and
 * some do not, allowances are used up, one user blocks another, one is deactivated, one is not on the leaderboard. At the end the API is
 * compared with an oracle that counts the rows.
 */

const HOUR = 60 * 60 * 1000;
const MINUTE = 60 * 1000;
const DAY = 24 * HOUR;
const FROM = Date.parse('2028-02-01T00:00:00Z');
/** February 2028 has its leap day. */
const DAYS = 29;
const OVER = FROM + DAYS * DAY;
const PEOPLE = 30;
const CONFIGURATION = {
  daily_allowance: 4,
  bonus_drops_per_engagement: 1,
  engagement_window_hours: 20,
  max_custom_drops_per_day: 2,
  max_rewarded_drops_per_pair_per_day: 1,
};
const DROPS = '/api/encouragement-drops';

const app = await startTestApp({ environment: { DROPS_CRON_SECRET: 'secret-of-the-spring' } });
const { call, clock, deps, issuer } = app;

type AuditEventKind = { at: number; by: number; does: 'send' | 'write'; luck: number };

const people: Person[] = [];
const attempts: Attempt[] = [];
let superAdmin: Person;
let templateId: string;
let rows: Rows;

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
const personAt = (index: number): Person => people[index % PEOPLE] as Person;

async function runJob(): Promise<void> {
  const { status, body } = await call(null, 'POST', `${DROPS}/cron/process-engagement`, undefined, {
    'x-cron-secret': 'secret-of-the-spring',
  });
  expect({ status, failed: body.results?.failed }).toEqual({ status: 200, failed: 0 });
}

/** What happens on a day, by the minute: ten people send a lot, ten now and then, and ten hardly ever. */
function auditEventsOf(day: number): AuditEventKind[] {
  const deeds: AuditEventKind[] = [];
  for (let by = 0; by < PEOPLE; by++) {
    const random = seededRandom(`${day} ${by}`);
    const minute = () => FROM + day * DAY + Math.floor(random() * 24 * 60) * MINUTE;
    const usual = Math.floor(random() * (by < 10 ? 5 : by < 20 ? 2.5 : 1.3));
    // About once a week a user sends until the allowance is used up.
    const sends = by < 10 && random() > 0.85 ? 12 : usual;
    for (let n = 0; n < sends; n++) deeds.push({ at: minute(), by, does: 'send', luck: random() });
    if (random() > 0.5) deeds.push({ at: minute(), by, does: 'write', luck: random() });
  }
  return deeds.sort((one, other) => one.at - other.at);
}

async function send({ by, luck }: AuditEventKind): Promise<void> {
  const sender = personAt(by);
  // Each user has a few preferred recipients.
  const recipient = personAt(by + 1 + Math.floor(luck * luck * (PEOPLE - 1)));
  const isCustom = Math.floor(luck * 1_000) % 2 === 0;
  const response = await call(await as(sender), 'POST', `${DROPS}/send`, {
    recipient_id: recipient.id,
    drop_type: isCustom ? 'encouragement' : 'science_tidbit',
    ...(isCustom ? { content: 'Keep going.' } : { template_id: templateId }),
  });
  attempts.push({
    at: clock.now().getTime(),
    sender_id: sender.id,
    recipient_id: recipient.id,
    is_custom: isCustom,
    code: response.status === 201 ? null : response.body.code,
  });
}

async function write({ by, luck }: AuditEventKind): Promise<void> {
  const ways: readonly (readonly [string, object])[] = [
    ['/api/journal', { title: 'A line', content: 'I went out.', mood: 'calm' }],
    ['/api/satisfaction-entries', { score: 7 }],
    ['/api/action-notes', { content: 'Called my sister.' }],
    ['/api/sleep-entries', { sleep_date: clock.now().toISOString().slice(0, 10), hours: 7.5, quality: 4 }],
  ];
  const [path, body] = ways[Math.floor(luck * ways.length)] as (typeof ways)[number];
  const { status } = await call(await as(personAt(by)), 'POST', path, body);
  expect(status).toBeOneOf(rows.gone.has(personAt(by).id) ? [403] : [201]);
}

/** Makes the changes of a day, each of which occurs once and changes which drops count. */
async function beginDay(day: number): Promise<void> {
  if (day === 9) {
    const blocked = await call(await as(personAt(3)), 'POST', `/api/users/${personAt(4).id}/block`);
    expect(blocked.status).toBeLessThan(300);
  }
  if (day === 19) {
    const deactivated = await call(await as(superAdmin), 'PUT', `/api/admin/users/${personAt(7).id}`, {
      is_active: false,
    });
    expect(deactivated.status).toBe(200);
    (rows.gone as Map<string, number>).set(personAt(7).id, clock.now().getTime());
  }
}

async function moveIn(): Promise<void> {
  superAdmin = await app.superAdmin();
  clock.advance(MINUTE);
  const admin = await as(superAdmin);
  const configured = await call(admin, 'PUT', `${DROPS}/admin/config`, CONFIGURATION);
  expect(configured.body.config).toMatchObject(CONFIGURATION);
  const template = { type: 'science_tidbit', title: 'Ice', content: 'Ice floats.', approval_status: 'approved' };
  templateId = (await call(admin, 'POST', `${DROPS}/admin/templates`, template)).body.template.id;
  for (let index = 0; index < PEOPLE; index++) people.push(await app.person({ name: `Person ${index}` }));
  await call(personAt(5), 'PUT', '/api/user/profile', { preferences: { leaderboard: false } });
  rows = { drops: [], writings: [], blocks: [], gone: new Map(), configuration: CONFIGURATION };
}

beforeAll(async () => {
  clock.set(new Date(FROM - HOUR));
  await moveIn();
  for (let day = 0; day < DAYS; day++) {
    const deeds = auditEventsOf(day);
    for (let hour = 0; hour < 24; hour++) {
      const from = FROM + day * DAY + hour * HOUR;
      clock.set(new Date(from));
      if (hour === 0) await beginDay(day);
      await runJob();
      for (const deed of deeds.filter(({ at }) => at >= from && at < from + HOUR)) {
        // Half a minute past the minute: nothing happens at the moment of a run.
        clock.set(new Date(deed.at + MINUTE / 2));
        await (deed.does === 'send' ? send(deed) : write(deed));
      }
    }
  }
  for (let hour = 0; hour <= CONFIGURATION.engagement_window_hours + 1; hour++) {
    clock.set(new Date(OVER + hour * HOUR));
    await runJob();
  }
  const all = async <Row>(query: string) => (await sql.raw<Row>(query).execute(deps.db)).rows;
  rows = {
    ...rows,
    drops: await all('select * from drop_sent where sender_id is not null order by date_sent, id'),
    writings: await all(`
      select user_id, created_at from journal_entry union all select user_id, created_at from satisfaction_entry
      union all select user_id, created_at from action_note union all select user_id, created_at from sleep_entry`),
    blocks: await all('select * from user_block'),
  };
}, 300_000);

describe('After a month of thirty people who encourage each other', () => {
  test('a lot has happened, and every way in which a drop can be refused', () => {
    const codes = new Map<string | null, number>();
    for (const { code } of attempts) codes.set(code, (codes.get(code) ?? 0) + 1);
    expect(rows.drops).toHaveLength(codes.get(null) ?? 0);
    expect(rows.drops.length).toBeGreaterThan(800);
    expect(successesOf(rows).length).toBeGreaterThan(200);
    expect(successesOf(rows).filter(({ bonus }) => bonus === 0).length).toBeGreaterThan(5);
    expect([...codes.keys()].sort()).toEqual([
      'account.blocked',
      'drops.allowance-exceeded',
      'drops.custom-limit-exceeded',
      'drops.recipient-unavailable',
      null,
    ]);
  });

  test('each drop was sent or refused as the account of allowances and bonuses says', () => {
    const right = judged(attempts, rows);
    expect(attempts.filter(({ code }, index) => code !== right[index]?.code)).toEqual([]);
  });

  test('each drop counts as a success exactly if its recipient wrote in time', async () => {
    const { rows: found } = await sql<{ id: string; bonus: number }>`
      select id, bonus_drops_awarded as bonus from drop_sent where engaged_at is not null`.execute(deps.db);
    const successes = successesOf(rows);
    expect(found.map(({ id }) => id).sort()).toEqual(successes.map(({ drop }) => drop.id).sort());
    const total = (bonuses: readonly { bonus: number }[]) => bonuses.reduce((sum, { bonus }) => sum + bonus, 0);
    expect(total(found)).toBe(total(successes));
    const { rows: open } = await sql`select id from drop_sent where closed_at is null`.execute(deps.db);
    expect(open).toEqual([]);
  });

  test('badges, allowances and milestones are those of the recount', async () => {
    const tallies = listSenderStats(rows);
    const today = clock.now().toISOString().slice(0, 10);
    const viewer = personAt(0);
    for (const { id } of people) {
      const tally = tallies.get(id);
      if (tally === undefined) continue;
      if (rows.gone.has(id)) {
        expect((await call(await as(viewer), 'GET', `${DROPS}/badge/${id}`)).status).toBe(404);
        continue;
      }
      const { badge } = await get(viewer, `${DROPS}/badge/${id}`);
      const lastDay = rows.drops.findLast(({ sender_id }) => sender_id === id)?.date_sent ?? new Date(0);
      const isRunning = Date.parse(today) - Date.parse(lastDay.toISOString().slice(0, 10)) <= DAY;
      expect(badge).toMatchObject({
        total_drops_sent: tally.sent,
        engagement_increases: tally.increases,
        bonus_drops_earned: tally.bonus,
        success_rate: tally.successRate,
        consecutive_days: isRunning ? tally.lastDays : 0,
        level: levelOf(tally.increases),
      });
      const { milestones } = await get(viewer, `${DROPS}/badge/milestones?user_id=${id}`);
      for (const milestone of milestones) {
        // Several successes of one run count at once.
        expect(levelOf(milestone.stats.engagement_increases)).toBeGreaterThanOrEqual(milestone.badge.level);
      }
      const levels = milestones.map((milestone: { badge: { level: number } }) => milestone.badge.level).sort();
      expect(levels).toEqual(Array.from({ length: levelOf(tally.increases) }, (_, index) => index + 1));
    }
  });

  test('the leaderboard has each sender, in the order of the oracle', async () => {
    const { leaderboard } = await get(personAt(0), `${DROPS}/leaderboard?limit=100`);
    const hidden = [personAt(5).id, personAt(7).id];
    const expected = [...listSenderStats(rows).values()]
      .filter(({ user_id }) => !hidden.includes(user_id))
      .sort(
        (one, other) =>
          other.increases - one.increases ||
          other.successRate - one.successRate ||
          (one.user_id < other.user_id ? -1 : 1),
      );
    expect(leaderboard.map(({ user }: { user: { id: string } }) => user.id)).toEqual(
      expected.map(({ user_id }) => user_id),
    );
    expect(leaderboard.map(({ rank }: { rank: number }) => rank)).toEqual(expected.map((_, index) => index + 1));
  });
});

/** Returns the level by the table of badges. */
function levelOf(successes: number): number {
  return [0, 6, 21, 51, 151, 501, 1501].filter((least) => successes >= least).length;
}
