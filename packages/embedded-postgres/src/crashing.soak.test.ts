import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { findPostmasterPid } from './start.ts';
import { createTestClusters } from './test-clusters.ts';

// Writes numbers one after the other, and prints each only when the database has acknowledged it.
const writeForever = `
  const client = new pg.Client(server.connectionString);
  await client.connect();
  await client.query('create table if not exists line (number bigint primary key)');
  const { rows } = await client.query('select coalesce(max(number), 0)::int as last from line');
  for (let number = rows[0].last + 1; ; number += 1) {
    await client.query('insert into line values ($1)', [number]);
    console.log(number);
  }`;

test('no acknowledged row is lost when owners are killed, and each next one adopts the server', {
  timeout: 60_000,
}, async ({ onTestFinished }) => {
  const clusters = createTestClusters(onTestFinished);
  const directory = join(await clusters.makeFolder(), 'postgres');
  const acknowledged: string[] = [];
  const servers = new Set<number | null>();
  // The last one is ended by Ctrl-C in its terminal, which goes to its whole process group and must not reach the server.
  for (const signal of ['SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGKILL', 'SIGINT'] as const) {
    const writer = clusters.startElsewhere(directory, writeForever);
    const lines = await readUntil(writer, 50, () => process.kill(-(writer.pid ?? expect.fail('not started')), signal));
    expect(lines.shift()).toBe(`started adopted=${servers.size > 0}`);
    acknowledged.push(...lines);
    servers.add(await findPostmasterPid(directory));
  }
  const { adopted, connectionString } = await clusters.start(directory, { durable: true });
  servers.add(await findPostmasterPid(directory));
  expect([adopted, servers.size]).toEqual([true, 1]);

  const client = new Client({ connectionString });
  await client.connect();
  const { rows } = await client.query<{ number: string }>('select number from line');
  await client.end();
  const stored = new Set(rows.map((row) => row.number));
  expect(acknowledged.length).toBeGreaterThan(250);
  expect(acknowledged.filter((number) => !stored.has(number))).toEqual([]);
});

/** Everything that the process prints until it ends, which it is made to do after `count` lines. */
async function readUntil(child: ChildProcess, count: number, end: () => void): Promise<string[]> {
  const lines: string[] = [];
  const input = createInterface({ input: child.stdout ?? expect.fail('no output') });
  input.on('line', (line) => {
    lines.push(line);
    if (lines.length === count) end();
  });
  await once(input, 'close');
  return lines;
}
