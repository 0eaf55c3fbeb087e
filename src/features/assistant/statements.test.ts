import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ai } from '#providers/ai/ai.ts';
import { countStatements } from '#test/count-statements.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { analyzeAllUsers } from './analysis/analysis-run.actions.ts';
import { sendDailyDrops } from './daily-drop/daily-drop.actions.ts';
import type { AssistantDeps } from './deps.ts';

/*
 * The jobs send a few statements for a thousand users. All users of a thousand fit into one batch of the provider here, and it
 * answers at once.
 */

const FEW = 10;
const MANY = 1_000;

const { deps, clock } = await startTestApp();

const RESPONSE = {
  message: 'Go on.',
  summary: 'You walked.',
  mood_trends: { sentiment: 'positive', direction: 'steady', moods: [] },
  topics: [],
  patterns: [],
  recommendations: [],
  insights: { gratitude: [], challenges: [], goals: [], achievements: [] },
};
const usage = { model: 'small', inputTokens: 1, outputTokens: 1 };
const ai: Ai = { ...deps.ai, generateObject: async () => ({ object: RESPONSE, usage }) as never };

/** The number of statements that a job sends. */
async function statementsOf(job: (deps: AssistantDeps) => Promise<unknown>): Promise<number> {
  const { db, count } = countStatements(deps.db);
  const assistant = { ...deps.assistant, batchSize: MANY, batchPauseMs: 0 };
  await job({ ...deps, db, ai, assistant });
  return count();
}

/** Users who consent to drops. */
async function fillUsers(count: number): Promise<void> {
  await deps.db.deleteFrom('profile').execute();
  await sql`
    insert into profile (id, read_notes_enabled, check_in_enabled, role_changed_at, created_at, updated_at)
    select gen_random_uuid(), true, true, now(), now(), now() from generate_series(1, ${count}::integer)`.execute(
    deps.db,
  );
}

async function writeEntries(): Promise<void> {
  const now = clock.now();
  await sql`
    insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
      created_at, updated_at, entry_date, created_date)
    select gen_random_uuid(), id, 'A day', 'I walked.', 'user', 'user', ${now}::timestamptz, ${now}::timestamptz,
      ${now}::timestamptz, ${now}::timestamptz from profile`.execute(deps.db);
}

beforeEach(() => clock.set(new Date('2026-11-10T12:00:00.000Z')));

describe('for a thousand users', () => {
  test('drops without an analysis take as many statements as for ten', async () => {
    const counts: number[] = [];
    for (const users of [FEW, MANY]) {
      await fillUsers(users);
      counts.push(
        await statementsOf(async (given) => {
          expect((await sendDailyDrops(given)).results).toMatchObject({ generated: users, failed: 0 });
        }),
      );
    }
    expect(counts[0]).toBeLessThanOrEqual(20);
    // A full page is followed by another one.
    expect((counts[1] ?? 0) - (counts[0] ?? 0)).toBeLessThanOrEqual(2);
  });

  test('analyses, and drops written from them, take a few more', async () => {
    const analyses: number[] = [];
    const drops: number[] = [];
    for (const users of [FEW, MANY]) {
      await fillUsers(users);
      await writeEntries();
      analyses.push(
        await statementsOf(async (given) => {
          expect((await analyzeAllUsers(given)).results).toMatchObject({ successful: users, failed: 0 });
        }),
      );
      drops.push(
        await statementsOf(async (given) => {
          expect((await sendDailyDrops(given)).results).toMatchObject({ generated: users, failed: 0 });
        }),
      );
    }
    // The entries of ten users are read at a time, because they can be long.
    const reads = (MANY - FEW) / 10;
    expect((analyses[1] ?? 0) - (analyses[0] ?? 0)).toBeLessThanOrEqual(reads + 20);
    expect((drops[1] ?? 0) - (drops[0] ?? 0)).toBeLessThanOrEqual(20);
    expect(Math.max(analyses[0] ?? 0, drops[0] ?? 0)).toBeLessThanOrEqual(40);
  });
});
