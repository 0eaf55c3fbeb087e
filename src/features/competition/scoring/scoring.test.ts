import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, test } from 'vitest';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { labOf, measured, PREDICTED, STEPS } from '../../lab/test-lab.ts';
import { competitionsOf } from '../test-competition.ts';

const app = await startTestApp({
  environment: {
    LAB_CRON_SECRET: 'secret-of-the-spring',
    WORKOUT_WINDOW_CRON_SECRET: 'secret-of-the-summer',
    CRON_SECRET: 'secret-of-the-autumn',
    CHAT_CRON_SECRET: 'secret-of-the-winter',
  },
});
const { call, clock, deps, person, superAdmin } = app;
const [ada, ben, cleo, root] = [await person(), await person(), await person(), await superAdmin()];
const {
  createPublicTemplate,
  changeTemplate,
  copyTemplate,
  replicateTemplate,
  listReplications,
  submitVideo,
  setActive,
} = labOf(app);
const {
  createCompetition,
  changeCompetition,
  getCompetition,
  enterTemplate,
  getLeaderboard,
  recompute,
  findRow,
  listEntries,
  listAuditEvents,
} = competitionsOf(app, root);

type Named = { id: string };

const CRON = '/api/cron/lab/recompute-competitions';
const runJob = (secret = 'secret-of-the-spring', on = call): Promise<TestResponse> =>
  on(null, 'POST', CRON, undefined, { authorization: `Bearer ${secret}` });

const VIDEO = { title: 'It sings', url: 'https://videos.test/1' };
const finish = async (caller: Person, template: Named) => {
  const copy = (await copyTemplate(caller, template)).body.template;
  return (await changeTemplate(caller, copy, { completed_steps: STEPS.length })).body.template;
};
const approveVideo = async (caller: Person, template: Named) => {
  const { video } = (await submitVideo(caller, template, VIDEO)).body;
  await call(root, 'POST', `/api/lab/admin/videos/${video.id}/approve`);
};
const rankedEntry = async (competition: Named, template: Named) =>
  (await getLeaderboard(ada, competition)).body.leaderboard.find(
    (row: { template_id: string }) => row.template_id === template.id,
  );
const entered = async (fields: object = {}) => {
  const [competition, template] = [
    await createCompetition(fields),
    await createPublicTemplate(ada, { predicted_values: PREDICTED }),
  ];
  expect((await enterTemplate(ada, competition, { template_id: template.id })).status).toBe(201);
  return { competition, template };
};
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

beforeEach(async () => {
  clock.advance(1);
  await deps.db.deleteFrom('competition').execute();
});

describe('POST /api/lab/admin/competitions/:id/recompute', () => {
  test('scores the uses of each entry by other users and audits it', async () => {
    const { competition, template } = await entered();
    await copyTemplate(ben, template);
    await finish(cleo, template);
    await replicateTemplate(ben, template, measured(101));
    await replicateTemplate(cleo, template, measured(94));
    await approveVideo(ben, template);
    await approveVideo(ben, template);
    expect(await rankedEntry(competition, template)).toMatchObject({ score: 0, counts: { clone: 0 } });
    clock.advance(1_000);
    const { status, body } = await recompute(root, competition);
    const now = clock.now().toISOString();
    expect([status, body]).toEqual([200, { competition: { ...competition, last_scored_at: now } }]);
    expect(await rankedEntry(competition, template)).toMatchObject({
      place: 1,
      score: 2 + 10 + 100 - 1_000 + 1,
      counts: { clone: 2, completion: 1, replication_confirmed: 1, replication_refuted: 1, build: 2 },
    });
    expect((await listAuditEvents(competition)).at(-1)).toEqual({
      actor_id: root.id,
      action: 'competition.recompute',
      subject_type: 'competition',
      details: { is_active: true, entry_open: true },
    });
  });

  test('excludes the owner, counts each user once and only approved videos', async () => {
    const { competition, template } = await entered();
    await finish(ada, template);
    await approveVideo(ada, template);
    await submitVideo(ben, template, VIDEO);
    for (let times = 0; times < 3; times += 1) await finish(ben, template);
    await copyTemplate(ben, template);
    await recompute(root, competition);
    expect((await rankedEntry(competition, template)).counts).toEqual({
      clone: 1,
      completion: 1,
      replication_confirmed: 0,
      replication_refuted: 0,
      build: 0,
    });
  });

  test('counts uses within the period, the start included and the end excluded', async () => {
    const { competition, template } = await entered();
    const useTemplate = async (caller: Person) => {
      await finish(caller, template);
      await replicateTemplate(caller, template, measured(100));
      await approveVideo(caller, template);
    };
    await useTemplate(await person());
    clock.advance(1);
    await changeCompetition(root, competition, { starts_at: later(0), ends_at: later(2) });
    await useTemplate(await person());
    clock.advance(1);
    await useTemplate(await person());
    clock.advance(1);
    await useTemplate(await person());
    const countsWith = async (fields: object) => {
      await changeCompetition(root, competition, fields);
      await recompute(root, competition);
      const { counts } = await rankedEntry(competition, template);
      expect(
        new Set(Object.entries(counts).map(([name, count]) => (name === 'replication_refuted' ? count === 0 : count)))
          .size,
      ).toBe(2);
      return counts.build;
    };
    expect(await countsWith({})).toBe(2);
    expect(await countsWith({ ends_at: null })).toBe(3);
    expect(await countsWith({ starts_at: null })).toBe(4);
    expect(await countsWith({ ends_at: later(0) })).toBe(3);
    expect(await countsWith({ ends_at: later(-2) })).toBe(1);
  });

  test('counts the first completion of a copy, also after steps are undone or repeated', async () => {
    const { competition, template } = await entered();
    const [before, within, after] = [await person(), await person(), await person()];
    const early = await finish(before, template);
    const copies = await Promise.all(
      [within, after].map(async (one) => (await copyTemplate(one, template)).body.template),
    );
    clock.advance(1);
    await changeCompetition(root, competition, { starts_at: later(0), ends_at: later(2) });
    await changeTemplate(within, copies[0], { completed_steps: STEPS.length });
    const countsAfter = async () => {
      await recompute(root, competition);
      return (await rankedEntry(competition, template)).counts.completion;
    };
    expect(await countsAfter()).toBe(1);
    // The first completion counts within the period, too.
    await changeTemplate(within, copies[0], { completed_steps: 0 });
    expect(await countsAfter()).toBe(1);
    clock.advance(1);
    await changeTemplate(before, early, { completed_steps: 0 });
    const again = (await changeTemplate(before, early, { completed_steps: STEPS.length })).body.template;
    expect(again.progress.completed_at).toBe(clock.now().toISOString());
    expect(await countsAfter()).toBe(1);
    clock.advance(1);
    await changeTemplate(within, copies[0], { completed_steps: STEPS.length });
    await changeTemplate(after, copies[1], { completed_steps: STEPS.length });
    expect(await countsAfter()).toBe(1);
    await changeTemplate(within, copies[0], { completed_steps: 1 });
    expect(await countsAfter()).toBe(1);
    await changeCompetition(root, competition, { starts_at: null, ends_at: null });
    expect(await countsAfter()).toBe(3);
  });

  test('counts a completion of an earlier version, also after it is undone', async () => {
    const { competition, template } = await entered();
    const copy = await finish(ben, template);
    await deps.db.updateTable('lab_template').set({ first_completed_at: null }).where('id', '=', copy.id).execute();
    await changeCompetition(root, competition, { ends_at: later(1) });
    const countsAfter = async () => {
      await recompute(root, competition);
      return (await rankedEntry(competition, template)).counts.completion;
    };
    expect(await countsAfter()).toBe(1);
    clock.advance(1);
    for (const completed_steps of [0, STEPS.length]) {
      await changeTemplate(ben, copy, { completed_steps });
      expect(await countsAfter()).toBe(1);
    }
  });

  test('excludes inactive users until they are active again, and counts replications of deleted users', async () => {
    const { competition, template } = await entered();
    const [dora, emil, gone] = [await person(), await person(), await person()];
    await finish(dora, template);
    await replicateTemplate(dora, template, measured(101));
    await approveVideo(dora, template);
    await replicateTemplate(emil, template, measured(5));
    await replicateTemplate(gone, template, measured(99));
    await deps.db.deleteFrom('profile').where('id', '=', gone.id).execute();
    const countsOf = async () => {
      await recompute(root, competition);
      return Object.values((await rankedEntry(competition, template)).counts);
    };
    const all = await countsOf();
    expect(all).toEqual([1, 1, 2, 1, 1]);
    await setActive(dora, false);
    expect(await countsOf()).toEqual([0, 0, 1, 1, 0]);
    await setActive(emil, false);
    expect(await countsOf()).toEqual([0, 0, 1, 0, 0]);
    for (const one of [dora, emil]) await setActive(one, true);
    expect(await countsOf()).toEqual(all);
  });

  test('uses the current weights, exactly', async () => {
    const { competition, template } = await entered();
    await copyTemplate(ben, template);
    await copyTemplate(cleo, template);
    await finish(await person(), template);
    await changeCompetition(root, competition, { scoring_config: { clone: 0.1, completion: 4.35 } });
    await recompute(root, competition);
    expect((await rankedEntry(competition, template)).score).toBe(4.65);
    await changeCompetition(root, competition, { scoring_config: {} });
    expect((await rankedEntry(competition, template)).score).toBe(4.65);
    await recompute(root, competition);
    expect((await rankedEntry(competition, template)).score).toBe(0);
  });

  test('scores a closed competition and one without entries, and no other', async () => {
    const { competition, template } = await entered();
    await copyTemplate(ben, template);
    const other = await createCompetition({ is_active: false, entry_open: false });
    expect((await recompute(root, other)).status).toBe(200);
    expect((await findRow(other))?.last_scored_at).toEqual(clock.now());
    expect((await findRow(competition))?.last_scored_at).toBeNull();
    await changeCompetition(root, competition, { is_active: false, entry_open: false });
    await recompute(root, competition);
    expect((await rankedEntry(competition, template)).score).toBe(1);
  });

  test('counts confirmations like the template, for any value', async () => {
    const { competition, template } = await entered();
    await deps.db.updateTable('lab_template').set({ replications: 0 }).where('id', '=', template.id).execute();
    const values = [95, 105, 94.99999999999, 105.00000000001, 94.999999999, 105.000000001, 0, -100, 100, 1e100];
    for (const value of values) await replicateTemplate(await person(), template, measured(value));
    await recompute(root, competition);
    const { confirmations, replications } = await deps.db
      .selectFrom('lab_template')
      .select(['confirmations', 'replications'])
      .where('id', '=', template.id)
      .executeTakeFirstOrThrow();
    expect(replications).toBe(values.length);
    expect((await rankedEntry(competition, template)).counts).toMatchObject({
      replication_confirmed: confirmations,
      replication_refuted: values.length - confirmations,
    });
  });

  test('counts confirmations of tiny stored predictions like the template', async () => {
    const { competition, template } = await entered();
    for (const [predicted, value, confirmed] of [
      [1e-323, 1e-323, 1],
      [1e-323, 5e-324, 0],
      [5e-324, 1e100, 0],
      [-1e-322, -1.04e-322, 1],
      [1e-308, 1.05e-308, 1],
      [1e100, 5e-324, 0],
    ] as const) {
      const outputs = JSON.stringify({ outputs: measured(predicted).outputs });
      await sql`update lab_template set predicted_values = ${outputs}::jsonb where id = ${template.id}`.execute(
        deps.db,
      );
      await deps.db.deleteFrom('lab_replication').where('template_id', '=', template.id).execute();
      await sql`
        insert into lab_replication (id, template_id, user_id, outputs, value, created_at)
        values (${randomUUID()}, ${template.id}, ${ben.id}, '[]', ${value}, now())`.execute(deps.db);
      expect((await recompute(root, competition)).status).toBe(200);
      expect((await rankedEntry(competition, template)).counts).toMatchObject({
        replication_confirmed: confirmed,
        replication_refuted: 1 - confirmed,
      });
      const { replications } = (await listReplications(ada, template)).body;
      expect(replications[0].confirms).toBe(confirmed === 1);
    }
    expect((await runJob()).body.results).toEqual({ competitions: 1, failed: 0, errors: [] });
  });

  test('scores more entries than a batch has', async () => {
    const { competition } = await entered({ scoring_config: { clone: 1 } });
    await sql`
      with template as (
        insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, created_at, updated_at)
        select gen_random_uuid(), ${ada.id}, 'A coil', '', '[{}]', true, true, now(), now()
        from generate_series(1, 2200) returning id
      ), copy as (
        insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, cloned_from,
          completed_steps, created_at, updated_at)
        select gen_random_uuid(), ${ben.id}, 'A coil', '', '[{}]', false, false, id, 0, now(), now() from template
      )
      insert into competition_entry (id, competition_id, template_id, user_id, created_at)
      select gen_random_uuid(), ${competition.id}, id, ${ada.id}, now() from template`.execute(deps.db);
    expect((await recompute(root, competition)).status).toBe(200);
    const scores = (await listEntries(competition)).map(({ score, clones }) => [score, clones].join());
    expect([scores.length, new Set(scores)]).toEqual([2_201, new Set(['0,0', '100,1'])]);
  });

  test('returns 401, 403 and 404', async () => {
    const { competition } = await entered();
    expect((await recompute(null, competition)).status).toBe(401);
    expect((await recompute(ada, competition)).status).toBe(403);
    expect((await recompute(ada, { id: 'coils' })).status).toBe(403);
    expect((await recompute(root, { id: 'coils' })).status).toBe(400);
    const { status, body } = await recompute(root, { id: randomUUID() });
    expect([status, body.code]).toEqual([404, 'competition.not-found']);
    expect((await findRow(competition))?.last_scored_at).toBeNull();
    expect((await listAuditEvents(competition)).map(({ action }) => action)).toEqual(['competition.create']);
  });
});

describe('POST /api/cron/lab/recompute-competitions', () => {
  test('scores each active and open competition, also outside of its period', async () => {
    const one = await entered();
    const ended = await entered({ starts_at: null, ends_at: later(1) });
    const [hidden, closed] = [await entered(), await entered()];
    for (const { template } of [one, ended, hidden, closed]) await copyTemplate(ben, template);
    await changeCompetition(root, hidden.competition, { is_active: false });
    await changeCompetition(root, closed.competition, { entry_open: false });
    clock.advance(1_000);
    const { status, body } = await runJob();
    expect([status, body]).toEqual([
      200,
      {
        success: true,
        message: '2 competitions were scored.',
        results: { competitions: 2, failed: 0, errors: [] },
      },
    ]);
    for (const { competition, template } of [one, ended]) {
      expect((await getCompetition(ada, competition)).body.competition.last_scored_at).toBe(clock.now().toISOString());
      expect((await rankedEntry(competition, template)).score).toBe(1);
    }
    for (const { competition, template } of [hidden, closed]) {
      expect((await findRow(competition))?.last_scored_at).toBeNull();
      expect((await rankedEntry(competition, template)).score).toBe(0);
    }
    expect((await listAuditEvents(one.competition)).map(({ action }) => action)).toEqual(['competition.create']);
  });

  test('a second run changes only the time', async () => {
    const { competition, template } = await entered();
    await copyTemplate(ben, template);
    await runJob();
    const before = await listEntries(competition);
    clock.advance(1);
    await runJob();
    expect(await listEntries(competition)).toEqual(before);
    expect((await findRow(competition))?.last_scored_at).toEqual(clock.now());
  });

  test('reports a locked competition and scores the others', async () => {
    const [locked, free] = [await entered(), await entered()];
    const { body } = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('competition').select('id').where('id', '=', locked.competition.id).forUpdate().execute();
      return runJob();
    });
    expect(body).toMatchObject({ success: true, results: { competitions: 1, failed: 1 } });
    expect(body.results.errors).toEqual([
      `${locked.competition.id}: the scores were not stored. The next run retries.`,
    ]);
    expect((await findRow(free.competition))?.last_scored_at).not.toBeNull();
    expect((await runJob()).body.results).toEqual({ competitions: 2, failed: 0, errors: [] });
  });

  test('succeeds without competitions', async () => {
    expect((await runJob()).body.results).toEqual({ competitions: 0, failed: 0, errors: [] });
  });

  test.each(['secret-of-the-spring', 'secret-of-the-summer', 'secret-of-the-autumn'])(
    'accepts the secret %s in both headers',
    async (secret) => {
      expect((await runJob(secret)).status).toBe(200);
      expect((await call(null, 'POST', CRON, undefined, { 'x-cron-secret': secret })).status).toBe(200);
    },
  );

  test.each(['secret-of-the-winter', '', 'secret-of-the-spring,secret-of-the-summer', 'undefined'])(
    'returns 401 for the secret %j',
    async (secret) => {
      const { competition } = await entered();
      expect((await runJob(secret)).body.code).toBe('cron.secret-invalid');
      expect((await call(null, 'POST', CRON, undefined, { 'x-cron-secret': secret })).status).toBe(401);
      expect((await findRow(competition))?.last_scored_at).toBeNull();
    },
  );

  test('returns 401 for user tokens, super admins included', async () => {
    for (const caller of [null, ada, root]) expect((await call(caller, 'POST', CRON)).status).toBe(401);
  });

  test('returns 401 for the secret on other routes', async () => {
    const headers = { authorization: 'Bearer spring' };
    expect((await call(null, 'GET', '/api/lab/competitions', undefined, headers)).status).toBe(401);
  });
});

describe('POST /api/cron/lab/recompute-competitions without a configured secret', async () => {
  const closed = await startTestApp({ environment: { CHAT_CRON_SECRET: 'secret-of-the-winter' } });

  test.each(['secret-of-the-winter', '', 'undefined', 'null'])('returns 401 for the secret %j', async (secret) => {
    expect((await runJob(secret, closed.call)).body.code).toBe('cron.secret-invalid');
  });
});
