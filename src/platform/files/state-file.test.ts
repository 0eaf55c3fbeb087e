import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { openState } from './state-file.ts';

const folder = await mkdtemp(join(tmpdir(), 'meadow-state-'));
afterAll(() => rm(folder, { recursive: true }));

const fresh = () => ({ people: new Map<string, { since: Date }>(), newest: null as { since: Date } | null });

test('what was saved is there again, with dates, Maps, and records that are the same', async () => {
  const path = join(folder, 'below', 'people');
  const { state, save } = await openState(path, fresh);
  state.newest = { since: new Date(0) };
  state.people.set('ada', state.newest);
  await save();
  const again = await openState(path, fresh);
  expect(again.state).toEqual(state);
  expect(again.state.people.get('ada')).toBe(again.state.newest);
  expect(await readdir(join(folder, 'below'))).toEqual(['people']);
});

test('saves at once end in the newest state', async () => {
  const path = join(folder, 'many');
  const { state, save } = await openState(path, () => ({ count: 0 }));
  const saves = Array.from({ length: 20 }, () => {
    state.count += 1;
    return save();
  });
  await Promise.all(saves);
  expect((await openState(path, () => ({ count: 0 }))).state).toEqual({ count: 20 });
});

test('a file that cannot be read begins anew, and without a path nothing is kept', async () => {
  const path = join(folder, 'broken');
  await writeFile(path, 'no state');
  expect((await openState(path, () => 'fresh')).state).toBe('fresh');
  const { save } = await openState(null, () => 'fresh');
  await save();
});
