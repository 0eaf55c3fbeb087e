import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { buildExports } from '../export/export.actions.ts';
import { createImportCalls } from '../import/test-imports.ts';
import { meadowWithOldPhoto } from '../import/test-samples.ts';
import { findRemains } from './test-remains.ts';

const app = await startTestApp();
const { call, clock, deps, issuer, person, server } = app;
const { send, run, listEntries } = createImportCalls(app);

const TABLES = ['data_export', 'data_import', 'imported_history', 'imported_record'] as const;

async function erase(user: Person): Promise<void> {
  const { body } = await call(user, 'DELETE', '/api/user/account', { confirm: 'DELETE', immediately: true });
  expect(body).toMatchObject({ is_erased: true });
}

async function exportOf(user: Person): Promise<{ id: string; archive: Buffer }> {
  const { id } = (await call(user, 'POST', '/api/user/exports')).body.export;
  await buildExports(deps);
  const { statusCode, rawPayload } = await server.inject({
    url: `/api/user/exports/${id}/download`,
    headers: { authorization: `Bearer ${user.token}` },
  });
  expect(statusCode).toBe(200);
  return { id, archive: rawPayload };
}

/** The account that the same user gets by signing in after the deletion. */
async function signInAgain({ id: subject, email }: Person): Promise<Person> {
  clock.advance(1_000);
  const token = await issuer.sign(subject, clock.now(), { email, name: 'A Person' });
  const user = { id: subject, email, token };
  const { id } = (await call(user, 'GET', '/api/user/profile')).body.profile;
  expect(id).not.toBe(subject);
  return { ...user, id };
}

const countRows = async ({ id }: Person) =>
  Promise.all(
    TABLES.map(async (table) => {
      const rows = await deps.db.selectFrom(table).select('user_id').where('user_id', '=', id).execute();
      return [table, rows.length > 0];
    }),
  );

const listFiles = async () => {
  const keys: string[] = [];
  for await (const { key } of deps.storage.list()) keys.push(key);
  return keys.sort();
};

describe('A deleted account', () => {
  test('comes back by its export in a new account, whose deletion leaves no row and no file of both', async () => {
    const ada = await person();
    const { notebook } = (await call(ada, 'POST', '/api/notebooks', { name: 'Walks' })).body;
    await call(ada, 'POST', '/api/journal', { title: 'One', content: 'Words.', notebook_id: notebook.id });
    await call(ada, 'POST', '/api/goals', { title: 'Run' });
    const { archive } = await exportOf(ada);
    await erase(ada);
    expect(await listFiles()).toEqual([]);

    const again = await signInAgain(ada);
    expect(await listEntries(again)).toEqual([]);
    expect(await run(again, archive)).toMatchObject({ status: 'completed', counts: { notebooks: 1, entries: 1 } });
    expect(await listEntries(again)).toMatchObject([{ title: 'One', content: 'Words.', notebook: { name: 'Walks' } }]);
    expect((await call(again, 'GET', '/api/goals')).body.goals).toMatchObject([{ title: 'Run' }]);
    expect((await run(again, archive)).counts).toMatchObject({ notebooks: 0, entries: 0 });

    await run(again, await meadowWithOldPhoto());
    const { id: exportId } = await exportOf(again);
    const { body } = await send(again, archive, '?dry_run=true');
    expect(await countRows(again)).toEqual(TABLES.map((table) => [table, true]));
    expect(await listFiles()).toEqual([
      `exports/${exportId}.zip`,
      expect.stringMatching(`^imported/${again.id}-`),
      `imports/${body.import.id}.zip`,
    ]);

    await erase(again);
    expect(await countRows(again)).toEqual(TABLES.map((table) => [table, false]));
    expect(await listFiles()).toEqual([]);
    expect([await findRemains(deps, again.id), await findRemains(deps, ada.id)]).toEqual([[], []]);
  });
});
