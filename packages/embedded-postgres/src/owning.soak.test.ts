import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { findCluster } from './cluster-files.ts';
import { findPostmasterPid, findRunningEmbeddedPostgres } from './start.ts';
import { ask, createTestClusters, nextOutput } from './test-clusters.ts';

describe('a second start', { timeout: 60_000, concurrent: true }, () => {
  test('is refused while the owner lives, even after its connection was cut', async ({ expect, onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    expect(await findRunningEmbeddedPostgres({ directory, database: 'app' })).toBeNull();
    const messages: string[] = [];
    const { connectionString, stop } = await clusters.start(directory, { log: (message) => messages.push(message) });
    await ask(
      connectionString,
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'embedded owner%'`,
    );
    await expect.poll(() => messages, { timeout: 20_000 }).toContain('The embedded PostgreSQL is owned again.');
    await expect(clusters.start(directory)).rejects.toThrow(
      new RegExp(`cluster in ${directory} is in use .*pid ${process.pid}.*Stop that process`),
    );
    expect(await findRunningEmbeddedPostgres({ directory, database: 'app' })).toBe(connectionString);
    await stop();
    expect(await findRunningEmbeddedPostgres({ directory, database: 'app' })).toBeNull();
  });

  test('at the same time as the first start is refused too, for an ordinary user', async ({ onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    const both = [clusters.startElsewhere(directory), clusters.startElsewhere(directory)];
    const outputs = await Promise.all(both.map(nextOutput));
    const winner = outputs.findIndex((output) => output.startsWith('started'));
    expect(outputs[1 - winner]).toMatch(`The database cluster in ${directory} is in use`);
    expect(outputs[1 - winner]).toMatch(`pid ${both[winner]?.pid}`);
    expect(await readdir(join(directory, '..'))).toEqual(['postgres']);
    both[winner]?.kill('SIGKILL');
    expect((await clusters.start(directory)).adopted).toBe(true);
  });
});

describe('a server or a file left behind', { timeout: 60_000, concurrent: true }, () => {
  test('a stale process id that now belongs to another program does not stop the start', async ({ onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    await (await clusters.start(directory)).stop();
    const { data } = (await findCluster(directory)) ?? expect.fail('there is no cluster');
    const foreign = clusters.spawn('sleep', ['60']);
    await writeFile(join(data, 'postmaster.pid'), `${foreign.pid}\n${data}\n1700000000\n5432\n\n127.0.0.1\n`);
    expect((await clusters.start(directory)).adopted).toBe(false);
    expect(await readFile(join(data, 'postmaster.pid'), 'utf8')).toMatch(`${await findPostmasterPid(directory)}\n`);
    expect(foreign.exitCode).toBeNull();
  });

  test('a killed server does not end its owner, and recovers at the next start', async ({ expect, onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    const messages: string[] = [];
    const { connectionString, stop } = await clusters.start(directory, {
      durable: true,
      log: (message) => messages.push(message),
    });
    await ask(connectionString, `create table note as select 'kept' as text`);
    process.kill((await findPostmasterPid(directory)) ?? expect.fail('no server runs'), 'SIGKILL');
    await expect.poll(() => messages, { timeout: 20_000 }).toContain('The embedded PostgreSQL has ended unexpectedly.');
    await stop();
    const { connectionString: next, adopted } = await clusters.start(directory, { durable: true });
    expect(adopted).toBe(false);
    expect(await ask(next, 'select text from note')).toBe('kept');
  });

  test('a server without durability is not adopted for data that need it', async ({ onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    const child = clusters.startElsewhere(directory);
    expect(await nextOutput(child)).toBe('started adopted=false');
    child.kill('SIGKILL');
    const { connectionString, adopted } = await clusters.start(directory, { durable: true });
    expect(await ask(connectionString, 'show fsync')).toBe('on');
    expect(adopted).toBe(false);
  });

  test('a server with too few connections is started again with enough, one with more is left as it is', async ({
    onTestFinished,
  }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    const child = clusters.startElsewhere(directory);
    expect(await nextOutput(child)).toBe('started adopted=false');
    child.kill('SIGKILL');
    const { connectionString, adopted, stop } = await clusters.start(directory, { connections: 601 });
    expect(await ask(connectionString, 'show max_connections')).toBe('601');
    expect(adopted).toBe(false);
    await stop();
    const fewer = await clusters.start(directory, { connections: 20 });
    expect(await ask(fewer.connectionString, 'show max_connections')).toBe('500');
  });

  test('a server that cannot start says why', async ({ onTestFinished }) => {
    const clusters = createTestClusters(onTestFinished);
    const directory = join(await clusters.makeFolder(), 'postgres');
    await (await clusters.start(directory)).stop();
    const { data } = (await findCluster(directory)) ?? expect.fail('there is no cluster');
    await writeFile(join(data, 'postgresql.conf'), 'no_such_setting = 1\n');
    await expect(clusters.start(directory)).rejects.toThrow(/could not be started[\s\S]*no_such_setting/);
  });
});
