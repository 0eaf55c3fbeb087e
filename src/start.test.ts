import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '#test/database/database.ts';
import { readConfig } from './app/config.ts';
import { createLogger } from './platform/log.ts';
import { start } from './start.ts';

/** Starts a node with a new database. The node stops after the test. */
async function startNode(environment: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-start-'));
  const database = await createTestDatabase(inject('clusterUrl'));
  const config = readConfig({ DATABASE_URL: database.url, DATA_DIR: folder, PORT: '0', ...environment });
  const lines: string[] = [];
  const log = createLogger('info', { write: (line) => void lines.push(line) });
  const running = await start({ config, log, sandbox: false });
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  onTestFinished(async () => {
    await client.end();
    await running.stop(0);
    await Promise.all([database.drop(), rm(folder, { recursive: true })]);
  });
  return { running, lines, query: async (text: string) => (await client.query(text)).rows };
}

describe('SCHEDULER', () => {
  test('on by default: runs a job at its scheduled time', async () => {
    const { running, query } = await startNode({});
    await query(`select from graphile_worker.add_job('reminders', '{"_cron": {"ts": "2026-11-18T10:00:00Z"}}')`);
    const run = async () => {
      const statuses = await running.deps.listJobStatuses();
      return statuses.find(({ name }) => name === 'reminders')?.last_run;
    };
    await expect.poll(run, { timeout: 30_000 }).toMatchObject({ succeeded: true });
  });

  test('off: starts no scheduler and creates no scheduler tables', async () => {
    const { lines, query } = await startNode({ SCHEDULER: 'off' });
    expect(await query(`select to_regnamespace('graphile_worker') as found`)).toEqual([{ found: null }]);
    expect(lines.join('')).not.toContain('scheduler');
  });
});
