import { describe, expect, test } from 'vitest';
import {
  databaseGuidanceOf,
  databaseStatusOf,
  type HealthFacts,
  hasFailed,
  healthStatusOf,
  isLate,
  type JobFacts,
  latencyStatusOf,
  type ProviderFacts,
  problemsOf,
  providerGuidanceOf,
  providerStatusOf,
} from './health.rules.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

test.each([
  [0, 'ok'],
  [199.9, 'ok'],
  [200, 'elevated'],
  [500, 'elevated'],
  [500.1, 'slow'],
  [900, 'slow'],
])('a latency of %d ms is %s', (milliseconds, status) => {
  expect(latencyStatusOf(milliseconds)).toBe(status);
  expect(databaseStatusOf(milliseconds, false)).toBe(status);
});

test.each([
  [null, true, 'slow'],
  [null, false, 'down'],
])('a latency of %s, with other answers (%s), is a database that is %s', (latency, isAnswering, status) => {
  expect(databaseStatusOf(latency, isAnswering)).toBe(status);
});

test('a database that is not well comes with what to do', () => {
  expect(databaseGuidanceOf('ok', 1)).toBeNull();
  expect(databaseGuidanceOf('elevated', 300)).toContain('Below 200 ms');
  expect(databaseGuidanceOf('slow', 600)).toContain('how far away');
  expect(databaseGuidanceOf('slow', null)).toContain('new connection');
  expect(databaseGuidanceOf('down', null)).toContain('does not answer');
});

describe('A job', () => {
  const well: JobFacts = { dueAt: ago(-5), isRunning: false, lastRun: { finishedAt: ago(1), succeeded: true } };
  test.each<[string, Partial<JobFacts>, boolean, boolean]>([
    ['that is due later', {}, false, false],
    ['that is due this moment', { dueAt: NOW }, false, false],
    ['that is a quarter of an hour over', { dueAt: ago(15) }, false, false],
    ['that is more than that over', { dueAt: new Date(ago(15).getTime() - 1) }, true, false],
    ['that is over, and under way', { dueAt: ago(60), isRunning: true }, false, false],
    ['that has never run', { lastRun: null }, false, false],
    ['that has never run, and should have', { lastRun: null, dueAt: ago(16) }, true, false],
    ['whose last run failed', { lastRun: { finishedAt: ago(1), succeeded: false } }, false, true],
    ['whose last run broke off', { lastRun: { finishedAt: null, succeeded: null } }, false, true],
    ['that is under way', { lastRun: { finishedAt: null, succeeded: null }, isRunning: true }, false, false],
  ])('%s', (_what, change, late, failed) => {
    expect([isLate({ ...well, ...change }, NOW), hasFailed({ ...well, ...change })]).toEqual([late, failed]);
  });
});

describe('A provider', () => {
  const well: ProviderFacts = {
    name: 'Mail',
    kind: 'mail server',
    setup: 'complete',
    remark: null,
    host: 'mail.test',
    breakers: [],
    lastFailure: null,
  };
  const closed = { name: 'server', state: 'closed' as const, outageMs: null };
  const outage = { at: ago(1), reason: 'not-reachable', isOutage: true };
  test.each<[string, Partial<ProviderFacts>, string]>([
    ['that nobody has configured', { setup: 'missing' }, 'off'],
    ['that is half configured', { setup: 'incomplete' }, 'incomplete'],
    ['that has never failed', {}, 'ok'],
    ['whose breaker is closed', { breakers: [closed] }, 'ok'],
    ['whose breaker is open', { breakers: [{ ...closed, state: 'open', outageMs: 1 }] }, 'failing'],
    ['one of whose breakers is half open', { breakers: [closed, { ...closed, state: 'half-open' }] }, 'failing'],
    ['that is half configured and fails', { setup: 'incomplete', lastFailure: outage }, 'failing'],
    ['whose breaker knows better than a failure', { breakers: [closed], lastFailure: outage }, 'ok'],
    ['that failed a minute ago', { lastFailure: outage }, 'failing'],
    ['that failed for one alone', { lastFailure: { ...outage, isOutage: false } }, 'ok'],
    ['that failed less than five minutes ago', { lastFailure: { ...outage, at: ago(4.99) } }, 'failing'],
    ['that failed five minutes ago', { lastFailure: { ...outage, at: ago(5) } }, 'ok'],
  ])('%s', (_what, change, status) => {
    expect(providerStatusOf({ ...well, ...change }, NOW)).toBe(status);
  });

  test('that fails comes with what is done about it, and any other with its own remark', () => {
    const facts = { ...well, remark: 'Set SMTP_URL.' };
    expect(providerGuidanceOf('failing', { ...facts, breakers: [closed] })).toContain('left alone');
    expect(providerGuidanceOf('failing', facts)).toContain('within the last minutes');
    expect(providerGuidanceOf('off', facts)).toBe('Set SMTP_URL.');
    expect(providerGuidanceOf('ok', well)).toBeNull();
  });
});

describe('All of it', () => {
  const job = { name: 'sow', isLate: false, hasFailed: false };
  const well: HealthFacts = {
    database: 'ok',
    pendingMigrations: [],
    jobs: [job],
    providers: [
      { name: 'Mail', status: 'ok' },
      { name: 'AI', status: 'off' },
    ],
    disks: [{ holds: ['data'], freeBytes: 50e9, isLow: false }],
    untrustedProxies: [],
  };
  test.each<[string, Partial<HealthFacts>, string, string[]]>([
    ['with nothing amiss', {}, 'ok', []],
    ['with an elevated latency', { database: 'elevated' }, 'ok', []],
    ['with a slow database', { database: 'slow' }, 'degraded', ['The database is slow.']],
    [
      'with no database',
      { database: 'down', pendingMigrations: null, jobs: null },
      'down',
      ['The database does not answer.'],
    ],
    ['with a migration to come', { pendingMigrations: ['0001'] }, 'down', ['A migration is pending.']],
    ['with migrations to come', { pendingMigrations: ['0001', '0002'] }, 'down', ['2 migrations are pending.']],
    ['with migrations that are not known', { pendingMigrations: null }, 'degraded', [expect.stringContaining('taken')]],
    ['with jobs that are not known', { jobs: null }, 'degraded', [expect.stringContaining('taken')]],
    [
      'with a disk that is nearly full',
      { disks: [{ holds: ['data', 'files'], freeBytes: 2.9 * 1024 ** 2, isLow: true }] },
      'degraded',
      ['The disk of the data and files is nearly full: 2 MB are left.'],
    ],
    ['with a late job', { jobs: [{ ...job, isLate: true }] }, 'degraded', ['The job sow is late.']],
    ['with a failed job', { jobs: [{ ...job, hasFailed: true }] }, 'degraded', ['The last run of the job sow failed.']],
    [
      'with a job that is both',
      { jobs: [{ ...job, hasFailed: true, isLate: true }, job] },
      'degraded',
      ['The last run of the job sow failed.'],
    ],
    [
      'with a provider that fails, and one that is half configured',
      {
        providers: [
          { name: 'AI', status: 'failing' },
          { name: 'Payments', status: 'incomplete' },
        ],
      },
      'degraded',
      ['AI: the provider fails.', 'Payments: the configuration is not complete.'],
    ],
    [
      'with a proxy that is not trusted',
      { untrustedProxies: ['10.0.0.7'] },
      'degraded',
      [expect.stringMatching(/^Requests are forwarded by 10\.0\.0\.7, which is not in TRUSTED_PROXIES/)],
    ],
    [
      'with no database and a provider that fails',
      { database: 'down', jobs: null, providers: [{ name: 'AI', status: 'failing' }] },
      'down',
      ['The database does not answer.', 'AI: the provider fails.'],
    ],
  ])('%s', (_what, change, status, problems) => {
    const facts = { ...well, ...change };
    expect([healthStatusOf(facts), problemsOf(facts)]).toEqual([status, problems]);
  });
});
