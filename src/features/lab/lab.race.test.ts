import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { summarizeReplications } from './replication/replication.rules.ts';
import { labOf, measured, PREDICTED } from './test-lab.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { clock, deps, person, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];
const { createPublicTemplate, listReplications, findRow, submitVideo, setLevel, setClassroom, listAuditEvents } =
  labOf(app);

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

test('20 concurrent replications on two nodes result in the correct summary', async () => {
  const ada = await person();
  const users = await Promise.all(many(20, () => person()));
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
    const values = many(20, (index) => (index === 7 ? 300 : 92 + index));
    const path = `/api/lab/templates/${template.id}/replications`;
    const responses = await Promise.all(
      users.map((caller, index) => callOn(index)(caller, 'POST', path, measured(values[index]))),
    );
    expect(responses.map(({ status }) => status)).toEqual(many(20, () => 201));
    const { mean, deviation, confirmations } = summarizeReplications(values, 100);
    expect(await findRow(template)).toMatchObject({
      replications: 20,
      confirmations,
      replication_mean: mean,
      replication_deviation: deviation,
    });
    const list: { value: number; is_anomaly: boolean }[] = (await listReplications(ada, template)).body.replications;
    expect(list.filter(({ is_anomaly }) => is_anomaly).map(({ value }) => value)).toEqual([300]);
  }
});

test('the last of 50 concurrent confirmations makes the template robust', { timeout: 120_000 }, async () => {
  const ada = await person();
  const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
  const users = await Promise.all(many(50, () => person()));
  const path = `/api/lab/templates/${template.id}/replications`;
  const waves = [users.slice(0, 25), users.slice(25, 49), users.slice(49)];
  for (const wave of waves) {
    expect((await findRow(template)).is_robust).toBe(false);
    await Promise.all(wave.map((caller, index) => callOn(index)(caller, 'POST', path, measured(101))));
  }
  const robust = { replications: 50, confirmations: 50, is_robust: true, robust_since: clock.now() };
  expect(await findRow(template)).toMatchObject(robust);

  // It keeps its time until another prediction ends it.
  const root = await superAdmin();
  const predict = (value: number) =>
    app.call(root, 'POST', `/api/lab/templates/${template.id}/golden-spec`, {
      calculator: 'coil',
      optimal_inputs: {},
      calculator_outputs: measured(value),
    });
  clock.advance(1_000);
  expect((await predict(102)).status).toBe(200);
  expect(await findRow(template)).toMatchObject(robust);
  expect((await predict(500)).status).toBe(200);
  expect(await findRow(template)).toMatchObject({ is_robust: false, robust_since: null });
});

test('one of 20 concurrent replications by one user is stored', async () => {
  const [ada, ben] = [await person(), await person()];
  const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
  const path = `/api/lab/templates/${template.id}/replications`;
  const responses = await Promise.all(many(20, (index) => callOn(index)(ben, 'POST', path, measured(100))));
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([201, 400]));
  expect(await findRow(template)).toMatchObject({ replications: 1, confirmations: 1 });
});

test('concurrent replications and golden specs end with all values compared with the last prediction', async () => {
  const [ada, root] = [await person(), await superAdmin()];
  const users = await Promise.all(many(12, () => person()));
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const template = await createPublicTemplate(ada, { predicted_values: PREDICTED });
    const [path, spec] = ['replications', 'golden-spec'].map((name) => `/api/lab/templates/${template.id}/${name}`);
    const goldenSpec = (value: number) => ({
      calculator: 'coil',
      optimal_inputs: {},
      calculator_outputs: measured(value),
    });
    await Promise.all([
      ...users.map((caller, index) => callOn(index)(caller, 'POST', path ?? '', measured(90 + index))),
      ...many(4, (index) => callOn(index)(root, 'POST', spec ?? '', goldenSpec(95 + index))),
    ]);
    const row = await findRow(template);
    const predicted = (row.predicted_values as typeof PREDICTED).outputs[0]?.value ?? 0;
    const summary = summarizeReplications(
      many(12, (index) => 90 + index),
      predicted,
    );
    expect(row).toMatchObject({ replications: 12, confirmations: summary.confirmations });
  }
});

test('one of 20 concurrent decisions about a video wins and is audited', async () => {
  const [ada, root] = [await person(), await superAdmin()];
  const template = await createPublicTemplate(ada);
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const { video } = (await submitVideo(ada, template, { title: 'A video', url: 'https://videos.test/1' })).body;
    const responses = await Promise.all(
      many(20, (index) => {
        const verb = index % 3 === 0 ? 'decline' : 'approve';
        const body = verb === 'decline' ? { reason: `For reason ${index}` } : undefined;
        return callOn(index)(root, 'POST', `/api/lab/admin/videos/${video.id}/${verb}`, body);
      }),
    );
    const [winner, ...others] = responses.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(responses.filter(({ body }) => body.code === 'lab.video-not-pending')).toHaveLength(19);
    const row = await deps.db.selectFrom('lab_video').selectAll().where('id', '=', video.id).executeTakeFirstOrThrow();
    expect(winner?.body.video).toMatchObject({ status: row.status, decline_reason: row.decline_reason });
    const expected = row.status === 'approved' ? 'lab.approve-video' : 'lab.decline-video';
    expect((await listAuditEvents(video)).map(({ action }) => action)).toEqual([expected]);
  }
});

test('no classroom user copies a template after it became adult_only', async () => {
  const [ada, ben, root] = [await person(), await person(), await superAdmin()];
  await setClassroom(ben);
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const template = await createPublicTemplate(ada);
    await setLevel(root, template, 'classroom_safe');
    const clones = many(10, (index) => callOn(index)(ben, 'POST', `/api/lab/templates/${template.id}/clone`));
    const responses = await Promise.all([...clones, setLevel(root, template, 'adult_only')]);
    const made = responses.slice(0, 10).filter(({ status }) => status === 201);
    for (const { status } of responses.slice(0, 10)) expect([201, 403]).toContain(status);
    const rows = await deps.db
      .selectFrom('lab_template')
      .select('safety_level')
      .where('cloned_from', '=', template.id)
      .execute();
    expect(rows).toEqual(made.map(() => ({ safety_level: 'classroom_safe' })));
  }
});

test('concurrent changes of a copy end with one of them and its completion', async () => {
  const ada = await person();
  const template = await createPublicTemplate(ada);
  const { template: copy } = (await app.call(ada, 'POST', `/api/lab/templates/${template.id}/clone`)).body;
  await Promise.all(
    many(20, (index) => callOn(index)(ada, 'PUT', `/api/lab/templates/${copy.id}`, { completed_steps: index % 4 })),
  );
  const { completed_steps, completed_at } = await findRow(copy);
  expect(completed_at !== null).toBe(completed_steps === 3);
});
