import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { labOf, measured, PREDICTED } from '../test-lab.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const {
  createTemplate,
  createPublicTemplate,
  getTemplate,
  changeTemplate,
  copyTemplate,
  replicateTemplate,
  listReplications,
  findRow,
  setActive,
} = labOf(app);

const predictedBy = (owner: Person) => createPublicTemplate(owner, { predicted_values: PREDICTED });

/** Inserts replications of deleted users. Through the API each needs a user. */
async function seedReplications(template: { id: string }, values: number[]): Promise<void> {
  for (const value of values) {
    await deps.db
      .insertInto('lab_replication')
      .values({
        id: deps.ids.next(),
        template_id: template.id,
        user_id: null,
        outputs: JSON.stringify(measured(value).outputs),
        value,
        created_at: clock.now(),
      })
      .execute();
  }
}

const count = ({ id }: { id: string }) =>
  deps.db.selectFrom('lab_replication').select('id').where('template_id', '=', id).execute();

describe('POST /api/lab/templates/:id/replications', () => {
  test('stores a replication and returns whether it confirms the prediction', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    const outputs = [{ label: 'Inductance', value: 7, unit: 'µH' }, ...measured(104.5).outputs];
    const { status, body } = await replicateTemplate(ben, template, { outputs });
    expect(status).toBe(201);
    expect(body).toEqual({
      replication: {
        id: expect.any(String),
        template_id: template.id,
        user_id: ben.id,
        outputs,
        value: 104.5,
        confirms: true,
        is_anomaly: false,
        created_at: clock.now().toISOString(),
      },
    });
    expect((await listReplications(ada, template)).body).toEqual({
      replications: [body.replication],
      next_cursor: null,
    });
    const { body: after } = await getTemplate(ada, template);
    expect(after.template).toEqual({ ...template, replications: 1, confirmations: 1 });
  });

  test('counts a replication that does not confirm', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    expect((await replicateTemplate(ben, template, measured(105.1))).body.replication.confirms).toBe(false);
    expect((await getTemplate(ada, template)).body.template).toMatchObject({ replications: 1, confirmations: 0 });
  });

  test('compares the first output with the label, and stores no other key', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    const [first] = measured(100).outputs;
    const { body } = await replicateTemplate(ben, template, {
      outputs: [{ ...first, is_anomaly: true }, ...measured(1).outputs],
      user_id: ada.id,
      value: 3,
      confirms: false,
    });
    expect(body.replication).toMatchObject({ user_id: ben.id, value: 100, confirms: true });
    expect(body.replication.outputs[0]).toEqual(first);
  });

  test('makes a template robust with the 50th confirmation', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const template = await predictedBy(ada);
    await seedReplications(template, [...Array(48).fill(95), 94]);
    await replicateTemplate(ben, template, measured(105));
    expect((await getTemplate(ada, template)).body.template).toMatchObject({ confirmations: 49, is_robust: false });
    await replicateTemplate(eve, template, measured(100));
    const { body } = await getTemplate(ada, template);
    expect(body.template).toMatchObject({ replications: 51, confirmations: 50, is_robust: true });
    // A replication does not change updated_at.
    expect(body.template.updated_at).toBe(template.updated_at);
  });

  test('excludes replications of inactive users until they are active again', async () => {
    const [ada, ben, eve, fay, gil] = await Promise.all([person(), person(), person(), person(), person()]);
    const template = await predictedBy(ada);
    await seedReplications(template, Array(48).fill(100));
    await replicateTemplate(ben, template, measured(100));
    await setActive(ben, false);
    await replicateTemplate(eve, template, measured(100));
    expect((await getTemplate(ada, template)).body.template).toMatchObject({ replications: 49, is_robust: false });
    await setActive(ben, true);
    await replicateTemplate(fay, template, measured(100));
    expect((await getTemplate(ada, template)).body.template).toMatchObject({ replications: 51, is_robust: true });
    for (const one of [ben, eve]) await setActive(one, false);
    await replicateTemplate(gil, template, measured(1));
    expect((await getTemplate(ada, template)).body.template).toMatchObject({ confirmations: 49, is_robust: false });
  });

  test('marks a value more than two standard deviations from the mean as an anomaly', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const template = await predictedBy(ada);
    await seedReplications(template, [100, 101, 99, 100]);
    // No value among five can be that far from the mean.
    expect((await replicateTemplate(ben, template, measured(200))).body.replication.is_anomaly).toBe(false);
    const { body } = await replicateTemplate(eve, template, measured(100));
    expect(body.replication.is_anomaly).toBe(false);
    const list: { value: number; is_anomaly: boolean }[] = (await listReplications(ada, template)).body.replications;
    expect(list.filter(({ is_anomaly }) => is_anomaly).map(({ value }) => value)).toEqual([200]);
  });

  test('returns 400 for a second replication with any outputs', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    await replicateTemplate(ben, template, measured(100));
    for (const body of [measured(100), measured(5), measured(5, 'Other')]) {
      const response = await replicateTemplate(ben, template, body);
      expect([response.status, response.body.code]).toEqual([400, 'lab.already-replicated']);
    }
    expect(await count(template)).toHaveLength(1);
  });

  test('returns 400 for a template of the user', async () => {
    const ada = await person();
    const template = await predictedBy(ada);
    const { status, body } = await replicateTemplate(ada, template, measured(100));
    expect([status, body.code]).toEqual([400, 'lab.own-template']);
    expect(await count(template)).toEqual([]);
  });

  test.each([
    ['another label', measured(100, 'Resonance')],
    ['another unit', measured(100, 'Self-resonant frequency', 'kHz')],
    ['the label of the second output', measured(204, 'Inductance', 'µH')],
    ['a unit in another case', measured(100, 'Self-resonant frequency', 'mhz')],
  ])('returns 400 for %s only, and allows another attempt', async (_what, body) => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    const response = await replicateTemplate(ben, template, body);
    expect([response.status, response.body.code]).toEqual([400, 'lab.nothing-to-compare']);
    expect(await count(template)).toEqual([]);
    expect((await replicateTemplate(ben, template, measured(100))).status).toBe(201);
  });

  test('returns 400 without a prediction, and for an experiment that is not a template', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await replicateTemplate(ben, await createPublicTemplate(ada), measured(1))).body.code).toBe(
      'lab.nothing-predicted',
    );
    const copy = (await copyTemplate(ben, await predictedBy(ada))).body.template;
    expect((await replicateTemplate(ben, copy, measured(100))).body.code).toBe('lab.not-a-template');
  });

  test.each([
    {},
    { outputs: [] },
    { outputs: null },
    measured('100'),
    measured(null),
    measured(1e101),
    measured(-1e-101),
    { outputs: [...measured(100).outputs, { label: 'Q', value: 5e-324, unit: '' }] },
    measured(true),
    { outputs: Array.from({ length: 51 }, () => measured(100).outputs[0]) },
    { outputs: Array.from({ length: 10_000 }, () => measured(100).outputs[0]) },
  ])('returns 400 for an invalid body (%#)', async (body) => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    expect((await replicateTemplate(ben, template, body)).status).toBe(400);
    expect(await count(template)).toEqual([]);
  });

  test.each(['NaN', '1e999', '-1e999'])('returns 400 for the value %s', async (value) => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    const text = JSON.stringify(measured('VALUE')).replace('"VALUE"', value);
    const path = `/api/lab/templates/${template.id}/replications`;
    expect((await call(ben, 'POST', path, text, { 'content-type': 'application/json' })).status).toBe(400);
    expect(await count(template)).toEqual([]);
  });

  test('returns 401 without a token', async () => {
    expect((await replicateTemplate(null, await predictedBy(await person()), measured(1))).status).toBe(401);
  });

  test('returns 404 for a hidden template and an unknown id', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const template = await createTemplate(ada, { predicted_values: PREDICTED });
    for (const other of [ben, root]) expect((await replicateTemplate(other, template, measured(1))).status).toBe(404);
    expect((await replicateTemplate(ben, { id: randomUUID() }, measured(1))).status).toBe(404);
  });
});

describe('GET /api/lab/templates/:id/replications', () => {
  test('lists the newest first, in pages', async () => {
    const [ada, ...users] = await Promise.all([person(), person(), person(), person()]);
    const template = await predictedBy(ada);
    for (const [index, caller] of users.entries()) {
      clock.advance(1_000);
      await replicateTemplate(caller, template, measured(100 + index));
    }
    const valuesOf = (list: { value: number }[]) => list.map(({ value }) => value);
    const first = (await listReplications(ada, template, '?limit=2')).body;
    const second = (await listReplications(ada, template, `?limit=2&cursor=${first.next_cursor}`)).body;
    expect([valuesOf(first.replications), valuesOf(second.replications)]).toEqual([[102, 101], [100]]);
    expect(second.next_cursor).toBeNull();
  });

  test('ends a page at about 5 MB, and the next page continues', async () => {
    const ada = await person();
    const template = await predictedBy(ada);
    const outputs = JSON.stringify(
      Array.from({ length: 50 }, () => ({ label: 'é'.repeat(100), value: 1, unit: '日'.repeat(30) })),
    );
    await sql`
      insert into lab_replication (id, template_id, outputs, value, created_at)
      select gen_random_uuid(), ${template.id}, ${outputs}::jsonb, 1, ${clock.now()} from generate_series(1, 400)`.execute(
      deps.db,
    );
    const seen: string[] = [];
    const pages: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, text } = await listReplications(ada, template, cursor && `?cursor=${cursor}`);
      expect(Buffer.byteLength(text)).toBeLessThan(5_500_000);
      pages.push(body.replications.length);
      seen.push(...body.replications.map(({ id }: { id: string }) => id));
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size, pages.length]).toEqual([400, 400, 2]);
  });

  test('omits replications of inactive users until they are active again', async () => {
    const [ada, ben, eve] = await Promise.all([person(), person(), person()]);
    const template = await predictedBy(ada);
    for (const caller of [ben, eve]) await replicateTemplate(caller, template, measured(100));
    await setActive(ben, false);
    const seen = (await listReplications(ada, template, '?limit=1')).body;
    expect([seen.replications, seen.next_cursor]).toMatchObject([[{ user_id: eve.id }], null]);
    await setActive(ben, true);
    expect((await listReplications(ada, template)).body.replications).toHaveLength(2);
  });

  test('keeps replications of deleted users, without the user', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    await replicateTemplate(ben, template, measured(100));
    await deps.db.deleteFrom('profile').where('id', '=', ben.id).execute();
    expect((await listReplications(ada, template)).body.replications[0]).toMatchObject({ user_id: null, value: 100 });
    expect((await findRow(template)).replications).toBe(1);
  });

  test('returns 400 for an invalid page', async () => {
    const ada = await person();
    const template = await predictedBy(ada);
    for (const query of ['?limit=0', '?limit=501', '?cursor=x']) {
      expect((await listReplications(ada, template, query)).status).toBe(400);
    }
  });

  test('returns 401 without a token', async () => {
    expect((await listReplications(null, await predictedBy(await person()))).status).toBe(401);
  });

  test('returns 404 for a template that is no longer public', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await predictedBy(ada);
    await replicateTemplate(ben, template, measured(100));
    await changeTemplate(ada, template, { is_public: false });
    expect((await listReplications(ben, template)).status).toBe(404);
    expect((await listReplications(ada, template)).body.replications).toHaveLength(1);
  });
});
