import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { createGate } from '#test/gate.ts';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { wrapMethod } from '#test/wrap-method.ts';
import { packsOf } from '../test-packs.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { ai, clock, deps, person } = app;
const nodes = [app, await startSecondNode(app)] as const;
const { make, read } = packsOf(app);
afterEach(() => ai.behave({ mode: 'normal' }));

const callOn = (index: number) => (nodes[index % 2] ?? app).call;
const generate = (owner: Person, { id }: { id: string }, tones: string[], index = 0) =>
  callOn(index)(owner, 'POST', `/api/tone-packs/${id}/generate-images`, { tones });

/** Each image of the pack has its file, and there is no other file of it. */
async function expectOneTruth(owner: Person, { id }: { id: string }): Promise<void> {
  const rows = await deps.db.selectFrom('tone_pack_image').select('image_key').where('pack_id', '=', id).execute();
  const folder = `tone-packs/${owner.id}/${id}`;
  const names = await readdir(join(deps.config.dataDirectory, 'files', folder)).catch(() => []);
  expect(names.map((name) => `${folder}/${name}`).toSorted()).toEqual(rows.map((row) => row.image_key).toSorted());
  const previewFolder = join(deps.config.dataDirectory, 'files', 'tone-pack-previews', owner.id, id);
  const previews = await readdir(previewFolder).catch(() => []);
  expect(previews.map((name) => name.replace('.webp', '.png')).toSorted()).toEqual(names.toSorted());
}

test('one of 50 concurrent requests on two nodes generates images', async () => {
  const ada = await person();
  const pack = await make(ada);
  // No image is made before all others have been answered.
  let responded = 0;
  const allResponded = createGate();
  for (const node of nodes) {
    wrapMethod(node.deps.ai, 'generateImage', (generateImage) => async (...asked) => {
      await allResponded.opened;
      return generateImage(...asked);
    });
  }
  const before = ai.requests.length;
  const responses = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => {
      const response = await generate(ada, pack, ['joyful', 'sad'], index);
      responded += 1;
      if (responded === 49) allResponded.open();
      return response;
    }),
  );
  const made = responses.filter(({ status }) => status === 200);
  expect(made).toHaveLength(1);
  for (const { status, body } of responses) {
    if (status !== 200) expect([status, body.code]).toEqual([400, 'tone-pack.generation-under-way']);
  }
  expect(ai.requests.length - before).toBe(2);
  expect((await read(ada, pack)).body.images).toHaveLength(2);
  await expectOneTruth(ada, pack);
});

test('several packs of a user are generated concurrently, and all images count', async () => {
  const ada = await person();
  const packs = await Promise.all(Array.from({ length: 4 }, () => make(ada)));
  const responses = await Promise.all(packs.map((pack, index) => generate(ada, pack, ['joyful', 'sad'], index)));
  expect(responses.map(({ status, body }) => [status, body.images.length])).toEqual(Array(4).fill([200, 2]));
  const { cost_usd } = (await app.call(ada, 'GET', '/api/token-usage/summary')).body.breakdown.packs;
  expect(cost_usd).toBe('0.32000000');
});

test("concurrent requests never exceed the user's AI allowance", async () => {
  const ada = await person();
  const packs = await Promise.all(Array.from({ length: 6 }, () => make(ada)));
  const day = clock.now().toISOString().slice(0, 10);
  const calls = deps.aiCallsPerDay - 20;
  await deps.db.insertInto('ai_call_count').values({ user_id: ada.id, day, calls }).execute();
  const before = ai.requests.length;
  const responses = await Promise.all(
    packs.map((pack, index) => generate(ada, pack, ['joyful', 'sad', 'calm'], index)),
  );
  const made = responses.reduce((sum, { body }) => sum + body.images.length, 0);
  const failed = responses.reduce((sum, { body }) => sum + body.failed.length, 0);
  expect([made, failed, ai.requests.length - before]).toEqual([4, 14, 4]);
});

test('a pack deleted during generation leaves no file and no row', async () => {
  for (let round = 0; round < 20; round += 1) {
    const ada = await person();
    const pack = await make(ada);
    await generate(ada, pack, ['joyful']);
    ai.behave({ mode: 'slow', delayMs: (round % 4) * 100 });
    const [made, deleted] = await Promise.all([
      generate(ada, pack, ['joyful', 'sad', 'calm', 'tired'], round),
      callOn(round + 1)(ada, 'DELETE', `/api/tone-packs/${pack.id}`),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(made.status);
    await expectOneTruth(ada, pack);
    const folder = join(deps.config.dataDirectory, 'files', 'tone-packs', ada.id, pack.id);
    expect(await readdir(folder).catch(() => [])).toEqual([]);
  }
});
