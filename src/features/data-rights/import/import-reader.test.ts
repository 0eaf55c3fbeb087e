import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import { createWorkers } from '#platform/workers/workers.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { zipOf } from '#test/zip.ts';
import { openSpinning } from './format/test-reading.ts';
import { createImportReader, type ImportReader } from './import-reader.actions.ts';
import { runDueImports } from './import-run.actions.ts';
import { claimImported, findImported, type ImportedAmount } from './imported-amount.store.ts';
import { createImportCalls } from './test-imports.ts';

const app = await startTestApp();
const { call, clock, deps } = app;
const { send, read, run, listEntries } = createImportCalls(app);

const SPINNING = { open: openSpinning, file: new URL('./format/test-reading.ts', import.meta.url) };
const NEVER_MS = 3_600_000;
const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: '#2a6' } })
  .png()
  .toBuffer();
const FILE = await zipOf({ 'Notes/2020-01-01.md': 'A note.' });

const readers: ImportReader[] = [];
afterAll(async () => {
  for (const reader of readers) await reader.close();
});

/** A node whose files make its threads compute for ever. `opened` counts the readings. */
function createSpinningNode(batchBusyMs: number) {
  const reader = createImportReader(
    [],
    createWorkers({ concurrency: 1 }),
    { recognitionBusyMs: NEVER_MS, batchBusyMs },
    SPINNING,
  );
  readers.push(reader);
  const count = { opened: 0 };
  const open: ImportReader['open'] = (...given) => {
    count.opened += 1;
    return reader.open(...given);
  };
  return { node: { ...deps, importReader: { ...reader, open } }, count };
}

async function queue() {
  const ada = await app.person();
  const { status, body, text } = await send(ada, FILE);
  expect(status, text).toBe(201);
  return { ada, id: body.import.id as string };
}

describe('A hostile file', () => {
  test('keeps no request waiting, and no node from stopping', async () => {
    const { ada, id } = await queue();
    const { node } = createSpinningNode(NEVER_MS);
    let isStopping = false;
    const running = runDueImports({ ...node, isDraining: () => isStopping });
    await expect.poll(async () => (await read(ada, id)).status).toBe('running');
    for (let turn = 0; turn < 1_000; turn += 1) await nextTurn();
    for (let request = 0; request < 5; request += 1) expect((await call(ada, 'GET', '/api/me')).status).toBe(200);
    expect((await read(ada, id)).status).toBe('running');
    isStopping = true;
    await running;
    expect(await read(ada, id), 'another node can read it').toMatchObject({ status: 'queued', items_done: 0 });
    await runDueImports(deps);
    expect(await read(ada, id)).toMatchObject({ status: 'completed', counts: { entries: 1 } });
  });

  test('fails once when its thread has computed for too long, and is not read again', async () => {
    const { ada, id } = await queue();
    const { node, count } = createSpinningNode(200);
    await runDueImports(node);
    expect(await read(ada, id)).toMatchObject({ status: 'failed', error_code: 'import.too-slow' });
    clock.advance(5 * 60_000);
    await runDueImports(node);
    expect(await read(ada, id)).toMatchObject({ status: 'failed', error_code: 'import.too-slow' });
    expect(count.opened).toBe(1);
  });

  test('fails when two nodes ended with it', async () => {
    const { ada, id } = await queue();
    let opened = 0;
    let end: () => void = () => undefined;
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const open = async () => {
      opened += 1;
      await ended;
      throw new Error('The node ended long ago.');
    };
    const killed = { ...deps, importReader: { ...deps.importReader, open } };
    const runs: Promise<void>[] = [];
    for (const attempt of [1, 2]) {
      runs.push(runDueImports(killed));
      await expect.poll(() => opened).toBe(attempt);
      await runDueImports(deps);
      expect((await read(ada, id)).status, 'the lease is not over').toBe('running');
      clock.advance(5 * 60_000);
    }
    await runDueImports(killed);
    expect(opened).toBe(2);
    end();
    await Promise.all(runs);
    expect(await read(ada, id)).toMatchObject({ status: 'failed', error_code: 'import.stopped-server' });
  });

  test('of half pictures is read in one go', async () => {
    const ada = await app.person();
    const file = await zipOf({ 'Notes/2020-01-01.md': '![a]('.repeat(19_000) });
    expect(await run(ada, file)).toMatchObject({ status: 'completed', counts: { entries: 1 } });
    expect(await listEntries(ada)).toHaveLength(1);
  });
});

describe('The text of imports', () => {
  const note = (name: string, length: number) => ({ [`Notes/2020-01-0${name}.md`]: 'wö'.repeat(length / 3) });

  test('has a limit for an account, in bytes, in a plan as in its import', async () => {
    const limited = { ...deps, importTextBytes: 4_000 };
    const ada = await app.person();
    const importing = async (file: Uint8Array, query = '') => {
      const { body } = await send(ada, file, query);
      await runDueImports(limited);
      return read(ada, body.import.id);
    };
    const [first, second] = [await zipOf(note('1', 2_700)), await zipOf(note('2', 2_700))];
    expect(await importing(first)).toMatchObject({ status: 'completed' });
    expect(await importing(second, '?dry_run=true')).toMatchObject({
      status: 'failed',
      error_code: 'import.text-spent',
    });
    expect(await importing(second)).toMatchObject({ status: 'failed', error_code: 'import.text-spent' });
    expect(await listEntries(ada)).toHaveLength(1);
    expect(await importing(first), 'what is here is not counted again').toMatchObject({ status: 'completed' });
  });

  test('leaves out photos above the limit of an account, in a plan as in its import, and keeps the texts', async () => {
    const limited = { ...deps, importPhotos: 3 };
    const ada = await app.person();
    const notes = (day: string, photos: number) => {
      const names = Array.from({ length: photos }, (_, index) => `${day}-${index}.png`);
      const text = names.map((name) => `![](${name})`).join(' ');
      const files = names.map((name) => [`Notes/${name}`, PICTURE] as const);
      return zipOf({ [`Notes/2020-01-${day}.md`]: `A day. ${text}`, ...Object.fromEntries(files) });
    };
    const importing = async (file: Uint8Array, query = '') => {
      const { body } = await send(ada, file, query);
      await runDueImports(limited);
      const { status, counts, left_out } = await read(ada, body.import.id);
      return [status, counts.entries, counts.photos, ...left_out.map(({ reason, count }) => `${reason} ${count}`)];
    };
    const [two, five] = [await notes('01', 2), await notes('02', 5)];
    expect(await importing(two)).toEqual(['completed', 1, 2]);
    expect(await importing(five, '?dry_run=true')).toEqual(['planned', 1, 1, 'too-many 4']);
    expect(await importing(five)).toEqual(['completed', 1, 1, 'too-many 4']);
    expect(await importing(await notes('03', 1))).toEqual(['completed', 1, 0, 'too-many 1']);
    expect(await importing(two), 'what is here is not counted again').toEqual(['completed', 0, 0]);
    const photos = (await listEntries(ada)).map((entry: { photos: object[] }) => entry.photos.length);
    expect(photos).toEqual([0, 1, 2]);
  });

  test('counts what is imported at the same time once, up to the limits', async () => {
    const { id } = await app.person();
    const max = { bytes: 100, photos: 5 };
    const claim = (amount: ImportedAmount) => deps.db.transaction().execute((tx) => claimImported(tx, id, amount, max));
    const claims = await Promise.all(Array.from({ length: 10 }, () => claim({ bytes: 10, photos: 1 })));
    expect(claims.filter(Boolean)).toHaveLength(5);
    expect(await claim({ bytes: 51, photos: 0 })).toBe(false);
    expect(await claim({ bytes: 50, photos: 0 })).toBe(true);
    expect(await findImported(deps.db, id)).toEqual(max);
  });

  test('is refused where the archive shrinks as no diary does', async () => {
    const ada = await app.person();
    const text = 'word '.repeat(200_000);
    const notes = Array.from({ length: 25 }, (_, index) => [`Notes/${index}.md`, text]);
    const { status, body } = await send(ada, await zipOf(Object.fromEntries(notes)));
    expect([status, body.code]).toEqual([400, 'archive.too-large']);
  });
});
