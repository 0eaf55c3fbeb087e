import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { untilLockWait } from '../../../test/lock-waits.ts';
import { startSecondNode } from '../../../test/second-node.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';
import { labOf } from '../lab/test-lab.ts';
import { competitionsOf } from './test-competition.ts';

const app = await startTestApp({ environment: { LAB_CRON_SECRET: 'secret-of-the-spring' } });
const { call, deps, person, superAdmin, databaseUrl } = app;
const nodes = [app, await startSecondNode(app)];
const root = await superAdmin();
const { publish, clone } = labOf(app);
const { compete, entriesOf, rowOf, enter, recompute, audited } = competitionsOf(app, root);

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

const pathTo = ({ id }: { id: string }, rest: string) => `/api/lab/competitions/${id}${rest}`;
const runJob = (on = call) =>
  on(null, 'POST', '/api/cron/lab/recompute-competitions', undefined, { 'x-cron-secret': 'secret-of-the-spring' });

/** A competition with so many entries of one person, the first copied by nobody, the next by one, and so on. */
async function entered(count: number) {
  const [owner, ...others] = await Promise.all(many(count, () => person()));
  if (owner === undefined) throw new Error('An entry takes somebody.');
  const competition = await compete({ scoring_config: { clone: 1 } });
  for (let index = 0; index < count; index += 1) {
    const template = await publish(owner);
    await Promise.all(others.slice(0, index).map((somebody) => clone(somebody, template)));
    expect((await enter(owner, competition, { template_id: template.id })).status).toBe(201);
  }
  return { competition, owner };
}

const scoresOf = async (competition: { id: string }) =>
  (await entriesOf(competition)).map(({ score }) => score / 100).toSorted((one, other) => one - other);

test('of 20 entries of one template at once one takes part', async () => {
  const ada = await person();
  const [competition, template] = [await compete(), await publish(ada)];
  const body = { template_id: template.id };
  const answers = await Promise.all(
    many(20, (index) => callOn(index)(ada, 'POST', pathTo(competition, '/entries'), body)),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(answers.filter(({ body: { code } }) => code === 'competition.already-entered')).toHaveLength(19);
  expect(await entriesOf(competition)).toHaveLength(1);
});

test('nothing is entered once it has been answered that entries are closed', async () => {
  const ada = await person();
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const competition = await compete();
    const templates = await Promise.all(many(12, () => publish(ada)));
    let isClosed = false;
    const close = async () => {
      await callOn(1)(root, 'PUT', `/api/lab/admin/competitions/${competition.id}`, { entry_open: false });
      isClosed = true;
      return (await entriesOf(competition)).length;
    };
    const late: string[] = [];
    const enterOn = async (index: number) => {
      const hasBegunLate = isClosed;
      const body = { template_id: templates[index]?.id };
      const { status, text } = await callOn(index)(ada, 'POST', pathTo(competition, '/entries'), body);
      expect([201, 400]).toContain(status);
      if (hasBegunLate && status === 201) late.push(text);
      return status;
    };
    const first = many(6, enterOn);
    const [entries, ...statuses] = await Promise.all([close(), ...first]);
    const after = await Promise.all(many(6, (index) => enterOn(index + 6)));
    expect(new Set(after)).toEqual(new Set([400]));
    expect(late).toEqual([]);
    expect(entries).toBe(statuses.filter((status) => status === 201).length);
    expect(await entriesOf(competition)).toHaveLength(entries);
  }
});

test('entries and scoring at once lose no entry, and the next scoring finds them all', async () => {
  const [ada, ben] = [await person(), await person()];
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const competition = await compete({ scoring_config: { clone: 1 } });
    const templates = await Promise.all(many(16, () => publish(ada)));
    await Promise.all(templates.map((template) => clone(ben, template)));
    const entering = templates.map(({ id }, index) =>
      callOn(index)(ada, 'POST', pathTo(competition, '/entries'), { template_id: id }),
    );
    const scoring = many(6, (index) =>
      index % 3 === 0
        ? runJob(callOn(index))
        : callOn(index)(root, 'POST', `/api/lab/admin/competitions/${competition.id}/recompute`),
    );
    const answers = await Promise.all([...entering, ...scoring]);
    expect(answers.map(({ status }) => status)).toEqual([...many(16, () => 201), ...many(6, () => 200)]);
    const between = await scoresOf(competition);
    expect(between).toHaveLength(16);
    expect(between.every((score) => score === 0 || score === 1)).toBe(true);
    await recompute(root, competition);
    expect(await scoresOf(competition)).toEqual(many(16, () => 1));
  }
});

test('scoring while weights change ends with one of them for all entries, and the last change is not lost', async () => {
  const { competition } = await entered(5);
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const answers = await Promise.all(
      many(12, (index) => {
        const path = `/api/lab/admin/competitions/${competition.id}`;
        return index % 2 === 0
          ? callOn(index / 2)(root, 'PUT', path, { scoring_config: { clone: index + 1 } })
          : callOn(index)(root, 'POST', `${path}/recompute`);
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const weight = (await scoresOf(competition))[1] ?? 0;
    expect(await scoresOf(competition)).toEqual(many(5, (index) => index * weight));
  }
});

describe('runs of the job', () => {
  test('five at once on two nodes end as one', async () => {
    const contests = await Promise.all(many(4, () => entered(4)));
    const runs = await Promise.all(many(5, (index) => runJob(callOn(index))));
    expect(new Set(runs.map(({ status, body }) => `${status} ${body.success}`))).toEqual(new Set(['200 true']));
    for (const { competition } of contests) {
      expect(await scoresOf(competition)).toEqual([0, 1, 2, 3]);
      expect((await rowOf(competition))?.last_scored_at).not.toBeNull();
    }
  });

  test('by a super admin at once are each written down, and end as one', async () => {
    const { competition } = await entered(4);
    const answers = await Promise.all(
      many(10, (index) => callOn(index)(root, 'POST', `/api/lab/admin/competitions/${competition.id}/recompute`)),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await scoresOf(competition)).toEqual([0, 1, 2, 3]);
    expect((await audited(competition)).filter(({ action }) => action === 'competition.recompute')).toHaveLength(10);
  });

  test('one that dies half-way is made up for by the next one, which ends as a clean run', async () => {
    const contests = await Promise.all(many(3, () => entered(4)));
    const [, held] = contests
      .map(({ competition }) => competition)
      .toSorted((one, other) => (one.id < other.id ? -1 : 1));
    const dying = await deps.db.transaction().execute(async (tx) => {
      await tx.selectFrom('competition').select('id').where('id', '=', held.id).forUpdate().execute();
      const run = runJob(nodes[1]?.call);
      await untilLockWait(deps.db, run);
      await endSessions();
      return { run };
    });
    expect((await runJob()).body.results.failed).toBe(0);
    await dying.run;
    for (const { competition } of contests) expect(await scoresOf(competition)).toEqual([0, 1, 2, 3]);
    const [before, scored] = [await entriesOf(held), await rowOf(held)];
    await runJob();
    expect([await entriesOf(held), await rowOf(held)]).toEqual([before, scored]);
  });

  test('one that fails at the very end of a competition leaves all of it as it was, and scores the others', async () => {
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

/** Ends the sessions that hold the lock of a job or wait for one, as the death of their node does. */
async function endSessions(): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(`
    select pg_terminate_backend(pid, 5000) from pg_locks join pg_stat_activity using (pid)
    where (not granted or locktype = 'advisory') and datname = current_database()`);
  await client.end();
}
