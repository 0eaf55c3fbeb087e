import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { labOf } from '../test-lab.ts';

const app = await startTestApp();
const { call, clock, person, superAdmin } = app;
const { createTemplate, createPublicTemplate, getTemplate, changeTemplate, copyTemplate, setLevel, listAuditEvents } =
  labOf(app);

const promote = (caller: Person | null, { id }: { id: string }, body: unknown) =>
  call(caller, 'POST', `/api/lab/admin/templates/${id}/promote-to-classroom`, body);

const [ada, root] = [await person(), await superAdmin()];
const copyOf = async (template: { id: string }) => (await copyTemplate(ada, template)).body.template;

describe('POST /api/lab/admin/templates/:id/promote-to-classroom', () => {
  test.each(['K-2', 'K-5', '3-5', '6-8', '9-12'])(
    'approves a template for classrooms from grade band %s',
    async (min_grade_band) => {
      const template = await createPublicTemplate(ada);
      clock.advance(1_000);
      const { status, body } = await promote(root, template, { min_grade_band });
      const expected = { ...template, safety_level: 'classroom_safe', min_grade_band };
      expect([status, body.template]).toEqual([200, { ...expected, updated_at: clock.now().toISOString() }]);
      expect((await getTemplate(ada, template)).body).toEqual(body);
      const details = { from: 'adult_only', to: 'classroom_safe', min_grade_band };
      expect(await listAuditEvents(template)).toEqual([
        { actor_id: root.id, action: 'lab.promote-to-classroom', subject_type: 'lab_template', details },
      ]);
    },
  );

  test('approves a private template, and again with another grade band', async () => {
    const template = await createTemplate(ada);
    await promote(root, template, { min_grade_band: '9-12' });
    expect((await promote(root, template, { min_grade_band: '6-8' })).body.template.min_grade_band).toBe('6-8');
  });

  test('returns 400 if the template has changed since the review, and 200 for the current version', async () => {
    const template = await createPublicTemplate(ada);
    const seen = { min_grade_band: 'K-2', updated_at: template.updated_at };
    clock.advance(1);
    await changeTemplate(ada, template, { description: 'With fire.' });
    const { status, body } = await promote(root, template, seen);
    expect([status, body.code]).toEqual([400, 'lab.template-changed']);
    const now = (await getTemplate(ada, template)).body.template;
    expect(now.safety_level).toBe('adult_only');
    expect(await listAuditEvents(template)).toEqual([]);
    const sameInstant = now.updated_at.replace('Z', '+00:00');
    expect((await promote(root, template, { ...seen, updated_at: sameInstant })).status).toBe(200);
  });

  test.each(['yesterday', null, 5, '2026-01-01'])('returns 400 for the updated_at %j', async (updated_at) => {
    const template = await createTemplate(ada);
    expect((await promote(root, template, { min_grade_band: 'K-2', updated_at })).body.code).toBe('request.invalid');
    expect((await getTemplate(ada, template)).body).toEqual({ template });
  });

  test('returns 400 for a copy or another experiment that is not a template', async () => {
    for (const experiment of [
      await createTemplate(ada, { is_template: false }),
      await copyOf(await createTemplate(ada)),
    ]) {
      const { status, body } = await promote(root, experiment, { min_grade_band: 'K-5' });
      expect([status, body.code]).toEqual([400, 'lab.not-a-template']);
      expect((await getTemplate(ada, experiment)).body).toEqual({ template: experiment });
      expect(await listAuditEvents(experiment)).toEqual([]);
    }
  });

  test.each([undefined, {}, { min_grade_band: 'K-12' }, { min_grade_band: null }, { min_grade_band: ['K-2'] }])(
    'returns 400 for the body %j',
    async (body) => {
      const template = await createTemplate(ada);
      expect((await promote(root, template, body)).status).toBe(400);
      expect((await getTemplate(ada, template)).body).toEqual({ template });
    },
  );

  test('returns 401 without a token, before reading the body', async () => {
    expect((await promote(null, { id: 'coil' }, 5)).status).toBe(401);
  });

  test('returns 403 for the owner and other users, before checking body and id', async () => {
    const template = await createPublicTemplate(ada);
    for (const one of [template, { id: randomUUID() }, { id: 'coil' }]) {
      const { status, body } = await promote(ada, one, one === template ? { min_grade_band: 'K-2' } : 5);
      expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    }
    expect((await getTemplate(ada, template)).body.template.safety_level).toBe('adult_only');
  });

  test('returns 404 for an unknown id', async () => {
    expect((await promote(root, { id: randomUUID() }, { min_grade_band: 'K-2' })).body.code).toBe(
      'lab.template-not-found',
    );
  });
});

describe('PUT /api/lab/admin/templates/:id/safety-level', () => {
  test.each(['adult_only', 'classroom_safe', 'with_supervision'])('sets %s', async (level) => {
    const template = await createPublicTemplate(ada);
    const { status, body } = await setLevel(root, template, level);
    expect([status, body.template]).toMatchObject([200, { id: template.id, safety_level: level }]);
    const details = { from: 'adult_only', to: level, min_grade_band: null };
    expect(await listAuditEvents(template)).toEqual([
      { actor_id: root.id, action: 'lab.change-safety-level', subject_type: 'lab_template', details },
    ]);
  });

  test('keeps the grade band for with_supervision and removes it for adult_only', async () => {
    const template = await createPublicTemplate(ada);
    await promote(root, template, { min_grade_band: '6-8' });
    const bandAt = async (level: string) => (await setLevel(root, template, level)).body.template.min_grade_band;
    expect([await bandAt('with_supervision'), await bandAt('classroom_safe')]).toEqual(['6-8', '6-8']);
    expect([await bandAt('adult_only'), await bandAt('classroom_safe')]).toEqual([null, null]);
  });

  test('does not change copies', async () => {
    const template = await createPublicTemplate(ada);
    await promote(root, template, { min_grade_band: '6-8' });
    const copy = await copyOf(template);
    await setLevel(root, template, 'adult_only');
    expect((await getTemplate(ada, copy)).body).toEqual({ template: copy });
  });

  test('returns 400 for an experiment that is not a template', async () => {
    const copy = await copyOf(await createTemplate(ada));
    expect((await setLevel(root, copy, 'classroom_safe')).body.code).toBe('lab.not-a-template');
  });

  test.each([undefined, null, '', 'safe', 'ADULT_ONLY', 1, ['adult_only']])(
    'returns 400 for the level %j',
    async (level) => {
      const template = await createTemplate(ada);
      expect((await setLevel(root, template, level)).status).toBe(400);
      expect(await listAuditEvents(template)).toEqual([]);
    },
  );

  test('returns 401 without a token', async () => {
    expect((await setLevel(null, { id: 'coil' }, 5)).status).toBe(401);
  });

  test('returns 403 for other users, before checking body and id', async () => {
    expect((await setLevel(ada, await createPublicTemplate(ada), 'classroom_safe')).status).toBe(403);
    expect((await setLevel(ada, { id: 'coil' }, 5)).status).toBe(403);
  });

  test('returns 404 for an unknown id', async () => {
    expect((await setLevel(root, { id: randomUUID() }, 'adult_only')).status).toBe(404);
  });
});
