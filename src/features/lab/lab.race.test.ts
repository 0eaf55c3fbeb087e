import { expect, test } from 'vitest';
import { startSecondNode } from '../../../test/second-node.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import { byTier } from '../../../test/tier.ts';
import { summarizeReplications } from './replication/replication.rules.ts';
import { labOf, measured, PREDICTED } from './test-lab.ts';

const app = await startTestApp();
const { clock, deps, person, superAdmin } = app;
const nodes = [app, await startSecondNode(app)];
const { publish, replications, rowOf, submit, setLevel, setClassroom, audited } = labOf(app);

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const many = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

test('20 replications at once leave the flags that their values come to, on two nodes', async () => {
  const ada = await person();
  const people = await Promise.all(many(20, () => person()));
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const template = await publish(ada, { predicted_values: PREDICTED });
    const values = many(20, (index) => (index === 7 ? 300 : 92 + index));
    const path = `/api/lab/templates/${template.id}/replications`;
    const answers = await Promise.all(
      people.map((somebody, index) => callOn(index)(somebody, 'POST', path, measured(values[index]))),
    );
    expect(answers.map(({ status }) => status)).toEqual(many(20, () => 201));
    const { mean, deviation, confirmations } = summarizeReplications(values, 100);
    expect(await rowOf(template)).toMatchObject({
      replications: 20,
      confirmations,
      replication_mean: mean,
      replication_deviation: deviation,
    });
    const list: { value: number; is_anomaly: boolean }[] = (await replications(ada, template)).body.replications;
    expect(list.filter(({ is_anomaly }) => is_anomaly).map(({ value }) => value)).toEqual([300]);
  }
});

test('of 50 confirmations at once the last makes the template robust', { timeout: 120_000 }, async () => {
  const ada = await person();
  const template = await publish(ada, { predicted_values: PREDICTED });
  const people = await Promise.all(many(50, () => person()));
  const path = `/api/lab/templates/${template.id}/replications`;
  const waves = [people.slice(0, 25), people.slice(25, 49), people.slice(49)];
  for (const wave of waves) {
    expect((await rowOf(template)).is_robust).toBe(false);
    await Promise.all(wave.map((somebody, index) => callOn(index)(somebody, 'POST', path, measured(101))));
  }
  const robust = { replications: 50, confirmations: 50, is_robust: true, robust_since: clock.now() };
  expect(await rowOf(template)).toMatchObject(robust);

  // It stays so since then, until another prediction takes it away.
  const root = await superAdmin();
  const predict = (value: number) =>
    app.call(root, 'POST', `/api/lab/templates/${template.id}/golden-spec`, {
      calculator: 'coil',
      optimal_inputs: {},
      calculator_outputs: measured(value),
    });
  clock.advance(1_000);
  expect((await predict(102)).status).toBe(200);
  expect(await rowOf(template)).toMatchObject(robust);
  expect((await predict(500)).status).toBe(200);
  expect(await rowOf(template)).toMatchObject({ is_robust: false, robust_since: null });
});

test('of 20 replications by one person at once one counts', async () => {
  const [ada, ben] = [await person(), await person()];
  const template = await publish(ada, { predicted_values: PREDICTED });
  const path = `/api/lab/templates/${template.id}/replications`;
  const answers = await Promise.all(many(20, (index) => callOn(index)(ben, 'POST', path, measured(100))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201, 400]));
  expect(await rowOf(template)).toMatchObject({ replications: 1, confirmations: 1 });
});

test('replications and golden specs at once leave all values judged by the last of them', async () => {
  const [ada, root] = [await person(), await superAdmin()];
  const people = await Promise.all(many(12, () => person()));
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const template = await publish(ada, { predicted_values: PREDICTED });
    const [path, spec] = ['replications', 'golden-spec'].map((name) => `/api/lab/templates/${template.id}/${name}`);
    const goldenSpec = (value: number) => ({
      calculator: 'coil',
      optimal_inputs: {},
      calculator_outputs: measured(value),
    });
    await Promise.all([
      ...people.map((somebody, index) => callOn(index)(somebody, 'POST', path ?? '', measured(90 + index))),
      ...many(4, (index) => callOn(index)(root, 'POST', spec ?? '', goldenSpec(95 + index))),
    ]);
    const row = await rowOf(template);
    const predicted = (row.predicted_values as typeof PREDICTED).outputs[0]?.value ?? 0;
    const summary = summarizeReplications(
      many(12, (index) => 90 + index),
      predicted,
    );
    expect(row).toMatchObject({ replications: 12, confirmations: summary.confirmations });
  }
});

test('of 20 decisions about a video at once one stands, and is written down', async () => {
  const [ada, root] = [await person(), await superAdmin()];
  const template = await publish(ada);
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const { video } = (await submit(ada, template, { title: 'A film', url: 'https://videos.test/1' })).body;
    const answers = await Promise.all(
      many(20, (index) => {
        const verb = index % 3 === 0 ? 'decline' : 'approve';
        const body = verb === 'decline' ? { reason: `For reason ${index}` } : undefined;
        return callOn(index)(root, 'POST', `/api/lab/admin/videos/${video.id}/${verb}`, body);
      }),
    );
    const [winner, ...others] = answers.filter(({ status }) => status === 200);
    expect(others).toEqual([]);
    expect(answers.filter(({ body }) => body.code === 'lab.video-not-pending')).toHaveLength(19);
    const row = await deps.db.selectFrom('lab_video').selectAll().where('id', '=', video.id).executeTakeFirstOrThrow();
    expect(winner?.body.video).toMatchObject({ status: row.status, decline_reason: row.decline_reason });
    const expected = row.status === 'approved' ? 'lab.approve-video' : 'lab.decline-video';
    expect((await audited(video)).map(({ action }) => action)).toEqual([expected]);
  }
});

test('no copy is made in a classroom of what is for adults by then', async () => {
  const [ada, ben, root] = [await person(), await person(), await superAdmin()];
  await setClassroom(ben);
  for (let round = 0; round < byTier(1, 20); round += 1) {
    const template = await publish(ada);
    await setLevel(root, template, 'classroom_safe');
    const clones = many(10, (index) => callOn(index)(ben, 'POST', `/api/lab/templates/${template.id}/clone`));
    const answers = await Promise.all([...clones, setLevel(root, template, 'adult_only')]);
    const made = answers.slice(0, 10).filter(({ status }) => status === 201);
    for (const { status } of answers.slice(0, 10)) expect([201, 403]).toContain(status);
    const rows = await deps.db
      .selectFrom('lab_template')
      .select('safety_level')
      .where('cloned_from', '=', template.id)
      .execute();
    expect(rows).toEqual(made.map(() => ({ safety_level: 'classroom_safe' })));
  }
});

test('changes of one copy at once leave one of them, and its completion with it', async () => {
  const ada = await person();
  const template = await publish(ada);
  const { template: copy } = (await app.call(ada, 'POST', `/api/lab/templates/${template.id}/clone`)).body;
  await Promise.all(
    many(20, (index) => callOn(index)(ada, 'PUT', `/api/lab/templates/${copy.id}`, { completed_steps: index % 4 })),
  );
  const { completed_steps, completed_at } = await rowOf(copy);
  expect(completed_at !== null).toBe(completed_steps === 3);
});
