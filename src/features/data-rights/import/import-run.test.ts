import { describe, expect, test } from 'vitest';
import type { Images } from '#platform/images/images.ts';
import { gifOf } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { zipOf } from '#test/zip.ts';
import { runDueImports } from './import-run.actions.ts';
import { createImportCalls } from './test-imports.ts';

const app = await startTestApp();
const { clock, deps } = app;
const { send, read, listEntries } = createImportCalls(app);

/** Three batches, of which the second has a photo. */
const FILE = await zipOf({
  'Journal.json': JSON.stringify({
    metadata: { version: '1.0' },
    entries: Array.from({ length: 500 }, (_, index) => ({
      uuid: `ENTRY${index}`,
      creationDate: '2020-01-01T10:00:00Z',
      timeZone: 'UTC',
      text: `Entry ${index}`,
      ...(index === 300 && { photos: [{ identifier: 'P', md5: 'p' }] }),
    })),
  }),
  'photos/p.gif': gifOf(1),
});

const DONE = { status: 'completed', counts: { notebooks: 1, entries: 500, photos: 1 }, existing: { entries: 0 } };

async function queue(): Promise<{ ada: Person; id: string }> {
  const ada = await app.person();
  const { status, body } = await send(ada, FILE);
  expect(status).toBe(201);
  return { ada, id: body.import.id };
}

/** Creates a node that waits at the photo until the test releases it. */
function createStoppingNode() {
  let goOn: () => void = () => undefined;
  let reach: () => void = () => undefined;
  const reached = new Promise<void>((resolve) => {
    reach = resolve;
  });
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const prepareForms: Images['prepareForms'] = async (...given) => {
    reach();
    await released;
    return deps.images.prepareForms(...given);
  };
  return { node: { ...deps, images: { ...deps.images, prepareForms } }, reached, goOn };
}

const countEntries = async ({ id }: Person) =>
  Number(
    (
      await deps.db
        .selectFrom('journal_entry')
        .select(({ fn }) => fn.countAll().as('count'))
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow()
    ).count,
  );

describe('An import', () => {
  test('goes on where a node ended that no longer answers, whose later writes have no effect', async () => {
    const { ada, id } = await queue();
    const { node, reached, goOn } = createStoppingNode();
    const hanging = runDueImports(node);
    await reached;
    expect(await countEntries(ada)).toBe(199);
    await runDueImports(deps);
    expect(await countEntries(ada), 'the lease is not over').toBe(199);
    clock.advance(5 * 60_000);
    await runDueImports(deps);
    expect(await read(ada, id)).toMatchObject(DONE);
    goOn();
    await hanging;
    expect(await read(ada, id)).toMatchObject(DONE);
    expect(await countEntries(ada)).toBe(500);
  });

  test('goes on after a failure, later after each', async () => {
    const { ada, id } = await queue();
    const failing = {
      ...deps,
      storage: {
        ...deps.storage,
        put: async () => {
          throw new Error('The disk is full.');
        },
      },
    };
    await runDueImports(failing);
    expect(await read(ada, id)).toMatchObject({ status: 'queued', items_done: 200, counts: { entries: 199 } });
    await runDueImports(failing);
    expect(await read(ada, id), 'not before its time').toMatchObject({ items_done: 200 });
    clock.advance(60_000);
    await runDueImports(deps);
    expect(await read(ada, id)).toMatchObject(DONE);
    expect(await listEntries(ada)).toHaveLength(500);
  });

  test('fails after eight attempts without progress', async () => {
    const { ada, id } = await queue();
    await deps.db.updateTable('data_import').set({ attempts: 8 }).where('id', '=', id).execute();
    await runDueImports(deps);
    expect(await read(ada, id)).toMatchObject({ status: 'failed', error_code: 'import.failed' });
    expect((await send(ada, FILE)).status).toBe(201);
    await runDueImports(deps);
  });

  test('stops with its node after the records in hand, and another one goes on', async () => {
    const { ada, id } = await queue();
    let isStopping = false;
    const prepareForms: Images['prepareForms'] = async (...given) => {
      const prepared = await deps.images.prepareForms(...given);
      isStopping = true;
      return prepared;
    };
    await runDueImports({ ...deps, images: { ...deps.images, prepareForms }, isDraining: () => isStopping });
    expect(await read(ada, id)).toMatchObject({ status: 'queued', items_done: 400 });
    await runDueImports(deps);
    expect(await read(ada, id)).toMatchObject(DONE);
  });

  test('lets others have a turn after five minutes', async () => {
    const { ada, id } = await queue();
    const { node, reached, goOn } = createStoppingNode();
    const slow = runDueImports(node);
    await reached;
    clock.advance(2 * 60_000);
    const other = await queue();
    clock.advance(2 * 60_000);
    goOn();
    clock.advance(60_001);
    await slow;
    for (const [user, of] of [
      [ada, id],
      [other.ada, other.id],
    ] as const)
      expect(await read(user, of)).toMatchObject({ status: 'completed' });
  });

  test('ends with its user, and leaves neither rows nor a file', async () => {
    const { ada, id } = await queue();
    const { node, reached, goOn } = createStoppingNode();
    const running = runDueImports(node);
    await reached;
    await deps.db.deleteFrom('profile').where('id', '=', ada.id).execute();
    goOn();
    await running;
    await runDueImports(deps);
    expect(await countEntries(ada)).toBe(0);
    expect(await deps.db.selectFrom('data_import').select('id').where('id', '=', id).execute()).toEqual([]);
    expect(await deps.storage.open(`imports/${id}.zip`)).toBeNull();
  });

  test('waits while its user is inactive', async () => {
    const { ada, id } = await queue();
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ada.id).execute();
    await runDueImports(deps);
    expect(await countEntries(ada)).toBe(0);
    await deps.db.updateTable('profile').set({ is_active: true }).where('id', '=', ada.id).execute();
    await runDueImports(deps);
    expect(await read(ada, id)).toMatchObject(DONE);
  });
});

test('a user whose time zone does not exist keeps no import waiting', async () => {
  const [poisoned, fine] = [await queue(), await queue()];
  await deps.db
    .updateTable('profile')
    .set({ preferences: JSON.stringify({ timezone: 'US/Pacific-New' }) })
    .where('id', '=', poisoned.ada.id)
    .execute();
  await runDueImports(deps);
  expect(await read(poisoned.ada, poisoned.id)).toMatchObject(DONE);
  expect(await read(fine.ada, fine.id)).toMatchObject(DONE);
});
