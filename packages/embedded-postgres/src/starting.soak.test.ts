import { once } from 'node:events';
import { cp, lstat, mkdir, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCluster } from './cluster-files.ts';
import { listOrphans } from './linked-cluster.ts';
import { findPostmasterPid } from './start.ts';
import { ask, createTestClusters } from './test-clusters.ts';

describe('a first start', { timeout: 60_000, concurrent: true }, () => {
  test('makes a cluster that the next start finds again, with its data and another port', async ({
    onTestFinished,
  }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'data', 'postgres');
    const first = await clusters.start(directory, { durable: true });
    await ask(first.connectionString, `create table note as select 'kept' as text`);
    await first.stop();
    await first.stop();
    expect(await findPostmasterPid(directory)).toBeNull();

    const second = await clusters.start(directory, { durable: true });
    expect([first.adopted, second.adopted]).toEqual([false, false]);
    expect(await ask(second.connectionString, 'select text from note')).toBe('kept');
    for (const [name, value] of Object.entries({
      fsync: 'on',
      synchronous_commit: 'on',
      full_page_writes: 'on',
      data_checksums: 'on',
      server_encoding: 'UTF8',
      timezone: 'UTC',
      jit: 'off',
      random_page_cost: '1.1',
      max_connections: '100',
      shared_buffers: '256MB',
      password_encryption: 'scram-sha-256',
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      log_min_error_statement: 'panic',
    })) {
      expect([name, await ask(second.connectionString, `show ${name}`)]).toEqual([name, value]);
    }
    expect(await ask(second.connectionString, `select lower('ÄÉ') || upper('ñß')`)).toBe('äéÑß');
    const { root, log, password } = (await findCluster(directory)) ?? expect.fail('there is no cluster');
    expect((await stat(password)).mode & 0o777).toBe(0o600);
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect(await readdir(log)).toHaveLength(2);
  });

  test('accepts no connection without the password, over another address or over a socket file', async ({
    onTestFinished,
  }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    const { connectionString } = await clusters.start(directory);
    const port = new URL(connectionString).port;
    const wrong = new URL(connectionString);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
    const elsewhere = connectionString.replace('127.0.0.1', '127.0.0.2');
    await expect(ask(elsewhere, 'select 1')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    const socket = `postgresql://postgres@/app?host=/tmp&port=${port}`;
    await expect(ask(socket, 'select 1')).rejects.toMatchObject({ code: 'ENOENT' });
    expect(await ask(connectionString, 'show fsync')).toBe('off');
    expect(await ask(connectionString, 'show max_connections')).toBe('500');
  });

  test('removes what a killed creation left behind', async ({ expect, onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const folder = await clusters.makeFolder();
    const child = clusters.startElsewhere(join(folder, 'postgres'));
    await expect.poll(() => readdir(folder), { timeout: 10_000 }).toEqual([expect.stringContaining('.creating-')]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    await clusters.start(join(folder, 'postgres'));
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  test('leaves alone what is no cluster, and a link to a cluster that is gone', async ({ onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const folder = await clusters.makeFolder();
    await mkdir(join(folder, 'photos'));
    await writeFile(join(folder, 'photos', 'one.jpg'), '');
    await expect(clusters.start(join(folder, 'photos'))).rejects.toThrow(/neither empty nor a database cluster/);
    await symlink('gone', join(folder, 'link'));
    await expect(clusters.start(join(folder, 'link'))).rejects.toThrow(/a database cluster that is gone/);
    expect(await readdir(folder)).toEqual(['link', 'photos']);
  });

  if (process.getuid?.() === 0) {
    test('by root puts the cluster where the server can get to, and a link in its place', async ({
      onTestFinished,
    }) => {
      const clusters = createTestClusters(onTestFinished);
      const directory = join(await clusters.makeFolder(0o700), 'postgres');
      const systemDirectory = join(await clusters.makeFolder(), 'system');
      const first = await clusters.start(directory, { systemDirectory });
      await ask(first.connectionString, `create table note as select 'kept' as text`);
      await first.stop();
      expect((await lstat(directory)).isSymbolicLink()).toBe(true);
      const place = await readlink(directory);
      expect(first.linkedPlace).toBe(place);
      expect(await readFile(`${directory}.README.txt`, 'utf8')).toContain(place);
      const names = await readdir(join(systemDirectory, 'clusters'));
      expect(names).toEqual([basename(place), `${basename(place)}.linked-from`]);
      const second = await clusters.start(directory, { systemDirectory });
      expect(await ask(second.connectionString, 'select text from note')).toBe('kept');
      expect(await readdir(join(systemDirectory, 'clusters'))).toEqual(names);
    });

    test('by root on a copy of the link alone is refused, and on the folder that was moved is not', async ({
      onTestFinished,
    }) => {
      const clusters = createTestClusters(onTestFinished);
      const [folder, copy] = [await clusters.makeFolder(0o700), await clusters.makeFolder(0o700)];
      const systemDirectory = join(await clusters.makeFolder(), 'system');
      const started = await clusters.start(join(folder, 'postgres'), { systemDirectory });
      expect(await listOrphans(systemDirectory)).toEqual([]);
      await started.stop();
      await symlink(await readlink(join(folder, 'postgres')), join(copy, 'postgres'));
      const advice = { copied: 'Restore it.' };
      await expect(clusters.start(join(copy, 'postgres'), { systemDirectory, advice })).rejects.toThrow(
        /is a link to the database of .* Restore it\. If both/,
      );

      await rm(join(folder, 'postgres'));
      expect(await listOrphans(systemDirectory)).toEqual([
        { path: started.linkedPlace, linkedFrom: join(folder, 'postgres'), pid: null },
      ]);
      await clusters.start(join(copy, 'postgres'), { systemDirectory });
      expect(await listOrphans(systemDirectory)).toEqual([]);
      await rm(join(copy, 'postgres'));
      expect(await listOrphans(systemDirectory)).toMatchObject([{ pid: expect.any(Number) }]);
      await symlink(started.linkedPlace ?? '', join(copy, 'postgres'));
    });

    test('by root on a copy that belongs to root names the account that must own it', async ({ onTestFinished }) => {
      const clusters = createTestClusters(onTestFinished);
      const folder = await clusters.makeFolder();
      const started = await clusters.start(join(folder, 'postgres'));
      await started.stop();
      await cp(join(folder, 'postgres'), join(folder, 'copy'), { recursive: true });
      const refused = clusters.start(join(folder, 'copy'));
      await expect(refused).rejects.toThrow(/belongs to the user with the id 0, .* chown -R \d+:\d+ /);
    });
  }
});
