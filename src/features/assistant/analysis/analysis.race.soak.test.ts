import { beforeEach, describe, expect, test } from 'vitest';
import { createGate } from '#test/gate.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import {
  aiWith,
  analysisRows,
  analyze,
  change,
  countUsage,
  endRuns,
  excludeAllUsers,
  note,
  readersWithNotes,
  SECRETS,
} from '../test-readers.ts';
import { analyzeUsers } from './analysis.actions.ts';

const NOON = new Date('2026-11-10T12:00:00.000Z');
const PEOPLE = 23;

const app = await startTestApp({ environment: SECRETS });
const { call, clock, deps, databaseUrl } = app;
const other = await startSecondNode(app);
const [ai, otherAi] = [deps.ai, other.deps.ai];

beforeEach(async () => {
  deps.ai = ai;
  other.deps.ai = otherAi;
  clock.set(NOON);
  await excludeAllUsers(app);
  await deps.db.deleteFrom('note_analysis').execute();
  await deps.db.deleteFrom('note_analysis_lease').execute();
});

/** Returns the rows that one clean run creates for these users. Deletes them again. */
async function rowsOfCleanRun() {
  await analyze(call);
  const rows = await analysisRows(app);
  await deps.db.deleteFrom('note_analysis').execute();
  await deps.db.deleteFrom('token_usage').execute();
  return rows;
}

describe('POST /api/chat/cron/analyze-notes', () => {
  test('five concurrent runs on two nodes end in the rows of one', async () => {
    await readersWithNotes(app, PEOPLE);
    const clean = await rowsOfCleanRun();
    expect(clean).toHaveLength(PEOPLE);
    const runs = await Promise.all(
      Array.from({ length: 5 }, (_, index) => analyze(index % 2 === 0 ? call : other.call)),
    );
    expect(new Set(runs.map(({ status, body }) => `${status} ${body.success}`))).toEqual(new Set(['200 true']));
    expect(runs.reduce((sum, { body }) => sum + body.results.successful, 0)).toBe(PEOPLE);
    expect(await analysisRows(app)).toEqual(clean);
    expect(await countUsage(app, 'note_analysis')).toBe(PEOPLE);
  });

  test('one of two concurrent runs works, and the other reports ALREADY_RUNNING', async () => {
    await readersWithNotes(app, 1);
    const [asked, door] = [createGate(), createGate()];
    deps.ai = aiWith(ai, {
      before: () => {
        asked.open();
        return door.opened;
      },
    });
    const first = analyze(call);
    await asked.opened;
    const { body } = await analyze(other.call);
    expect(body).toEqual({
      success: true,
      message: expect.stringContaining('Another run'),
      is_complete: true,
      results: { total: 0, successful: 0, failed: 0, errors: [] },
    });
    door.open();
    expect((await first).body.results.successful).toBe(1);
  });

  test.each([1, 2, 4, 5, 6, 9, 12, 16, 22])(
    'a run that dies after %d answers, and one after it, end in the rows of one',
    async (count) => {
      await readersWithNotes(app, PEOPLE);
      const clean = await rowsOfCleanRun();
      const [dead, resurrection] = [createGate(), createGate()];
      let responses = 0;
      other.deps.ai = aiWith(otherAi, {
        after: async () => {
          responses += 1;
          if (responses <= count) return;
          dead.open();
          await resurrection.opened;
        },
      });
      const dying = analyze(other.call);
      await dead.opened;
      await endRuns(databaseUrl);
      expect(await analysisRows(app)).not.toEqual(clean);
      await expect.poll(() => deps.jobs.isRunning('analyze-notes')).toBe(false);

      const { body } = await analyze(call);
      expect(body.results.failed).toBe(0);
      expect(await analysisRows(app)).toEqual(clean);
      // A node that lost its leases stores nothing.
      resurrection.open();
      await dying;
      expect(await analysisRows(app)).toEqual(clean);
      expect(await deps.db.selectFrom('note_analysis_lease').selectAll().execute()).toEqual([]);
    },
  );

  test('repeated runs with failures end in the rows of one', async () => {
    await readersWithNotes(app, PEOPLE);
    const clean = await rowsOfCleanRun();
    for (let round = 0; round < 10; round += 1) {
      let responses = 0;
      deps.ai = aiWith(ai, {
        before: () => {
          responses += 1;
          if (responses > 3) throw new Error('The node has had enough.');
        },
      });
      const { body } = await analyze(call);
      expect(body.success).toBe(true);
      expect(body.results.successful).toBe(Math.min(3, Math.max(0, PEOPLE - round * 3)));
    }
    expect(await analysisRows(app)).toEqual(clean);
    expect(await countUsage(app, 'note_analysis')).toBe(PEOPLE);
  });

  test('users who opt out during the provider call or before it get no analysis', async () => {
    const people = await readersWithNotes(app, 8);
    const prompts: string[] = [];
    const optedOut = createGate();
    deps.ai = {
      ...ai,
      generateObject: async (request) => {
        prompts.push(request.text);
        if (prompts.length === 1) {
          for (const user of people) await note(app, user, `canary-${user.id}`);
          for (const user of people) {
            await call(user, 'PUT', '/api/user/profile', { read_notes_enabled: false });
          }
          optedOut.open();
        }
        await optedOut.opened;
        return ai.generateObject(request);
      },
    };
    const { body } = await analyze(call);
    expect(await analysisRows(app)).toEqual([]);
    expect(body.results).toMatchObject({ successful: 0, failed: 0 });
    // The rest of the first batch had been read before; no user of the second one is.
    expect(prompts).toHaveLength(5);
    expect(prompts.join()).not.toContain('canary');
  });

  test('users deactivated during the provider call get no analysis', async () => {
    const [ada] = await readersWithNotes(app, 1);
    if (ada === undefined) throw new Error('There is no user.');
    deps.ai = aiWith(ai, { after: () => change(app, ada, { is_active: false }) });
    await analyze(call);
    expect(await analysisRows(app)).toEqual([]);
  });

  test('entries of users deactivated before reading are not sent to the provider', async () => {
    const [ada, ben] = await readersWithNotes(app, 2);
    if (ada === undefined || ben === undefined) throw new Error('There are two of them.');
    let calls = 0;
    deps.ai = aiWith(ai, {
      before: () => {
        calls += 1;
      },
    });
    await change(app, ada, { is_active: false });
    await analyzeUsers(deps, 'test', [ada.id, ben.id]);
    expect(calls).toBe(1);
  });

  test('deleting analyses during the provider call leaves no analysis', async () => {
    const [ada, ben] = await readersWithNotes(app, 2);
    if (ada === undefined || ben === undefined) throw new Error('There is no user.');
    await analyze(call);
    clock.advance(1_000);
    for (const user of [ada, ben]) await note(app, user, 'I am calm.');
    deps.ai = aiWith(ai, { after: () => call(ada, 'DELETE', '/api/chat/analyses') });
    await analyze(call);
    expect((await analysisRows(app)).map(({ user_id }) => user_id)).toEqual([ben.id]);
    deps.ai = ai;
    // What is found afterwards is new.
    await analyze(call);
    expect(await analysisRows(app)).toMatchObject([{ entry_count: 4 }, { entry_count: 4 }]);
  });

  test('deleting analyses during a run fails no user and leaves no lease', async () => {
    const people = await readersWithNotes(app, PEOPLE);
    let responses = 0;
    const erased = new Set<string>();
    const erasures: Promise<unknown>[] = [];
    deps.ai = {
      ...ai,
      generateObject: async (request) => {
        const response = await ai.generateObject(request);
        const user = people[responses++ % PEOPLE];
        if (user !== undefined) {
          erased.add(user.id);
          erasures.push(call(user, 'DELETE', '/api/chat/analyses'));
        }
        return response;
      },
    };
    const { body } = await analyze(call);
    expect((await Promise.all(erasures)).every((response) => (response as { status: number }).status === 200)).toBe(
      true,
    );
    expect(body.results.failed).toBe(0);
    expect(erased.size).toBeGreaterThan(0);
    expect(await deps.db.selectFrom('note_analysis_lease').selectAll().execute()).toEqual([]);
  });
});

describe('concurrent calls of analyzeUsers', () => {
  test('call the provider once for each user', async () => {
    const people = (await readersWithNotes(app, PEOPLE)).map(({ id }) => id);
    const clean = await rowsOfCleanRun();
    const done = await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        analyzeUsers(index % 2 === 0 ? deps : other.deps, `test ${index}`, index < 3 ? people : people.toReversed()),
      ),
    );
    expect(done.reduce((sum, { result }) => sum + result.successful, 0)).toBe(PEOPLE);
    expect(done.every(({ result }) => result.failed === 0)).toBe(true);
    expect(await analysisRows(app)).toEqual(clean);
    expect(await countUsage(app, 'note_analysis')).toBe(PEOPLE);
  });

  test('skip users of another holder until the lease expires', async () => {
    const [ada] = await readersWithNotes(app, 1);
    if (ada === undefined) throw new Error('There is no user.');
    const expiresAt = new Date(NOON.getTime() + 60_000);
    const claim = { user_id: ada.id, id: deps.ids.next(), holder: 'one that has died', expires_at: expiresAt };
    await deps.db.insertInto('note_analysis_lease').values(claim).execute();
    expect((await analyze(call)).body.results.total).toBe(0);
    clock.set(new Date(expiresAt.getTime() - 1));
    expect((await analyze(call)).body.results.total).toBe(0);
    clock.set(expiresAt);
    expect((await analyze(call)).body.results.successful).toBe(1);
  });

  test('report a batch that cannot be read and continue with the next', async () => {
    const people = (await readersWithNotes(app, 3)).map(({ id }) => id);
    const { result } = await analyzeUsers(deps, 'test', ['no id at all', ...people, ...people]);
    expect(result).toMatchObject({ successful: 2, failed: 5 });
    expect(result.errors.at(0)).toContain('assistant.not-stored');
  });
});
