import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import { JOBS } from '#app/jobs.ts';
import { createTestDatabase } from '../database/database.ts';
import { makePreRelease } from '../database/pre-release-database.ts';
import { digestRows } from '../database/row-digest.ts';
import { buildService, prepareEnvironment, runProgram } from './service.ts';

const build = await buildService();
const place = await prepareEnvironment();
const database = await createTestDatabase(inject('clusterUrl'), 'template0');
afterAll(async () => {
  await Promise.all([build.delete(), place.delete(), database.drop()]);
});

/** Runs a command on the database of the test. Returns the exit code and the output. */
async function meadow(words: string[], more: Record<string, string> = {}): Promise<[code: unknown, printed: string]> {
  const environment = { ...place.environment, DATABASE_URL: database.url, ...more };
  const program = runProgram(build.commands, environment, words);
  return [await program.ended, program.printed()];
}

describe('meadow', () => {
  test('without a command, and with --help, lists the commands', async () => {
    const [code, printed] = await meadow([]);
    expect([code, printed]).toEqual([0, expect.stringMatching(/^Usage: meadow/)]);
    expect(await meadow(['--help'])).toEqual([0, printed]);
  });

  test.each([[['sow']], [['start', '--sow']], [['jobs', 'run']]])('rejects %j', async (words) => {
    const [code, printed] = await meadow(words);
    expect([code, printed]).toEqual([1, expect.stringMatching(/^error: .*\nRun: meadow --help\n/)]);
  });

  test('--version prints the version of the package', async () => {
    expect(await meadow(['--version'])).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+\n$/)]);
  });

  test('names each invalid variable without its value', async () => {
    const [code, printed] = await meadow(['migrate'], { PORT: 'canary' });
    expect([code, printed]).toEqual([1, expect.stringContaining('- PORT must be')]);
    expect(printed).not.toMatch(/canary| {4}at /);
  });
});

describe('the demo', () => {
  test('does not start on a configured database, and writes nothing', async () => {
    const [code, printed] = await meadow(['start', '--demo']);
    expect([code, printed]).toEqual([1, expect.stringContaining('while DATABASE_URL is set')]);
    expect(await readdir(place.dataDirectory)).toEqual([]);
  });

  test('does not start with a file .env either, and starts with the line that the error names', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'meadow-demo-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await writeFile(join(folder, '.env'), `DATABASE_URL=${database.url}\nSMTP_URL=smtp://mail.test\nHOST=\n`);
    const demo = (more: Record<string, string>) =>
      runProgram(build.commands, { DATA_DIR: join(folder, 'data'), PORT: 'none', ...more }, ['demo'], folder);

    const refused = demo({});
    expect(await refused.ended).toBe(1);
    expect(refused.printed()).toContain('DATABASE_URL= SMTP_URL= npm run demo');
    const allowed = demo({ DATABASE_URL: '', SMTP_URL: '' });
    expect(await allowed.ended).toBe(1);
    expect(allowed.printed()).toMatch(/The configuration is not valid:\n- PORT/);
  });
});

describe('meadow on a database', () => {
  test('requires its migrations, runs them, and prints the result', async () => {
    expect(await meadow(['jobs', 'list'])).toEqual([1, expect.stringContaining('Run first: meadow migrate')]);
    expect(await meadow(['jobs', 'run', 'reminders'])).toEqual([1, expect.stringContaining('meadow migrate')]);
    const [code, printed] = await meadow(['migrate']);
    expect(code).toBe(0);
    expect(printed).toContain('applied  0001_platform\n');
    expect(printed).toMatch(/Applied \d+ migrations\.\n$/);
    expect(await meadow(['migrate'])).toEqual([0, expect.stringMatching(/No migrations were pending\.\n$/)]);
  });

  test('rejects one of a version before 0.1.0, and changes nothing', async () => {
    const old = await createTestDatabase(inject('clusterUrl'), 'template0');
    onTestFinished(old.drop);
    await makePreRelease(old.url);
    const before = await digestRows(old.url);
    for (const words of [['migrate'], ['start'], ['doctor'], ['jobs', 'list']]) {
      const [code, printed] = await meadow(words, { DATABASE_URL: old.url });
      expect([words, code, printed]).toEqual([words, 1, expect.stringContaining('migrations.pre-release')]);
      expect(printed).not.toContain('    at ');
    }
    expect(await digestRows(old.url)).toEqual(before);
  });

  test('jobs run: runs a job like its schedule, and fails if the job fails', async () => {
    const [code, printed] = await meadow(['jobs', 'run', 'reminders']);
    expect([code, printed]).toEqual([
      0,
      'Remind users whose windows open within 30 minutes ...\n0 users were reminded.\n',
    ]);
    expect(await meadow(['jobs', 'run', 'sow'])).toEqual([1, expect.stringContaining('There is no job "sow".')]);
    // The data folder is a file, so no picture can be stored.
    const broken = { STORAGE_URL: `file:${build.main}/files` };
    expect(await meadow(['jobs', 'run', 'mosaic-of-today'], broken)).toEqual([
      1,
      expect.stringContaining('Draw the mosaic'),
    ]);
  });

  test('rejects a key other than that of the database, until that one is forgotten', async () => {
    const other = { ENCRYPTION_KEY: `${'E'.repeat(43)}=` };
    const refusal = expect.stringContaining('ENCRYPTION_KEY is not the key');
    expect(await meadow(['jobs', 'run', 'reminders'], other)).toEqual([1, refusal]);
    expect(await meadow(['doctor'], other)).toEqual([1, refusal]);
    expect(await meadow(['key', 'forget'])).toEqual([0, expect.stringContaining('The key is forgotten')]);
    expect(await meadow(['jobs', 'run', 'reminders'], other)).toEqual([0, expect.any(String)]);
    expect(await meadow(['key', 'forget'])).toEqual([0, expect.any(String)]);
  });

  test('doctor: names unknown variables that look like settings', async () => {
    const [, printed] = await meadow(['doctor'], { CORS_ORIGIN: 'https://canary.example' });
    expect(printed).toContain('CORS_ORIGIN is not a setting of Meadow. Did you mean CORS_ORIGINS?');
    expect(printed).not.toContain('canary');
  });

  test('jobs list: shows each job with its last and next run, within 80 columns', async () => {
    const [code, printed] = await meadow(['jobs', 'list']);
    expect(code).toBe(0);
    for (const { name, description } of JOBS) {
      expect(printed).toMatch(new RegExp(`^${name} .* \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\n  ${description}$`, 'm'));
    }
    expect(printed).toMatch(/^reminders .* ok +\d{4}-/m);
    expect(printed).toMatch(/^mosaic-of-today .* failed +\d{4}-/m);
    expect(printed).toMatch(/^end-of-day .* never +\d{4}-/m);
    expect(printed.split('\n').filter((line) => line.length > 80)).toEqual([]);
  });

  test('doctor: exits with 0 if all checks pass, else with 1', async () => {
    const [code, printed] = await meadow(['doctor']);
    expect([code, printed]).toEqual([0, expect.stringMatching(/^ok +Migrations +all \d+ are applied$/m)]);
    expect(printed).toMatch(/, 0 failed\.\n$/);

    const url = `postgres://meadow:canary@127.0.0.1:${place.environment.PORT}/meadow`;
    const [failed, reasons] = await meadow(['doctor'], { DATABASE_URL: url });
    expect(failed).toBe(1);
    expect(reasons).toMatch(
      /^fail +Database +DATABASE_URL: 127\.0\.0\.1:\d+ refuses connections\. Is PostgreSQL running/m,
    );
    expect(reasons).not.toContain('canary');

    const [refused, problems] = await meadow(['doctor'], { PORT: 'often' });
    expect([refused, problems]).toEqual([1, expect.stringMatching(/^fail +Configuration [\s\S]*- PORT must be/m)]);
  });

  test('admin create: names the user who has to sign up first', async () => {
    const [code, printed] = await meadow(['admin', 'create', 'ada@people.test']);
    expect([code, printed]).toEqual([
      1,
      expect.stringContaining('No user has the email address or id ada@people.test. Sign up first'),
    ]);
  });
});
