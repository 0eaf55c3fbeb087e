import { randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { beforeEach, describe, expect, test } from 'vitest';
import { verifyBackup } from '#app/backup/format.ts';
import type { Deps } from '#app/deps.ts';
import { JOBS } from '#app/jobs.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { BACKUP_RUN } from './backup.schema.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const identity = await generateX25519Identity();
const app = await startTestApp();
const encrypting = await startTestApp({ environment: { BACKUP_RECIPIENTS: await identityToRecipient(identity) } });
const without = await startTestApp({ environment: { BACKUP_DIR: 'off' } });
const { clock, deps } = app;
const folder = deps.config.backup.folder as string;

const job = JOBS.find(({ name }) => name === BACKUP_RUN);
const run = (of: Deps = deps) => job?.run(of, of.clock.now());
const names = async () => (await readdir(folder)).sort();
const backupOf = async (of = app) => (await of.call(await of.superAdmin(), 'GET', '/api/admin/health')).body.backup;

beforeEach(() => {
  clock.advance(DAY_MS);
});

describe('the job backup', () => {
  test('writes a whole backup that its owner alone can read, and the health page and the checklist tell of it', async () => {
    await app.person();
    expect(await backupOf()).toEqual({ is_scheduled: true, last_at: null, size_bytes: null, is_overdue: false });
    await run();
    const [name = ''] = await names();
    expect(name).toMatch(/^meadow-[\d-]+T[\d-]+Z\.tar\.gz$/);
    const { size, mode } = await stat(join(folder, name));
    expect(mode & 0o777).toBe(0o600);
    expect((await verifyBackup(join(folder, name))).summary.rows.profile).toBeGreaterThan(0);
    const last_at = clock.now().toISOString();
    expect(await backupOf()).toEqual({ is_scheduled: true, last_at, size_bytes: size, is_overdue: false });
    expect((await app.call(await app.superAdmin(), 'GET', '/api/admin/setup')).body.last_backup_at).toBe(last_at);
  });

  test('keeps the last one of seven days, and files of others', async () => {
    const other = join(folder, 'before-the-update.tar.gz');
    await writeFile(other, 'x');
    for (let day = 1; day <= 40; day += 1) {
      const name = new Date(clock.now().getTime() - day * DAY_MS).toISOString().slice(0, 19).replaceAll(':', '-');
      await writeFile(join(folder, `meadow-${name}Z.tar.gz`), 'x');
    }
    await run();
    const kept = await names();
    expect(kept).toContain('before-the-update.tar.gz');
    // Seven days, and three or four weeks before them.
    expect(kept.length).toBeGreaterThanOrEqual(1 + 7 + 2);
    expect(kept.length).toBeLessThanOrEqual(1 + 7 + 4);
  });

  test('that was killed leaves a draft, which does not count, and is deleted after a day', async () => {
    const drafts = [randomUUID(), randomUUID()].map((random) =>
      join(folder, `meadow-2026-01-31T04-30-00Z.tar.gz.${random}.part`),
    );
    for (const draft of drafts) await writeFile(draft, 'half');
    const [old = '', young = ''] = drafts;
    const ago = (ms: number) => new Date(clock.now().getTime() - ms);
    await utimes(old, ago(2 * DAY_MS), ago(2 * DAY_MS));
    await utimes(young, ago(DAY_MS / 2), ago(DAY_MS / 2));
    await run();
    expect((await names()).filter((name) => name.endsWith('.part'))).toEqual([young.slice(folder.length + 1)]);
    await rm(young);
  });

  test('makes none that would fill the disk, fails, and keeps those that there are', async () => {
    await mkdir(folder, { recursive: true });
    const before = await names();
    const { readDisk } = deps.backups as NonNullable<Deps['backups']>;
    Object.assign(deps.backups as object, { readDisk: async () => ({ freeBytes: 1.0e9, totalBytes: 10e9 }) });
    await expect(run()).rejects.toThrow('BACKUP_DIR would be nearly full');
    expect(await names()).toEqual(before);
    const { body } = await app.call(await app.superAdmin(), 'GET', '/api/admin/health');
    expect(body.problems).toContain('The last run of the job backup failed.');
    Object.assign(deps.backups as object, { readDisk });
    await run();
  });

  test('is overdue after two days, and then a problem', async () => {
    clock.advance(2 * DAY_MS + 1);
    const { body } = await app.call(await app.superAdmin(), 'GET', '/api/admin/health');
    expect(body.backup.is_overdue).toBe(true);
    expect(body.problems).toContain('The last backup is older than two days, or there is none.');
    await run();
    expect((await backupOf()).is_overdue).toBe(false);
  });

  test('encrypts to BACKUP_RECIPIENTS', async () => {
    await run(encrypting.deps);
    const place = encrypting.deps.config.backup.folder as string;
    const [name = ''] = await readdir(place);
    expect(name).toMatch(/\.tar\.gz\.age$/);
    expect((await verifyBackup(join(place, name), { identities: [identity] })).manifest.format).toBe('meadow-backup');
  });

  test('is no job of a node with BACKUP_DIR=off', async () => {
    expect(await run(without.deps)).toMatchObject({ message: 'This node is not set up for it.' });
    const { body } = await without.call(await without.superAdmin(), 'GET', '/api/admin/health');
    expect(body.jobs.map(({ name }: { name: string }) => name)).not.toContain(BACKUP_RUN);
    expect(body.backup).toEqual({ is_scheduled: false, last_at: null, size_bytes: null, is_overdue: false });
  });
});
