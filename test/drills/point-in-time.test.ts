import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { findViolations } from '../../src/command-line/check/findings.ts';
import { digestRows } from '../database/row-digest.ts';
import { type Place, startApp, startNode } from '../job-matrix/nodes.ts';
import { startOutside, type TestApp } from '../start-test-app.ts';
import { ACCOUNT, makeServerFolder } from './servers/account.ts';
import { addressAt, openServer, PROGRAMS, startPrimary } from './servers/postgres.ts';

/*
 * Point-in-time recovery as docs/operations.md describes it: WAL is archived to a folder, rows are deleted by mistake, and the server is
 * lost. The base backup and the archive lead to the moment before the mistake, and Meadow runs on it.
 */

const run = promisify(execFile);
const archive = await makeServerFolder('archive');
const base = await makeServerFolder('base');
const files = await mkdtemp(join(tmpdir(), 'meadow-files-'));
const primary = await startPrimary({
  archive_mode: 'on',
  archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f.part && mv ${archive}/%f.part ${archive}/%f`,
});
const { close: closeOutside, ...outside } = await startOutside();
afterAll(async () => {
  await Promise.all([
    primary.remove(),
    closeOutside(),
    ...[archive, base, files].map((folder) => rm(folder, { recursive: true, force: true })),
  ]);
});

const placeAt = (host: string, folder = files): Place => ({
  url: addressAt(host),
  folder,
  becomeCopyOf: async () => undefined,
  drop: async () => undefined,
});
const write = (app: TestApp, title: string) => async (person: Awaited<ReturnType<TestApp['person']>>) => {
  const { status } = await app.call(person, 'POST', '/api/journal', { title, content: 'A text' });
  expect(status).toBe(201);
};

test('the moment before a mistake comes back from a base backup and archived WAL', async () => {
  await migrate(addressAt(primary.host), MIGRATIONS);
  const app = await startApp(placeAt(primary.host), outside, new Date());
  const ada = await app.person();
  await write(app, 'Before the base backup')(ada);
  const source = addressAt(primary.host, 'postgres', 'postgres');
  await run(join(PROGRAMS, 'pg_basebackup'), ['-D', join(base, 'data'), '-c', 'fast', '-d', source], {
    ...ACCOUNT,
    cwd: base,
  });
  await write(app, 'After the base backup')(ada);
  await app.close();

  const expected = await digestRows(addressAt(primary.host));
  const [moment] = await primary.query<{ now: string }>('select clock_timestamp()::text as now');
  await primary.query('delete from journal_entry');
  const [last] = await primary.query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
  for (let tries = 0; !(await readdir(archive)).includes(last?.name ?? ''); tries += 1) {
    if (tries > 300) throw new Error('The WAL was not archived.');
    await delay(100);
  }
  await primary.kill();

  await appendFile(
    join(base, 'data', 'postgresql.auto.conf'),
    `restore_command = 'cp ${archive}/%f %p'
recovery_target_time = '${moment?.now}'
recovery_target_action = 'promote'
archive_mode = 'off'\n`,
  );
  // PostgreSQL deletes it in the end, so it has to be its own.
  await run('touch', [join(base, 'data', 'recovery.signal')], ACCOUNT);
  const restored = await openServer(base);
  try {
    await restored.promoted();
    expect(await digestRows(addressAt(restored.host))).toEqual(expected);
    const again = await startApp(placeAt(restored.host), outside, app.clock.now());
    const { body } = await again.call(ada, 'GET', '/api/journal?scope=mine');
    expect(body.entries.map(({ title }: { title: string }) => title).sort()).toEqual([
      'After the base backup',
      'Before the base backup',
    ]);
    await write(again, 'After the recovery')(ada);
    expect(await findViolations(again.deps)).toEqual([]);
    await again.close();

    const withoutKey = await mkdtemp(join(tmpdir(), 'meadow-files-'));
    const starting = startNode(placeAt(restored.host, withoutKey), outside, new Date());
    await expect(starting).rejects.toThrow(/is not the key of this database.*\n.*restore the key file/);
    await rm(withoutKey, { recursive: true });
  } finally {
    await restored.remove();
  }
});
