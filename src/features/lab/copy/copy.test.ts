import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { labOf, PREDICTED, STEPS, TEMPLATE } from '../test-lab.ts';

const app = await startTestApp();
const { call, clock, deps, person, superAdmin } = app;
const {
  createTemplate,
  createPublicTemplate,
  getTemplate,
  changeTemplate,
  copyTemplate,
  setLevel,
  setClassroom,
  findRow,
} = labOf(app);

const copiesOf = ({ id }: { id: string }) =>
  deps.db.selectFrom('lab_template').select('id').where('cloned_from', '=', id).execute();

describe('POST /api/lab/templates/:id/clone', () => {
  test('copies a template for the user, without completed steps', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
    clock.advance(1_000);
    const { status, body } = await copyTemplate(ben, template);
    const now = clock.now().toISOString();
    expect(status).toBe(201);
    expect(body.template).toEqual({
      ...template,
      id: expect.any(String),
      owner_id: ben.id,
      is_template: false,
      is_public: false,
      cloned_from: template.id,
      progress: { completed_steps: 0, current_step: 1, completed: false, completed_at: null },
      created_at: now,
      updated_at: now,
    });
    expect(body.template.id).not.toBe(template.id);
    expect((await getTemplate(ben, body.template)).body).toEqual(body);
    expect((await getTemplate(ada, body.template)).status).toBe(404);
  });

  test('copies a template of the user; later changes of the template do not change the copy', async () => {
    const ada = await person();
    const template = await createTemplate(ada);
    const copy = (await copyTemplate(ada, template)).body.template;
    await changeTemplate(ada, template, { title: 'Another', steps: STEPS.slice(1) });
    expect((await getTemplate(ada, copy)).body.template).toMatchObject(TEMPLATE);
  });

  test('lets a classroom user copy a safe template, and a supervised one with attestation', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    await setClassroom(ben);
    const [safe, supervised] = await Promise.all([createPublicTemplate(ada), createPublicTemplate(ada)]);
    await setLevel(root, safe, 'classroom_safe');
    await setLevel(root, supervised, 'with_supervision');
    expect((await copyTemplate(ben, safe)).body.template.safety_level).toBe('classroom_safe');
    const { status, body } = await copyTemplate(ben, supervised, { attested: true });
    expect([status, body.template.safety_level]).toEqual([201, 'with_supervision']);
    expect((await findRow(body.template)).is_attested).toBe(true);
  });

  test('returns 403 to a classroom user for other templates, from the change of their safety level', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const template = await createPublicTemplate(ada);
    await setClassroom(ben);
    for (const body of [undefined, {}, { attested: true }]) {
      expect((await copyTemplate(ben, template, body)).body.code).toBe('lab.not-for-classrooms');
    }
    await setLevel(root, template, 'with_supervision');
    for (const body of [undefined, {}, { attested: false }]) {
      const response = await copyTemplate(ben, template, body);
      expect([response.status, response.body.code]).toEqual([403, 'lab.supervision-not-attested']);
    }
    expect(await copiesOf(template)).toEqual([]);
    await setLevel(root, template, 'classroom_safe');
    const { body } = await copyTemplate(ben, template);
    await setLevel(root, template, 'adult_only');
    expect((await copyTemplate(ben, template)).status).toBe(403);
    // Existing copies remain.
    expect((await changeTemplate(ben, body.template, { completed_steps: 3 })).body.template.progress.completed).toBe(
      true,
    );
    await setClassroom(ben, false);
    expect((await copyTemplate(ben, template)).status).toBe(201);
  });

  test('returns 400 for a copy or another experiment that is not a template', async () => {
    const ada = await person();
    const copy = (await copyTemplate(ada, await createTemplate(ada))).body.template;
    for (const experiment of [copy, await createTemplate(ada, { is_template: false })]) {
      const { status, body } = await copyTemplate(ada, experiment);
      expect([status, body.code]).toEqual([400, 'lab.not-a-template']);
    }
  });

  test.each([{ attested: 'true' }, { attested: null }, { attested: 1 }, []])('returns 400 for %j', async (body) => {
    const ada = await person();
    const template = await createTemplate(ada);
    expect((await copyTemplate(ada, template, body)).status).toBe(400);
    expect(await copiesOf(template)).toEqual([]);
  });

  test('returns 400 for a malformed id', async () => {
    expect((await copyTemplate(await person(), { id: 'coil' })).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await copyTemplate(null, await createPublicTemplate(await person()))).status).toBe(401);
  });

  test('returns 404 for a hidden template and an unknown id', async () => {
    const [ada, ben, root] = await Promise.all([person(), person(), superAdmin()]);
    const template = await createTemplate(ada);
    for (const other of [ben, root]) expect((await copyTemplate(other, template)).status).toBe(404);
    expect((await copyTemplate(ben, { id: randomUUID() })).status).toBe(404);
  });
});

describe('PUT /api/lab/templates/:id of a copy', () => {
  test('sets the completed steps, up and down', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const copy = (await copyTemplate(ben, await createPublicTemplate(ada))).body.template;
    const progress = async (completed_steps: number) =>
      (await changeTemplate(ben, copy, { completed_steps })).body.template.progress;
    expect(await progress(2)).toEqual({ completed_steps: 2, current_step: 3, completed: false, completed_at: null });
    clock.advance(1_000);
    const done = {
      completed_steps: 3,
      current_step: null,
      completed: true,
      completed_at: clock.now().toISOString(),
    };
    expect(await progress(3)).toEqual(done);
    clock.advance(1_000);
    expect(await progress(3)).toEqual(done);
    expect(await progress(0)).toEqual({ completed_steps: 0, current_step: 1, completed: false, completed_at: null });
    expect((await progress(3)).completed_at).toBe(clock.now().toISOString());
  });

  test('returns 400 for a change of another field', async () => {
    const ada = await person();
    const copy = (await copyTemplate(ada, await createTemplate(ada))).body.template;
    for (const body of [{ title: 'Mine' }, { completed_steps: 3, steps: STEPS.slice(2) }, { is_template: true }]) {
      const response = await changeTemplate(ada, copy, body);
      expect([response.status, response.body.code]).toEqual([400, 'lab.clone-is-fixed']);
    }
    expect((await getTemplate(ada, copy)).body).toEqual({ template: copy });
  });

  test('returns 400 for more steps than the experiment has', async () => {
    const ada = await person();
    const copy = (await copyTemplate(ada, await createTemplate(ada))).body.template;
    const { status, body } = await changeTemplate(ada, copy, { completed_steps: 4 });
    expect([status, body.code]).toEqual([400, 'lab.no-such-step']);
  });

  test.each([-1, 51, 1.5, '1', null])('returns 400 for %s steps', async (completed_steps) => {
    const ada = await person();
    const copy = (await copyTemplate(ada, await createTemplate(ada))).body.template;
    expect((await changeTemplate(ada, copy, { completed_steps })).status).toBe(400);
    expect((await findRow(copy)).completed_steps).toBe(0);
  });

  test('returns 404 for other users, the owner of the template included', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    const copy = (await copyTemplate(ben, await createPublicTemplate(ada))).body.template;
    expect((await changeTemplate(ada, copy, { completed_steps: 1 })).status).toBe(404);
  });
});

test('copies survive the deletion of their template', async () => {
  const [ada, ben] = await Promise.all([person(), person()]);
  const template = await createPublicTemplate(ada);
  const copy = (await copyTemplate(ben, template)).body.template;
  await deps.db.deleteFrom('lab_template').where('id', '=', template.id).execute();
  expect((await getTemplate(ben, copy)).body.template).toMatchObject({
    cloned_from: null,
    progress: { completed_steps: 0 },
  });
  expect((await call(ben, 'PUT', `/api/lab/templates/${copy.id}`, { completed_steps: 1 })).status).toBe(200);
});
