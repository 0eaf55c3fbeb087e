import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { labOf } from '../../lab/test-lab.ts';
import { competitionsOf } from '../test-competition.ts';
import { listRanked } from './entry.store.ts';

const app = await startTestApp();
const { clock, deps, person, superAdmin } = app;
const [ada, ben, root] = [await person({ name: 'Ada' }), await person(), await superAdmin()];
const { createTemplate, createPublicTemplate, changeTemplate, copyTemplate, setLevel, setClassroom } = labOf(app);
const { createCompetition, changeCompetition, enterTemplate, getLeaderboard, listEntries } = competitionsOf(app, root);

const SECOND = 1_000;
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

beforeEach(() => clock.advance(1));

describe('POST /api/lab/competitions/:id/entries', () => {
  test('enters a public template of the user', async () => {
    const [competition, template] = [await createCompetition(), await createPublicTemplate(ada)];
    const { status, body } = await enterTemplate(ada, competition, {
      template_id: template.id,
      user_id: ben.id,
      score: 9,
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      entry: {
        id: expect.any(String),
        competition_id: competition.id,
        template_id: template.id,
        user_id: ada.id,
        score: 0,
        created_at: clock.now().toISOString(),
      },
    });
    expect(await listEntries(competition)).toMatchObject([{ user_id: ada.id, template_id: template.id, score: 0 }]);
  });

  test('accepts several templates of a user, and one template in several competitions', async () => {
    const [one, other] = [await createCompetition(), await createCompetition()];
    const [template, second] = [await createPublicTemplate(ada), await createPublicTemplate(ada)];
    for (const [competition, { id }] of [
      [one, template],
      [one, second],
      [other, template],
    ] as const) {
      expect((await enterTemplate(ada, competition, { template_id: id })).status).toBe(201);
    }
    expect([(await listEntries(one)).length, (await listEntries(other)).length]).toEqual([2, 1]);
  });

  test('accepts entries from the start, included, until the end, excluded', async () => {
    const competition = await createCompetition({ starts_at: later(SECOND), ends_at: later(2 * SECOND) });
    const templates = [
      await createPublicTemplate(ada),
      await createPublicTemplate(ada),
      await createPublicTemplate(ada),
      await createPublicTemplate(ada),
    ];
    const codes = [];
    for (const [index, wait] of [0, SECOND, SECOND - 1, 1].entries()) {
      clock.advance(wait);
      const { status, body } = await enterTemplate(ada, competition, { template_id: templates[index].id });
      codes.push(body.code ?? status);
    }
    expect(codes).toEqual(['competition.entries-closed', 201, 201, 'competition.entries-closed']);
    expect(await listEntries(competition)).toHaveLength(2);
  });

  test('returns 400 while the competition is inactive or closed', async () => {
    const template = await createPublicTemplate(ada);
    for (const fields of [{ is_active: false }, { entry_open: false }]) {
      const competition = await createCompetition(fields);
      const { status, body } = await enterTemplate(ada, competition, { template_id: template.id });
      expect([status, body.code]).toEqual([400, 'competition.entries-closed']);
      expect(await listEntries(competition)).toEqual([]);
    }
    const competition = await createCompetition();
    await changeCompetition(root, competition, { entry_open: false });
    expect((await enterTemplate(ada, competition, { template_id: template.id })).status).toBe(400);
    await changeCompetition(root, competition, { entry_open: true });
    expect((await enterTemplate(ada, competition, { template_id: template.id })).status).toBe(201);
  });

  test('returns 400 for a template that is already entered', async () => {
    const [competition, template] = [await createCompetition(), await createPublicTemplate(ada)];
    await enterTemplate(ada, competition, { template_id: template.id });
    const { status, body } = await enterTemplate(ada, competition, { template_id: template.id });
    expect([status, body.code]).toEqual([400, 'competition.already-entered']);
    expect(await listEntries(competition)).toHaveLength(1);
  });

  test('returns 400 for a private template and an experiment that is not a template', async () => {
    const competition = await createCompetition();
    const copy = (await copyTemplate(ada, await createPublicTemplate(ben))).body.template;
    for (const [template, code] of [
      [await createTemplate(ada), 'competition.template-not-public'],
      [await createTemplate(ada, { is_template: false, is_public: true }), 'lab.not-a-template'],
      [copy, 'lab.not-a-template'],
    ]) {
      const { status, body } = await enterTemplate(ada, competition, { template_id: template.id });
      expect([status, body.code]).toEqual([400, code]);
    }
    expect(await listEntries(competition)).toEqual([]);
  });

  test.each([{}, { template_id: 'coil' }, { template_id: null }, { template_id: ['x'] }, []])(
    'returns 400 for %j',
    async (body) => {
      const competition = await createCompetition();
      expect((await enterTemplate(ada, competition, body)).body.code).toBe('request.invalid');
    },
  );

  test('returns 403 for a template of another user, super admins included', async () => {
    const [competition, template] = [await createCompetition(), await createPublicTemplate(ada)];
    for (const caller of [ben, root]) {
      const { status, body } = await enterTemplate(caller, competition, { template_id: template.id });
      expect([status, body.code]).toEqual([403, 'competition.not-your-template']);
    }
    expect(await listEntries(competition)).toEqual([]);
  });

  test('returns 403 to classroom users for templates that they cannot copy', async () => {
    const carl = await person();
    await setClassroom(carl);
    const [competition, template] = [await createCompetition(), await createPublicTemplate(carl)];
    const body = { template_id: template.id };
    const codeFor = async (input: object) => (await enterTemplate(carl, competition, input)).body.code;
    expect(await codeFor({ ...body, attested: true })).toBe('lab.not-for-classrooms');
    await setLevel(root, template, 'with_supervision');
    expect(await codeFor(body)).toBe('lab.supervision-not-attested');
    expect(await listEntries(competition)).toEqual([]);
    expect((await enterTemplate(carl, competition, { ...body, attested: true })).status).toBe(201);
    const safe = await createPublicTemplate(carl);
    await setLevel(root, safe, 'classroom_safe');
    expect((await enterTemplate(carl, competition, { template_id: safe.id })).status).toBe(201);
  });

  test('returns 401 without a token', async () => {
    expect((await enterTemplate(null, await createCompetition(), { template_id: randomUUID() })).status).toBe(401);
  });

  test('returns 404 for an unknown competition, an unknown template and a hidden template', async () => {
    const [competition, template, hidden] = [
      await createCompetition(),
      await createPublicTemplate(ada),
      await createTemplate(ben),
    ];
    const missing = await enterTemplate(ada, { id: randomUUID() }, { template_id: template.id });
    expect([missing.status, missing.body.code]).toEqual([404, 'competition.not-found']);
    for (const template_id of [hidden.id, randomUUID()]) {
      const { status, body } = await enterTemplate(ada, competition, { template_id });
      expect([status, body.code]).toEqual([404, 'lab.template-not-found']);
    }
  });
});

describe('GET /api/lab/competitions/:id/leaderboard', () => {
  /** A competition with entries of these scores, entered in this order. */
  async function scored(scores: readonly number[], owner: Person = ada) {
    const competition = await createCompetition();
    const entries = [];
    for (const score of scores) {
      clock.advance(1);
      const template = await createPublicTemplate(owner, { title: `Coil ${score}` });
      const { entry } = (await enterTemplate(owner, competition, { template_id: template.id })).body;
      await deps.db
        .updateTable('competition_entry')
        .set({ score: score * 100, clones: 3 })
        .where('id', '=', entry.id)
        .execute();
      entries.push({ ...entry, template });
    }
    return { competition, entries };
  }

  type Ranked = { place: number; score: number; entry_id: string };
  const ranks = (rows: Ranked[]) => rows.map(({ place, score }) => [place, score]);

  test('lists the best first, with these fields only', async () => {
    const { competition, entries } = await scored([0.5, 12.25]);
    const { status, body, text } = await getLeaderboard(ben, competition);
    expect([status, body.next_cursor]).toEqual([200, null]);
    expect(ranks(body.leaderboard)).toEqual([
      [1, 12.25],
      [2, 0.5],
    ]);
    expect(body.leaderboard[0]).toEqual({
      place: 1,
      entry_id: entries[1].id,
      template_id: entries[1].template.id,
      title: 'Coil 12.25',
      user: { id: ada.id, full_name: 'Ada', avatar_url: null, is_ai: false },
      score: 12.25,
      counts: { clone: 3, completion: 0, replication_confirmed: 0, replication_refuted: 0, build: 0 },
      created_at: entries[1].created_at,
    });
    expect(text).not.toMatch(/email|"role"|@|is_active|preferences/);
  });

  test('gives equal scores the same rank, newest first, also across pages', async () => {
    const { competition, entries } = await scored([7, 2, 7, -1, 7, 2, 9]);
    const expected = [6, 4, 2, 0, 5, 1, 3].map((index) => entries[index].id);
    const all = (await getLeaderboard(ben, competition)).body.leaderboard;
    expect(all.map(({ entry_id }: Ranked) => entry_id)).toEqual(expected);
    expect(ranks(all)).toEqual([
      [1, 9],
      [2, 7],
      [2, 7],
      [2, 7],
      [5, 2],
      [5, 2],
      [7, -1],
    ]);
    for (const limit of [1, 2, 3, 6, 7, 8]) {
      const found = [];
      let cursor = '';
      do {
        const { body } = await getLeaderboard(ben, competition, `?limit=${limit}${cursor}`);
        expect(body.leaderboard.length).toBeLessThanOrEqual(limit);
        found.push(...body.leaderboard);
        cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`;
      } while (cursor !== '');
      expect(found).toEqual(all);
    }
  });

  test('hides the title of a template that is no longer public', async () => {
    const { competition, entries } = await scored([1]);
    await changeTemplate(ada, entries[0].template, { is_public: false });
    const { body, text } = await getLeaderboard(ben, competition);
    expect(body.leaderboard).toMatchObject([{ place: 1, title: null, template_id: entries[0].template.id }]);
    expect(text).not.toContain('Coil 1');
  });

  test('omits inactive users; the others move up', async () => {
    const gone = await person();
    const { competition } = await scored([3, 1]);
    const template = await createPublicTemplate(gone);
    const { entry } = (await enterTemplate(gone, competition, { template_id: template.id })).body;
    await deps.db.updateTable('competition_entry').set({ score: 200 }).where('id', '=', entry.id).execute();
    expect(ranks((await getLeaderboard(ben, competition)).body.leaderboard)).toEqual([
      [1, 3],
      [2, 2],
      [3, 1],
    ]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', gone.id).execute();
    expect(ranks((await getLeaderboard(ben, competition)).body.leaderboard)).toEqual([
      [1, 3],
      [2, 1],
    ]);
    const { next_cursor } = (await getLeaderboard(ben, competition, '?limit=1')).body;
    const rest = (await getLeaderboard(ben, competition, `?limit=1&cursor=${next_cursor}`)).body;
    expect([ranks(rest.leaderboard), rest.next_cursor]).toEqual([[[2, 1]], null]);
  });

  test('is empty without entries, also for an inactive competition', async () => {
    const competition = await createCompetition({ is_active: false });
    expect((await getLeaderboard(ben, competition)).body).toEqual({ leaderboard: [], next_cursor: null });
  });

  test('reads a page from the index with many entries', async () => {
    const { competition, entries } = await scored([1]);
    await seedEntries(competition, 5_000);
    await settle(deps.db, 'competition_entry', 'lab_template', 'profile');
    const first = (db: typeof deps.db) => listRanked(db, competition.id, null, 51);
    const position = { createdAt: new Date(entries[0].created_at), id: entries[0].id };
    const later = (db: typeof deps.db) => listRanked(db, competition.id, position, 51);
    for (const [work, maxBuffers] of [
      [first, 100],
      [later, 6_000],
    ] as const) {
      for (const { buffers, outline } of await costsOf(app.databaseUrl, work)) {
        const plan = outline.join('\n');
        expect(plan).toContain('competition_entry_leaderboard_idx');
        expect(buffers, plan).toBeLessThanOrEqual(maxBuffers);
      }
    }
  });

  test.each(['?limit=0', '?limit=501', '?limit=1e9', '?limit=-1', '?cursor=x'])('returns 400 for %s', async (query) => {
    expect((await getLeaderboard(ada, await createCompetition(), query)).status).toBe(400);
  });

  test('returns 401 and 404', async () => {
    expect((await getLeaderboard(null, await createCompetition())).status).toBe(401);
    const { status, body } = await getLeaderboard(ada, { id: randomUUID() });
    expect([status, body.code]).toEqual([404, 'competition.not-found']);
  });

  /** Inserts entries, most of them with a score below 100. */
  async function seedEntries({ id }: { id: string }, count: number): Promise<void> {
    await sql`
      with template as (
        insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, created_at, updated_at)
        select gen_random_uuid(), ${ada.id}, 'A coil', '', '[{}]', true, true, now(), now()
        from generate_series(1, ${count}::int) returning id
      )
      insert into competition_entry (id, competition_id, template_id, user_id, score, created_at)
      select gen_random_uuid(), ${id}, id, ${ada.id}, (random() * 10000)::int, now() from template`.execute(deps.db);
  }
});
