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
])('a latency of %d ms is %s', (latencyMs, status) => {
  expect(latencyStatusOf(latencyMs)).toBe(status);
  expect(databaseStatusOf(latencyMs, false)).toBe(status);
});

test.each([
  [null, true, 'slow'],
  [null, false, 'down'],
])('databaseStatusOf(%s, %s) is %s', (latency, isResponding, status) => {
  expect(databaseStatusOf(latency, isResponding)).toBe(status);
});

test('databaseGuidanceOf returns advice unless the status is ok', () => {
  expect(databaseGuidanceOf('ok', 1)).toBeNull();
  expect(databaseGuidanceOf('elevated', 300)).toContain('below 200 ms');
  expect(databaseGuidanceOf('slow', 600)).toContain('distance');
  expect(databaseGuidanceOf('slow', null)).toContain('new connection');
  expect(databaseGuidanceOf('down', null)).toContain('does not respond');
});

describe('a job', () => {
  const healthy: JobFacts = { dueAt: ago(-5), isRunning: false, lastRun: { finishedAt: ago(1), succeeded: true } };
  test.each<[string, Partial<JobFacts>, boolean, boolean]>([
    ['that is due later', {}, false, false],
    ['that is due this moment', { dueAt: NOW }, false, false],
    ['that is 15 minutes late', { dueAt: ago(15) }, false, false],
    ['that is more than 15 minutes late', { dueAt: new Date(ago(15).getTime() - 1) }, true, false],
    ['that is late and running', { dueAt: ago(60), isRunning: true }, false, false],
    ['that has never run', { lastRun: null }, false, false],
    ['that has never run and is late', { lastRun: null, dueAt: ago(16) }, true, false],
    ['whose last run failed', { lastRun: { finishedAt: ago(1), succeeded: false } }, false, true],
    ['whose last run was interrupted', { lastRun: { finishedAt: null, succeeded: null } }, false, true],
    ['that is running', { lastRun: { finishedAt: null, succeeded: null }, isRunning: true }, false, false],
  ])('%s', (_what, change, late, failed) => {
    expect([isLate({ ...healthy, ...change }, NOW), hasFailed({ ...healthy, ...change })]).toEqual([late, failed]);
  });
});

describe('a provider', () => {
  const healthy: ProviderFacts = {
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
    ['that is not configured', { setup: 'missing' }, 'off'],
    ['that is incompletely configured', { setup: 'incomplete' }, 'incomplete'],
    ['that has never failed', {}, 'ok'],
    ['whose circuit is closed', { breakers: [closed] }, 'ok'],
    ['whose circuit is open', { breakers: [{ ...closed, state: 'open', outageMs: 1 }] }, 'failing'],
    ['with a half-open circuit', { breakers: [closed, { ...closed, state: 'half-open' }] }, 'failing'],
    ['that is incompletely configured and fails', { setup: 'incomplete', lastFailure: outage }, 'failing'],
    ['whose circuit is closed again after a failure', { breakers: [closed], lastFailure: outage }, 'ok'],
    ['that failed a minute ago', { lastFailure: outage }, 'failing'],
    ['that failed for one call only', { lastFailure: { ...outage, isOutage: false } }, 'ok'],
    ['that failed less than five minutes ago', { lastFailure: { ...outage, at: ago(4.99) } }, 'failing'],
    ['that failed five minutes ago', { lastFailure: { ...outage, at: ago(5) } }, 'ok'],
  ])('%s', (_what, change, status) => {
    expect(providerStatusOf({ ...healthy, ...change }, NOW)).toBe(status);
  });

  test('has advice while failing, and its remark otherwise', () => {
    const facts = { ...healthy, remark: 'Set SMTP_URL.' };
    expect(providerGuidanceOf('failing', { ...facts, breakers: [closed] })).toContain('calls are paused');
    expect(providerGuidanceOf('failing', facts)).toContain('within the last five minutes');
    expect(providerGuidanceOf('off', facts)).toBe('Set SMTP_URL.');
    expect(providerGuidanceOf('ok', healthy)).toBeNull();
  });
});

describe('the service', () => {
  const job = { name: 'sow', isLate: false, hasFailed: false };
  const healthy: HealthFacts = {
    database: 'ok',
    pendingMigrations: [],
    jobs: [job],
    providers: [
      { name: 'Mail', status: 'ok' },
      { name: 'AI', status: 'off' },
    ],
    backup: { isOverdue: false },
    disks: [{ holds: ['data'], freeBytes: 50e9, isLow: false }],
    replicas: [{ name: 'one:5432', state: 'ready' }],
    clockOffsetMs: null,
    untrustedProxies: [],
    unknownZones: [],
    newerZoneData: null,
  };
  test.each<[string, Partial<HealthFacts>, string, string[]]>([
    ['without problems', {}, 'ok', []],
    [
      'with a user whose time zone does not exist',
      { unknownZones: [{ zone: 'US/Pacific-New', users: 2 }] },
      'degraded',
      ['2 users have the time zone US/Pacific-New, which does not exist: UTC is used.'],
    ],
    [
      'with newer rules on the system',
      { newerZoneData: '2027a' },
      'degraded',
      ['The operating system has newer rules of time zones (2027a): update Meadow.'],
    ],
    ['with an elevated latency', { database: 'elevated' }, 'ok', []],
    ['with a slow database', { database: 'slow' }, 'degraded', ['The database is slow.']],
    [
      'without database',
      { database: 'down', pendingMigrations: null, jobs: null },
      'down',
      ['The database does not respond.'],
    ],
    ['with a pending migration', { pendingMigrations: ['0001'] }, 'down', ['A migration is pending.']],
    ['with pending migrations', { pendingMigrations: ['0001', '0002'] }, 'down', ['2 migrations are pending.']],
    ['with unknown migrations', { pendingMigrations: null }, 'degraded', [expect.stringContaining('in use')]],
    ['with unknown jobs', { jobs: null }, 'degraded', [expect.stringContaining('in use')]],
    [
      'with a disk that is nearly full',
      { disks: [{ holds: ['data', 'files'], freeBytes: 2.9 * 1024 ** 2, isLow: true }] },
      'degraded',
      ['The disk of the data and files is nearly full: 2 MB are free.'],
    ],
    ['with a clock that is 5 s ahead', { clockOffsetMs: 5_000 }, 'ok', []],
    [
      'with a clock that is more than 5 s ahead',
      { clockOffsetMs: 6_000 },
      'degraded',
      ['The clock of this node is 6 s ahead of that of the database. Synchronize both (NTP).'],
    ],
    [
      'with a clock that is five minutes behind',
      { clockOffsetMs: -300_000 },
      'degraded',
      [expect.stringMatching(/300 s behind that of the database.*not ready/)],
    ],
    ['with an old backup', { backup: { isOverdue: true } }, 'degraded', [expect.stringContaining('two days')]],
    ['with backups that cannot be read', { backup: null }, 'ok', []],
    ['with a late job', { jobs: [{ ...job, isLate: true }] }, 'degraded', ['The job sow is late.']],
    ['with a failed job', { jobs: [{ ...job, hasFailed: true }] }, 'degraded', ['The last run of the job sow failed.']],
    [
      'with a job that is late and failed',
      { jobs: [{ ...job, hasFailed: true, isLate: true }, job] },
      'degraded',
      ['The last run of the job sow failed.'],
    ],
    [
      'with a failing provider and an incomplete one',
      {
        providers: [
          { name: 'AI', status: 'failing' },
          { name: 'Payments', status: 'incomplete' },
        ],
      },
      'degraded',
      ['AI: the provider is failing.', 'Payments: the configuration is incomplete.'],
    ],
    [
      'with a replica that is left',
      {
        replicas: [
          { name: 'one:5432', state: 'ready' },
          { name: 'two:5432', state: 'behind' },
        ],
      },
      'degraded',
      ['The replica two:5432 serves no reads: it has not replayed everything in time.'],
    ],
    [
      'with an untrusted proxy',
      { untrustedProxies: ['10.0.0.7'] },
      'degraded',
      [expect.stringMatching(/^Requests are forwarded by 10\.0\.0\.7, which is not in TRUSTED_PROXIES/)],
    ],
    [
      'without database and with a failing provider',
      { database: 'down', jobs: null, providers: [{ name: 'AI', status: 'failing' }] },
      'down',
      ['The database does not respond.', 'AI: the provider is failing.'],
    ],
  ])('%s', (_what, change, status, problems) => {
    const facts = { ...healthy, ...change };
    expect([healthStatusOf(facts), problemsOf(facts)]).toEqual([status, problems]);
  });
});
