import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, expect, inject, onTestFinished, test } from 'vitest';
import { verifyBackup } from '#app/backup/format.ts';
import { readConfig } from '#app/config.ts';
import { listUsed, withSnapshot } from '#platform/backup/tables.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { findViolations } from '../../src/command-line/check/findings.ts';
import { seedDemo } from '../../src/demo/demo.ts';
import { createTestDatabase } from '../database/database.ts';
import { digestRows } from '../database/row-digest.ts';
import { digestFiles } from '../digest-files.ts';
import { startNode } from '../job-matrix/nodes.ts';
import { buildService, runProgram } from '../process/service.ts';
import { startOutside, startTestApp } from '../start-test-app.ts';

/*
 * `meadow backup` and `meadow restore` are killed at points drawn by chance, several rounds. No half backup counts as one, no half restore
 * is in use, and in the end one of each leads to the rows and files of the source.
 */

const ROUNDS = 6;
const SEED = process.env.SEED ?? String(Date.now());
const random = seededRandom(SEED);

const build = await buildService();
const folder = await mkdtemp(join(tmpdir(), 'meadow-kills-'));
const { close: closeOutside, ...outside } = await startOutside();
afterAll(async () => {
  await Promise.all([build.delete(), closeOutside(), rm(folder, { recursive: true })]);
});

const app = await startTestApp({ builtInIdentity: true });
app.clock.set(new Date());
await seedDemo(app.deps, () => undefined);
await app.deps.background.drain();
const source = { DATABASE_URL: app.databaseUrl, DATA_DIR: app.deps.config.dataDirectory };

/** Runs a command to its end, or kills it after `killAfterMs`. Returns whether it succeeded. */
async function meadow(environment: Record<string, string>, words: string[], killAfterMs?: number): Promise<boolean> {
  const program = runProgram(build.commands, environment, words);
  if (killAfterMs !== undefined) {
    await Promise.race([program.ended, delay(killAfterMs)]);
    program.child.kill('SIGKILL');
  }
  const end = await program.ended;
  if (killAfterMs === undefined) expect([end, program.printed()]).toEqual([0, expect.anything()]);
  return end === 0;
}

/** Returns the kill point of a round, from the start to the end of a run. The first is early enough on any machine. */
const killPoint = (round: number, wholeMs: number): number => (wholeMs * (round + random())) / ROUNDS;

async function durationOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

test(`a backup that is killed leaves none, and the next one is whole (seed ${SEED})`, async () => {
  const wholeMs = await durationOf(() => meadow(source, ['backup', join(folder, 'first.tar.gz')]));
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const file = join(folder, `round-${round}.tar.gz`);
    const hasEnded = await meadow(source, ['backup', file], killPoint(round, wholeMs));
    const names = (await readdir(folder)).filter(
      (name) => name.startsWith(`round-${round}`) && !name.endsWith('.part'),
    );
    if (names.length > 0) await verifyBackup(file);
    else expect(hasEnded).toBe(false);
    if (!hasEnded) killed += 1;
  }
  expect(killed).toBeGreaterThan(0);
});

test(`a restore that is killed is not in use, and succeeds when it is repeated (seed ${SEED})`, async () => {
  const file = join(folder, 'whole.tar.gz');
  await meadow(source, ['backup', file]);
  const expected = { rows: await digestRows(app.databaseUrl), files: await digestFiles(app.deps.config) };
  // The record of this backup was written after its snapshot.
  const { job_run: _, ...rows } = expected.rows;

  const target = async (name: string) => {
    const database = await createTestDatabase(inject('clusterUrl'), 'template0');
    onTestFinished(database.drop);
    return { url: database.url, environment: { DATABASE_URL: database.url, DATA_DIR: join(folder, name) } };
  };
  const measured = await target('measured');
  const wholeMs = await durationOf(() => meadow(measured.environment, ['restore', file]));

  const { url, environment } = await target('killed');
  let killed = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const hasEnded = await meadow(environment, ['restore', file], killPoint(round, wholeMs));
    const used = await withSnapshot(url, (client) => listUsed(client, ['profile', 'identity_user']));
    if (hasEnded || used.length > 0) break;
    killed += 1;
  }
  expect(killed).toBeGreaterThan(0);
  const used = await withSnapshot(url, (client) => listUsed(client, ['profile', 'identity_user']));
  if (used.length === 0) await meadow(environment, ['restore', file]);

  const { job_run: __, ...found } = await digestRows(url);
  expect(found).toEqual(rows);
  expect(await digestFiles(readConfig(environment))).toEqual(expected.files);
  const place = { url, folder: environment.DATA_DIR, becomeCopyOf: async () => undefined, drop: async () => undefined };
  const node = await startNode(place, outside, new Date());
  try {
    expect(await findViolations(node.deps)).toEqual([]);
  } finally {
    await node.close();
  }
  process.stdout.write(`\n${killed} restores were killed before one succeeded\n`);
});
