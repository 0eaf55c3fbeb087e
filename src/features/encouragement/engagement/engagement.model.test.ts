import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { processEngagement } from './engagement.actions.ts';
import { GRACE_PERIOD_MS } from './engagement.rules.ts';
import { createSentDrops, KINDS } from './test-sent-drops.ts';

/*
 * Random histories of a few people who send, write and wait, with runs of the job in between, some of which break off. After
 * every run that does not, stats, badges and milestones have to be what a plain recomputation from the rows of drops and of
 * what was written says, which knows nothing of batches, claims or earlier runs.
 */

const HISTORIES = byTier(5, 40);
const SEED = Number(process.env.GENERATED_SEED ?? 20_261_121);
const PEOPLE = 3;
const BONUS = 3;
const REWARDED = 2;
const MINUTE = 60_000;
const THRESHOLDS = [0, 6, 21, 51, 151, 501, 1_501];
const POWER_CUT = Object.assign(new Error('The power is out.'), { code: '57P01' });
const TABLES = Object.keys(KINDS) as (keyof typeof KINDS)[];

const app = await startTestApp();
const { clock, deps } = app;
const { sendAll, write } = createSentDrops(app);
const { recalculateBadges } = deps;

const person = fc.nat({ max: PEOPLE - 1 });
/** Minutes: a few mostly, sometimes about as many as a window or the grace lasts. */
const wait = fc.oneof(
  { weight: 7, arbitrary: fc.nat({ max: 30 }) },
  { weight: 1, arbitrary: fc.constantFrom(0, 5, 60, 1_440, 1_445) },
  { weight: 1, arbitrary: fc.nat({ max: 2_000 }) },
);
const sending = fc.record({
  wait,
  from: person,
  to: person,
  times: fc.integer({ min: 1, max: 4 }),
  windowMs: fc.constantFrom(0, 60, 1_440, 1_440, 4_320).map((minutes) => minutes * MINUTE),
});
const writing = fc.record({ wait, who: person, kind: fc.constantFrom(...TABLES) });
const running = fc.record({ wait, breaksOff: fc.boolean() });
const history = fc.record({
  steps: fc.array(
    fc.oneof({ weight: 4, arbitrary: sending }, { weight: 4, arbitrary: writing }, { weight: 2, arbitrary: running }),
    { minLength: 10, maxLength: 30, size: 'max' },
  ),
  isFirstSynthetic: fc.boolean(),
});

type Person = { id: string; isSynthetic: boolean };
type Sent = { recipient_id: string; day: string; date_sent: Date; engagement_ends_at: Date };

/** What is stored of a sender has to be this now, by the rows of drops and of what was written. */
async function recomputed(sender: Person, people: readonly Person[]) {
  const { rows: sent } = await sql<Sent>`
    select recipient_id, day, date_sent, engagement_ends_at from drop_sent where sender_id = ${sender.id}`.execute(
    deps.db,
  );
  const { rows: written } = await sql<{ user_id: string; created_at: Date }>`
    select user_id, created_at from journal_entry union all select user_id, created_at from satisfaction_entry
    union all select user_id, created_at from action_note union all select user_id, created_at from sleep_entry`.execute(
    deps.db,
  );
  const synthetic = people.filter(({ isSynthetic }) => isSynthetic).map(({ id }) => id);
  const counted = sender.isSynthetic ? [] : sent.filter(({ recipient_id }) => !synthetic.includes(recipient_id));
  const isEngaged = (drop: Sent) =>
    written.some(
      ({ user_id, created_at }) =>
        user_id === drop.recipient_id && created_at > drop.date_sent && created_at <= drop.engagement_ends_at,
    );
  const engaged = counted.filter(isEngaged);
  const ended = counted.filter((drop) => drop.engagement_ends_at.getTime() + GRACE_PERIOD_MS <= clock.now().getTime());
  const ofPairsAndDays = new Map<string, number>();
  for (const { recipient_id, day } of engaged) {
    const key = `${recipient_id} ${day}`;
    ofPairsAndDays.set(key, (ofPairsAndDays.get(key) ?? 0) + 1);
  }
  const bonus = [...ofPairsAndDays.values()].reduce((sum, drops) => sum + Math.min(drops, REWARDED) * BONUS, 0);
  const successes = ended.filter(isEngaged).length;
  const level = THRESHOLDS.filter((threshold) => threshold <= engaged.length).length;
  return {
    stats: {
      total_sent: sent.length,
      engagement_increases: engaged.length,
      windows_ended: ended.length,
      ended_increases: successes,
      bonus_remaining: bonus,
      bonus_earned: bonus,
    },
    badge: {
      level,
      total_drops_sent: sent.length,
      engagement_increases: engaged.length,
      success_rate: ended.length === 0 ? '0.0' : ((successes / ended.length) * 100).toFixed(1),
      bonus_drops_earned: bonus,
    },
    milestones: Array.from({ length: level }, (_, index) => ({ level: index + 1 })),
  };
}

/** The stored stats, badge and milestones of a sender; undefined without a sent drop. */
async function stored({ id }: Person) {
  const stats = await deps.db
    .selectFrom('drop_sender')
    .select([
      'total_sent',
      'engagement_increases',
      'windows_ended',
      'ended_increases',
      'bonus_remaining',
      'bonus_earned',
    ])
    .where('user_id', '=', id)
    .executeTakeFirst();
  const badge = await deps.db
    .selectFrom('badge')
    .select(['level', 'total_drops_sent', 'engagement_increases', 'success_rate', 'bonus_drops_earned'])
    .where('user_id', '=', id)
    .executeTakeFirst();
  const milestones = await deps.db
    .selectFrom('badge_milestone')
    .select('level')
    .where('user_id', '=', id)
    .orderBy('level')
    .execute();
  return stats && { stats, badge, milestones };
}

async function expectToBeRecomputed(people: readonly Person[]): Promise<void> {
  for (const person of people) {
    const found = await stored(person);
    if (found !== undefined) expect(found).toEqual(await recomputed(person, people));
  }
}

async function peopleOf(isFirstSynthetic: boolean): Promise<Person[]> {
  const people = Array.from({ length: PEOPLE }, (_, index) => ({
    id: deps.ids.next(),
    isSynthetic: isFirstSynthetic && index === 0,
  }));
  const moments = { role_changed_at: clock.now(), created_at: clock.now(), updated_at: clock.now() };
  const rows = people.map(({ id, isSynthetic }) => ({ id, is_ai: isSynthetic, ...moments }));
  await deps.db.insertInto('profile').values(rows).execute();
  return people;
}

/** Whether the run completed. It cannot if it is interrupted at its first batch. */
async function runJob(breaksOff: boolean): Promise<boolean> {
  deps.recalculateBadges = async (tx, userIds) => {
    await recalculateBadges(tx, userIds);
    if (breaksOff) throw POWER_CUT;
  };
  try {
    const { results } = await processEngagement(deps);
    expect(results.failed).toBe(0);
    return true;
  } catch (error) {
    if (error !== POWER_CUT) throw error;
    return false;
  } finally {
    deps.recalculateBadges = recalculateBadges;
  }
}

test('stats, badges and milestones match a recomputation from the rows after any history', {
  timeout: 300_000,
}, async () => {
  await deps.db
    .updateTable('drop_configuration')
    .set({ bonus_drops_per_engagement: BONUS, max_rewarded_drops_per_pair_per_day: REWARDED })
    .execute();
  const seen = { sent: 0, engaged: 0, compared: 0, brokenOff: 0 };
  await fc.assert(
    fc.asyncProperty(history, async ({ steps, isFirstSynthetic }) => {
      await sql`truncate drop_sent`.execute(deps.db);
      for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(deps.db);
      const people = await peopleOf(isFirstSynthetic);
      const of = (index: number) => people[index] ?? { id: '', isSynthetic: false };
      // What is left open at the end is closed by later runs.
      const last = [
        { wait: 30, breaksOff: true },
        { wait: 0, breaksOff: false },
        { wait: 4_325, breaksOff: false },
      ];
      for (const step of [...steps, ...last]) {
        clock.advance(step.wait * MINUTE);
        if ('who' in step) {
          await write(of(step.who), clock.now(), step.kind);
        } else if ('from' in step) {
          if (step.from === step.to) continue;
          const { windowMs } = step;
          const drop = { from: of(step.from), to: of(step.to), windowMs };
          await sendAll(Array.from({ length: step.times }, () => drop));
          await deps.db.transaction().execute((tx) => recalculateBadges(tx, [drop.from.id]));
          seen.sent += step.times;
        } else if (await runJob(step.breaksOff)) {
          await expectToBeRecomputed(people);
          seen.compared += 1;
        } else {
          seen.brokenOff += 1;
        }
      }
      const { rows } = await sql<{ open: number; engaged: number }>`
        select count(*) filter (where closed_at is null)::int as open, count(engaged_at)::int as engaged
        from drop_sent`.execute(deps.db);
      expect(rows[0]?.open).toBe(0);
      seen.engaged += rows[0]?.engaged ?? 0;
    }),
    { numRuns: HISTORIES, seed: SEED },
  );
  // Histories of which nothing comes would prove nothing.
  expect(seen.sent).toBeGreaterThan(5 * HISTORIES);
  expect(seen.engaged).toBeGreaterThan(HISTORIES);
  expect(seen.compared).toBeGreaterThan(2 * HISTORIES);
  expect(seen.brokenOff).toBeGreaterThan(HISTORIES / 4);
});
