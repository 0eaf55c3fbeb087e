import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { untilLockWait } from '#test/lock-waits.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { purgeTemporaryBackgrounds } from './background.actions.ts';
import { updateBackground } from './background.store.ts';

const { call, person, deps, clock } = await startTestApp();

const folder = join(deps.config.dataDirectory, 'files', 'entry-backgrounds');
const filesOf = async ({ id }: Person) => (await readdir(folder)).filter((name) => name.includes(id));
const generate = (caller: Person, body: object) => call(caller, 'POST', '/api/ai/generate-background', body);

async function write(author: Person): Promise<string> {
  const { body } = await call(author, 'POST', '/api/journal', { title: 'A day', content: '', mood: 'calm' });
  return body.entry.id;
}

test('keeps one of ten concurrent images for an entry and records the usage of all', async () => {
  const ada = await person();
  const id = await write(ada);
  const responses = await Promise.all(Array.from({ length: 10 }, () => generate(ada, { entry_id: id })));
  expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(200));
  const { body } = await call(ada, 'GET', `/api/journal/${id}`);
  const files = await filesOf(ada);
  expect(files).toHaveLength(1);
  expect(body.entry.background_image_url).toContain(files[0]);
  expect(responses.map((response) => response.body.imageUrl)).toContain(body.entry.background_image_url);
  const { body: usage } = await call(ada, 'GET', '/api/token-usage/summary');
  expect(usage.total_cost_usd).toBe('0.40000000');
});

test('replaces the image of a concurrent request and deletes its file', async () => {
  const ada = await person();
  const id = await write(ada);
  const first = await deps.db.startTransaction().execute();
  expect(await updateBackground(first, ada.id, id, 'first', clock.now())).toEqual({ before: null });
  const second = updateBackground(deps.db, ada.id, id, 'second', clock.now());
  await untilLockWait(deps.db, second);
  await first.commit().execute();
  expect(await second).toEqual({ before: 'first' });
});

test('leaves no file but that of the entry in the trash if it is deleted in the meantime', async () => {
  const ada = await person();
  const id = await write(ada);
  const generated = Array.from({ length: 8 }, () => generate(ada, { entry_id: id }));
  await Promise.any(generated);
  expect((await call(ada, 'DELETE', `/api/journal/${id}`)).status).toBe(200);
  const statuses = (await Promise.all(generated)).map(({ status }) => status);
  expect(statuses.filter((status) => ![200, 404].includes(status))).toEqual([]);
  expect((await filesOf(ada)).length).toBeLessThanOrEqual(1);
  expect((await call(ada, 'DELETE', `/api/trash/${id}`)).status).toBe(200);
  expect(await filesOf(ada)).toEqual([]);
});

test('deletes and counts temporary backgrounds once in concurrent runs of the retention', async () => {
  const ada = await person();
  await Promise.all(Array.from({ length: 8 }, () => generate(ada, { content: '', tone: 'calm' })));
  expect(await filesOf(ada)).toHaveLength(8);
  clock.advance(1);
  const counts = await Promise.all(Array.from({ length: 4 }, () => purgeTemporaryBackgrounds(deps, clock.now(), 3)));
  const remaining = await purgeTemporaryBackgrounds(deps, clock.now(), 8);
  expect([...counts, remaining].reduce((sum, count) => sum + count)).toBe(8);
  expect(await filesOf(ada)).toEqual([]);
});
