import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { labOf } from '../lab/test-lab.ts';
import { competitionsOf } from './test-competition.ts';

const app = await startTestApp({ environment: { LAB_CRON_SECRET: 'secret-of-the-spring' } });
const { call, deps, person, superAdmin, databaseUrl } = app;
const nodes = [app, await startSecondNode(app)];
const root = await superAdmin();
const { createPublicTemplate, copyTemplate } = labOf(app);
const { createCompetition, listEntries, findRow, enterTemplate, recompute, listAuditEvents } = competitionsOf(
  app,
  root,
);

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const pathTo = ({ id }: { id: string }, rest: string) => `/api/lab/competitions/${id}${rest}`;
const runJob = (on = call) =>
  on(null, 'POST', '/api/cron/lab/recompute-competitions', undefined, { 'x-cron-secret': 'secret-of-the-spring' });

/** A competition with `count` entries of one user. The first has no copy, the next one copy, and so on. */
async function entered(count: number) {
  const [owner, ...others] = await Promise.all(many(count, () => person()));
  if (owner === undefined) throw new Error('An entry needs an owner.');
  const competition = await createCompetition({ scoring_config: { clone: 1 } });
  for (let index = 0; index < count; index += 1) {
    const template = await createPublicTemplate(owner);
    await Promise.all(others.slice(0, index).map((caller) => copyTemplate(caller, template)));
    expect((await enterTemplate(owner, competition, { template_id: template.id })).status).toBe(201);
  }
  return { competition, owner };
}

const scoresOf = async (competition: { id: string }) =>
  (await listEntries(competition)).map(({ score }) => score / 100).toSorted((one, other) => one - other);

test('one of 20 concurrent entries of a template is stored', async () => {
  const ada = await person();
  const [competition, template] = [await createCompetition(), await createPublicTemplate(ada)];
  const body = { template_id: template.id };
  const responses = await Promise.all(
    many(20, (index) => callOn(index)(ada, 'POST', pathTo(competition, '/entries'), body)),
  );
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.filter(({ body: { code } }) => code === 'competition.already-entered')).toHaveLength(19);
  expect(await listEntries(competition)).toHaveLength(1);
});

test('no template enters after the response that closed the entries', async () => {
  const ada = await person();
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const competition = await createCompetition();
    const templates = await Promise.all(many(12, () => createPublicTemplate(ada)));
    let isClosed = false;
    const close = async () => {
      await callOn(1)(root, 'PUT', `/api/lab/admin/competitions/${competition.id}`, { entry_open: false });
      isClosed = true;
      return (await listEntries(competition)).length;
    };
    const late: string[] = [];
    const enterOn = async (index: number) => {
      const startedLate = isClosed;
      const body = { template_id: templates[index]?.id };
      const { status, text } = await callOn(index)(ada, 'POST', pathTo(competition, '/entries'), body);
      expect([201, 400]).toContain(status);
      if (startedLate && status === 201) late.push(text);
      return status;
    };
    const first = many(6, enterOn);
    const [entries, ...statuses] = await Promise.all([close(), ...first]);
    const after = await Promise.all(many(6, (index) => enterOn(index + 6)));
    expect(new Set(after)).toEqual(new Set([400]));
    expect(late).toEqual([]);
    expect(entries).toBe(statuses.filter((status) => status === 201).length);
    expect(await listEntries(competition)).toHaveLength(entries);
  }
});

test('concurrent entries and scoring lose no entry; the next scoring includes all', async () => {
  const [ada, ben] = [await person(), await person()];
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const competition = await createCompetition({ scoring_config: { clone: 1 } });
    const templates = await Promise.all(many(16, () => createPublicTemplate(ada)));
    await Promise.all(templates.map((template) => copyTemplate(ben, template)));
    const entering = templates.map(({ id }, index) =>
      callOn(index)(ada, 'POST', pathTo(competition, '/entries'), { template_id: id }),
    );
    const scoring = many(6, (index) =>
      index % 3 === 0
        ? runJob(callOn(index))
        : callOn(index)(root, 'POST', `/api/lab/admin/competitions/${competition.id}/recompute`),
    );
    const responses = await Promise.all([...entering, ...scoring]);
    expect(responses.map(({ status }) => status)).toEqual([...many(16, () => 201), ...many(6, () => 200)]);
    const between = await scoresOf(competition);
    expect(between).toHaveLength(16);
    expect(between.every((score) => score === 0 || score === 1)).toBe(true);
    await recompute(root, competition);
    expect(await scoresOf(competition)).toEqual(many(16, () => 1));
  }
});

test('concurrent scoring and changes of weights end with the same weights for all entries', async () => {
  const { competition } = await entered(5);
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const responses = await Promise.all(
      many(12, (index) => {
        const path = `/api/lab/admin/competitions/${competition.id}`;
        return index % 2 === 0
          ? callOn(index / 2)(root, 'PUT', path, { scoring_config: { clone: index + 1 } })
          : callOn(index)(root, 'POST', `${path}/recompute`);
      }),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const weight = (await scoresOf(competition))[1] ?? 0;
    expect(await scoresOf(competition)).toEqual(many(5, (index) => index * weight));
  }
});

describe('runs of the job', () => {
  test('five concurrent runs on two nodes have the result of one', async () => {
    const contests = await Promise.all(many(4, () => entered(4)));
    const runs = await Promise.all(many(5, (index) => runJob(callOn(index))));
    expect(new Set(runs.map(({ status, body }) => `${status} ${body.success}`))).toEqual(new Set(['200 true']));
    for (const { competition } of contests) {
      expect(await scoresOf(competition)).toEqual([0, 1, 2, 3]);
      expect((await findRow(competition))?.last_scored_at).not.toBeNull();
    }
  });

  test('concurrent runs by a super admin are audited and have the result of one', async () => {
    const { competition } = await entered(4);
    const responses = await Promise.all(
      many(10, (index) => callOn(index)(root, 'POST', `/api/lab/admin/competitions/${competition.id}/recompute`)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await scoresOf(competition)).toEqual([0, 1, 2, 3]);
    expect(
      (await listAuditEvents(competition)).filter(({ action }) => action === 'competition.recompute'),
    ).toHaveLength(10);
  });

  test('the next run completes a run that was killed', async () => {
    const contests = await Promise.all(many(3, () => entered(4)));
    const [, locked] = contests
      .map(({ competition }) => competition)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const dying = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('competition').select('id').where('id', '=', locked.id).forUpdate().execute();
      const run = runJob(nodes[1]?.call);
      await untilLockWait(deps.db, run);
      await endSessions();
      return { run };
    });
    expect((await runJob()).body.results.failed).toBe(0);
    await dying.run;
    for (const { competition } of contests) expect(await scoresOf(competition)).toEqual([0, 1, 2, 3]);
    const [before, scored] = [await listEntries(locked), await findRow(locked)];
    await runJob();
    expect([await listEntries(locked), await findRow(locked)]).toEqual([before, scored]);
  });

  test('a failure rolls back its competition and does not stop the others', async () => {
    const [broken, sound] = [await entered(4), await entered(4)];
    await sql`
      create function fail() returns trigger language plpgsql as $$ begin raise 'The power is out.'; end $$`.execute(
      deps.db,
    );
    await sql`
      create trigger fail before update on competition for each row
      when (new.id = ${sql.lit(broken.competition.id)} and new.last_scored_at is not null) execute function fail()`.execute(
      deps.db,
    );
    expect((await runJob()).body.results).toMatchObject({ failed: 1 });
    expect(await scoresOf(broken.competition)).toEqual([0, 0, 0, 0]);
    expect(await scoresOf(sound.competition)).toEqual([0, 1, 2, 3]);
    await sql`drop trigger fail on competition`.execute(deps.db);
    expect((await runJob()).body.results).toMatchObject({ failed: 0 });
    expect(await scoresOf(broken.competition)).toEqual([0, 1, 2, 3]);
  });
});

/** Ends the sessions with or waiting for the lock of a job, like a killed node. */
async function endSessions(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks join pg_stat_activity using (pid)
    where (not granted or locktype = 'advisory') and datname = current_database()`);
  await client.end();
}
