import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { labOf, measured, PREDICTED, STEPS, TEMPLATE, withoutRequestId } from '../test-lab.ts';
import { listVisibleTemplates } from './template.store.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const {
  createTemplate,
  createPublicTemplate,
  getTemplate,
  changeTemplate,
  copyTemplate,
  replicateTemplate,
  setActive,
  setLevel,
  findRow,
} = labOf(app);

const create = (caller: Person | null, body: unknown) => call(caller, 'POST', '/api/lab/templates', body);
const list = (viewer: Person | null, query = '') => call(viewer, 'GET', `/api/lab/templates${query}`);
const idsOf = (templates: { id: string }[]) => templates.map(({ id }) => id);

const INVALID = [
  ['a title that is empty', { title: '' }],
  ['a title that is too long', { title: 'x'.repeat(201) }],
  ['a title that is null', { title: null }],
  ['a description that is too long', { description: 'x'.repeat(5_001) }],
  ['no steps', { steps: [] }],
  ['51 steps', { steps: Array.from({ length: 51 }, () => STEPS[0]) }],
  ['a step without instructions', { steps: [{ title: 'Stir' }] }],
  ['a step as a string', { steps: ['Stir'] }],
  ['a step with instructions that are too long', { steps: [{ title: 'Stir', instructions: 'x'.repeat(5_001) }] }],
  ['predicted values without outputs', { predicted_values: {} }],
  ['predicted values with no outputs', { predicted_values: { outputs: [] } }],
  ['51 outputs', { predicted_values: { outputs: Array.from({ length: 51 }, () => PREDICTED.outputs[0]) } }],
  ['a value as a string', { predicted_values: measured('5') }],
  ['a value that is null', { predicted_values: measured(null) }],
  ['a value that is too large', { predicted_values: measured(1e101) }],
  ['a value that is too small', { predicted_values: measured(1e-101) }],
  ['an output without a unit', { predicted_values: { outputs: [{ label: 'Q', value: 1 }] } }],
  ['an output without a label', { predicted_values: measured(1, '') }],
  ['is_public as a string', { is_public: 'true' }],
  ['is_template as a number', { is_template: 1 }],
] as const;

describe('POST /api/lab/templates', () => {
  test('creates a private template for adults', async () => {
    const ada = await person();
    const { status, body } = await create(ada, { ...TEMPLATE, predicted_values: PREDICTED });
    const now = clock.now().toISOString();
    expect(status).toBe(201);
    expect(body).toEqual({
      template: {
        id: expect.any(String),
        owner_id: ada.id,
        ...TEMPLATE,
        predicted_values: PREDICTED,
        is_template: true,
        is_public: false,
        safety_level: 'adult_only',
        min_grade_band: null,
        cloned_from: null,
        progress: null,
        replications: 0,
        confirmations: 0,
        is_robust: false,
        created_at: now,
        updated_at: now,
      },
    });
    expect((await getTemplate(ada, body.template)).body).toEqual(body);
  });

  test('applies defaults and ignores unknown fields', async () => {
    const ada = await person();
    const { body } = await create(ada, {
      title: 'Short',
      steps: STEPS,
      is_template: false,
      is_public: true,
      id: randomUUID(),
      owner_id: randomUUID(),
      safety_level: 'classroom_safe',
      min_grade_band: 'K-2',
      completed_steps: 3,
      is_robust: true,
      confirmations: 50,
      predicted_values: { outputs: [{ label: 'Q', value: -0, unit: '', isSuperAdmin: true }], calculator: 'coil' },
    });
    expect(body.template).toMatchObject({
      owner_id: ada.id,
      description: '',
      is_template: false,
      is_public: true,
      safety_level: 'adult_only',
      min_grade_band: null,
      progress: null,
      is_robust: false,
      confirmations: 0,
      predicted_values: { outputs: [{ label: 'Q', value: 0, unit: '' }] },
    });
    expect((await findRow(body.template)).predicted_values).toEqual({ outputs: [{ label: 'Q', value: 0, unit: '' }] });
  });

  test('stores numbers exactly', async () => {
    const ada = await person();
    for (const value of [0.1, 1e-100, -1e-100, -1e100, 123456789.12345679, 0]) {
      const { body } = await create(ada, { ...TEMPLATE, predicted_values: measured(value) });
      expect(body.template.predicted_values.outputs[0].value).toBe(value);
    }
  });

  test.each(INVALID)('returns 400 for %s and stores nothing', async (_what, fields) => {
    const ada = await person();
    expect((await create(ada, { ...TEMPLATE, ...fields })).status).toBe(400);
    expect((await list(ada, '?scope=mine')).body.templates).toEqual([]);
  });

  test.each(['NaN', '1e999', '-1e999'])('returns 400 for the value %s', async (value) => {
    const ada = await person();
    const text = JSON.stringify({ ...TEMPLATE, predicted_values: measured('VALUE') }).replace('"VALUE"', value);
    const response = await call(ada, 'POST', '/api/lab/templates', text, { 'content-type': 'application/json' });
    expect(response.status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await create(null, TEMPLATE)).status).toBe(401);
  });
});

describe('GET /api/lab/templates', () => {
  test('lists own and public templates, newest first', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const made: { id: string }[] = [];
    for (const makeOne of [
      () => createTemplate(ada),
      () => createPublicTemplate(ben),
      () => createTemplate(ada, { is_template: false }),
      () => createPublicTemplate(ada),
    ]) {
      clock.advance(1);
      made.unshift(await makeOne());
    }
    await createTemplate(ben);
    await createPublicTemplate(ben, { is_template: false });
    const { status, body } = await list(ada, '?limit=4');
    expect([status, idsOf(body.templates)]).toEqual([200, idsOf(made)]);
    const [ownPublic, ownDraft, others, ownPrivate] = made;
    expect(idsOf((await list(ada, '?scope=mine')).body.templates)).toEqual(
      [ownPublic, ownDraft, ownPrivate].map((one) => one?.id),
    );
    expect(idsOf((await list(ada, '?scope=public&limit=1')).body.templates)).toEqual([others?.id]);
    const listedForBen = idsOf((await list(ben)).body.templates);
    expect(listedForBen).toContain(ownPublic?.id);
    for (const hidden of [ownDraft, ownPrivate]) expect(listedForBen).not.toContain(hidden?.id);
  });

  test('omits templates of inactive users until they are active again; they can still be read by id', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    clock.advance(1);
    const template = await createPublicTemplate(ada);
    const own = await createPublicTemplate(ben);
    await setLevel(root, template, 'classroom_safe');
    const visibility = async () => [
      idsOf((await list(ben)).body.templates).includes(template.id),
      idsOf((await list(ben, '?scope=public&limit=1')).body.templates).includes(template.id),
      idsOf((await list(ben, '?audience=classroom&limit=1')).body.templates).includes(template.id),
      (await getTemplate(ben, template)).status,
    ];
    expect(await visibility()).toEqual([true, true, true, 200]);
    await setActive(ada, false);
    expect(await visibility()).toEqual([false, false, false, 200]);
    expect(idsOf((await list(ben)).body.templates)).toContain(own.id);
    await setActive(ada, true);
    expect(await visibility()).toEqual([true, true, true, 200]);
  });

  test('reads a page from the indexes with many templates', async () => {
    const [ada, gone] = await Promise.all([person(), person()]);
    await setActive(gone, false);
    await sql`
      insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, safety_level, created_at, updated_at)
      select gen_random_uuid(), case when number % 5 = 0 then ${gone.id}::uuid else ${ada.id}::uuid end, 'A coil', '', '[{}]', true, true,
        'classroom_safe', now() - number * interval '1 millisecond', now()
      from generate_series(1, 5000) as number`.execute(deps.db);
    await settle(deps.db, 'lab_template', 'profile');
    const viewer = await person();
    for (const scope of ['all', 'public'] as const) {
      for (const isForClassrooms of [false, true]) {
        const work = (db: typeof deps.db) =>
          listVisibleTemplates(db, viewer.id, { scope, isForClassrooms, after: null }, 50);
        for (const { buffers, outline } of await costsOf(app.databaseUrl, work)) {
          const plan = outline.join('\n');
          expect(plan).toMatch(/lab_template_public_created_at_idx|lab_template_classroom_safe_created_at_idx/);
          expect(buffers, plan).toBeLessThanOrEqual(500);
        }
      }
    }
    await deps.db.deleteFrom('lab_template').where('title', '=', 'A coil').where('description', '=', '').execute();
  });

  test('lists only templates that are safe for classrooms with audience=classroom', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    const [safe, own, supervised, adult, draft] = await Promise.all([
      createPublicTemplate(ada),
      createTemplate(ada),
      createPublicTemplate(ada),
      createPublicTemplate(ada),
      createPublicTemplate(ada),
    ]);
    for (const template of [safe, own, draft]) await setLevel(root, template, 'classroom_safe');
    await setLevel(root, supervised, 'with_supervision');
    await changeTemplate(ada, draft, { is_template: false });
    const copy = (await copyTemplate(ada, safe)).body.template;
    const forAda = idsOf((await list(ada, '?audience=classroom')).body.templates);
    expect(forAda).toEqual(expect.arrayContaining([safe.id, own.id]));
    for (const other of [supervised, adult, draft, copy]) expect(forAda).not.toContain(other.id);
    const forBen = idsOf((await list(await person(), '?audience=classroom')).body.templates);
    expect(forBen).toContain(safe.id);
    expect(forBen).not.toContain(own.id);
  });

  test('lists each template once across pages, also with equal times', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    clock.advance(1);
    const made = await Promise.all([
      createTemplate(ada),
      createPublicTemplate(ada),
      createPublicTemplate(ben),
      createPublicTemplate(ben),
      createTemplate(ada),
    ]);
    const seen: string[] = [];
    for (let cursor = ''; seen.length < 5; ) {
      const { body } = await list(ada, `?limit=2${cursor && `&cursor=${cursor}`}`);
      seen.push(...idsOf(body.templates));
      cursor = body.next_cursor;
    }
    expect(new Set(seen.slice(0, 5))).toEqual(new Set(idsOf(made)));
  });

  test('ends a page at about 5 MB, and the next page continues', async () => {
    const ada = await person();
    const steps = Array.from({ length: 50 }, () => ({ title: 'Stir', instructions: 'é'.repeat(5_000) }));
    for (let index = 0; index < 12; index += 1) await createTemplate(ada, { steps });
    const first = (await list(ada, '?scope=mine')).body;
    expect(first.templates).toHaveLength(10);
    const second = (await list(ada, `?scope=mine&cursor=${first.next_cursor}`)).body;
    expect([second.templates.length, second.next_cursor]).toEqual([2, null]);
  });

  test('counts all texts of a template for the size of a page', async () => {
    const ada = await person();
    const outputs = Array.from({ length: 50 }, () => ({ label: 'é'.repeat(100), value: 1, unit: '日'.repeat(30) }));
    const large = { description: '日'.repeat(5_000), predicted_values: { outputs } };
    await createTemplate(ada, large);
    await sql`
      insert into lab_template (id, owner_id, title, description, steps, predicted_values, is_template, is_public, created_at, updated_at)
      select gen_random_uuid(), owner_id, title, description, steps, predicted_values, false, false, created_at, updated_at
      from lab_template, generate_series(1, 299) where owner_id = ${ada.id}`.execute(deps.db);
    const seen: string[] = [];
    const sizes: number[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, text } = await list(ada, `?scope=mine${cursor && `&cursor=${cursor}`}`);
      sizes.push(text.length);
      expect(Buffer.byteLength(text)).toBeLessThan(5_500_000);
      seen.push(...idsOf(body.templates));
      cursor = body.next_cursor;
    }
    expect([seen.length, new Set(seen).size, sizes.length]).toEqual([300, 300, 2]);
  });

  test('reads only the texts of the page', async () => {
    const ada = await person();
    const steps = Array.from({ length: 50 }, () => ({
      title: 'Stir',
      instructions: randomBytes(2_500).toString('hex'),
    }));
    await createTemplate(ada, { steps });
    // The rows are inserted in steps: one statement for all 207 exceeds the statement timeout on a busy machine.
    for (let step = 0; step < 12; step += 1) {
      await sql`
        insert into lab_template (id, owner_id, title, description, steps, is_template, is_public, created_at, updated_at)
        select gen_random_uuid(), owner_id, title, description, steps, false, false, created_at, updated_at
        from lab_template where owner_id = ${ada.id} limit 25`.execute(deps.db);
    }
    await settle(deps.db, 'lab_template');
    const filter = { scope: 'mine', isForClassrooms: false, after: null } as const;
    const { rows, hasMore } = await listVisibleTemplates(deps.db, ada.id, filter, 500);
    expect([rows.length, hasMore]).toEqual([20, true]);
    for (const { buffers, outline } of await costsOf(app.databaseUrl, (db) =>
      listVisibleTemplates(db, ada.id, filter, 500),
    )) {
      expect(buffers, outline.join('\n')).toBeLessThanOrEqual(2_000);
    }
  });

  test.each(['audience=adults', 'audience=', 'scope=all', 'limit=0', 'limit=501', 'cursor=abc'])(
    'returns 400 for %s',
    async (query) => {
      expect((await list(await person(), `?${query}`)).status).toBe(400);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await list(null)).status).toBe(401);
  });
});

describe('GET /api/lab/templates/:id', () => {
  test('returns a public template of another user', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await createPublicTemplate(ada);
    expect((await getTemplate(ben, template)).body).toEqual({ template });
  });

  test('returns the same 404 for a private template, another experiment, a copy and an unknown id', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const hidden = [await createTemplate(ada), await createPublicTemplate(ada, { is_template: false })];
    hidden.push((await copyTemplate(ada, await createPublicTemplate(ada))).body.template);
    const unknown = withoutRequestId((await getTemplate(ben, { id: randomUUID() })).body);
    for (const template of hidden) {
      for (const viewer of [ben, root]) {
        const { status, body } = await getTemplate(viewer, template);
        expect([status, withoutRequestId(body)]).toEqual([404, unknown]);
      }
    }
  });

  test('returns 400 for a malformed id', async () => {
    expect((await getTemplate(await person(), { id: 'coil' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await getTemplate(null, await createPublicTemplate(await person()))).status).toBe(401);
  });
});

describe('PUT /api/lab/templates/:id', () => {
  test('changes only the given fields', async () => {
    const ada = await person();
    const template = await createTemplate(ada, { predicted_values: PREDICTED });
    clock.advance(1_000);
    const { status, body } = await changeTemplate(ada, template, { title: 'A better coil', is_public: true });
    expect([status, body.template]).toEqual([
      200,
      { ...template, title: 'A better coil', is_public: true, updated_at: clock.now().toISOString() },
    ]);
    expect((await getTemplate(await person(), template)).status).toBe(200);
    const withoutPrediction = (await changeTemplate(ada, template, { predicted_values: null })).body.template;
    expect(withoutPrediction.predicted_values).toBeNull();
  });

  test('ignores safety level, flags and owner', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await createTemplate(ada);
    const before = await findRow(template);
    await changeTemplate(ada, template, {
      safety_level: 'classroom_safe',
      min_grade_band: 'K-2',
      is_robust: true,
      confirmations: 50,
      owner_id: ben.id,
      cloned_from: template.id,
      created_at: '2020-01-01T00:00:00Z',
    });
    expect(await findRow(template)).toEqual({ ...before, updated_at: clock.now() });
  });

  test('resets the safety level after a change of text', async () => {
    const [ada, root] = await Promise.all([person(), superAdmin()]);
    const template = await createPublicTemplate(ada);
    await setLevel(root, template, 'classroom_safe');
    const hidden = (await changeTemplate(ada, template, { ...TEMPLATE, is_public: false })).body.template;
    expect(hidden.safety_level).toBe('classroom_safe');
    const reworded = (await changeTemplate(ada, template, { description: 'With fire.' })).body.template;
    expect([reworded.safety_level, reworded.min_grade_band]).toEqual(['adult_only', null]);
  });

  test('returns 400 for a change of a replicated prediction', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
    await replicateTemplate(ben, template, measured(90));
    for (const predicted_values of [measured(90), null]) {
      const { status, body } = await changeTemplate(ada, template, { predicted_values, title: 'Right after all' });
      expect([status, body.code]).toEqual([400, 'lab.prediction-tested']);
    }
    expect((await changeTemplate(ada, template, { predicted_values: PREDICTED, title: 'As before' })).status).toBe(200);
    expect(await findRow(template)).toMatchObject({ title: 'As before', predicted_values: PREDICTED, replications: 1 });
  });

  test('returns 400 for completed steps of a template', async () => {
    const ada = await person();
    for (const template of [await createTemplate(ada), await createTemplate(ada, { is_template: false })]) {
      const { status, body } = await changeTemplate(ada, template, { completed_steps: 1 });
      expect([status, body.code]).toEqual([400, 'lab.not-a-clone']);
    }
  });

  test.each(INVALID)('returns 400 for %s and changes nothing', async (_what, fields) => {
    const ada = await person();
    const template = await createTemplate(ada);
    expect((await changeTemplate(ada, template, fields)).status).toBe(400);
    expect((await getTemplate(ada, template)).body).toEqual({ template });
  });

  test('returns 403 for another user who can see it, super admins included', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const template = await createPublicTemplate(ada);
    for (const other of [ben, root]) {
      const { status, body } = await changeTemplate(other, template, { title: 'Mine' });
      expect([status, body.code]).toEqual([403, 'lab.not-owner']);
    }
    expect((await getTemplate(ada, template)).body).toEqual({ template });
  });

  test('returns 404 for another user who cannot see it', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await changeTemplate(ben, await createTemplate(ada), { title: 'Mine' })).status).toBe(404);
    expect((await changeTemplate(ben, { id: randomUUID() }, { title: 'Mine' })).status).toBe(404);
  });

  test('returns 401 without a token', async () => {
    expect((await changeTemplate(null, await createPublicTemplate(await person()), {})).status).toBe(401);
  });
});
