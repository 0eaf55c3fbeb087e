import { describe, expect, test } from 'vitest';
import { createTestClock } from '#test/test-clock.ts';
import { readConfig } from './config.ts';
import { createFailureMemory, listProviders, type ProviderName } from './provider-status.ts';

const clock = createTestClock(new Date('2026-11-22T12:00:00Z'));
const none = { circuitStates: () => [] };
const providersOf = (
  environment: Record<string, string> = {},
  change: Partial<Parameters<typeof listProviders>[0]> = {},
) =>
  listProviders({
    config: readConfig(environment),
    ...{ ai: none, music: none, mail: none },
    failures: createFailureMemory(clock),
    sandboxed: new Set(),
    ...change,
  });
const find = (name: ProviderName, ...asked: Parameters<typeof providersOf>) =>
  providersOf(...asked).find((provider) => provider.name === name);

describe('Providers', () => {
  test('are all there where nothing is configured, with what that means', () => {
    expect(providersOf().map(({ name, kind, setup, host, remark }) => [name, kind, setup, host, remark])).toEqual([
      ['AI', 'none', 'missing', null, expect.stringContaining('AI_API_KEY')],
      ['Payments', 'none', 'missing', null, expect.stringContaining('PAYMENT_API_KEY')],
      ['Music', 'none', 'missing', null, expect.stringContaining('MUSIC_CLIENT_ID')],
      ['Mail', 'folder', 'missing', null, expect.stringContaining('SMTP_URL')],
      ['Push', 'push services of browsers', 'complete', null, null],
      ['Files', 'folder', 'complete', null, null],
      ['Sign-in', 'built in', 'complete', null, null],
    ]);
  });

  test('tell their hosts, and nothing that is a secret or could be', () => {
    const providers = providersOf({
      AI_API_KEY: 'canary-key',
      AI_BASE_URL: 'https://canary-user:canary-password@ai.example/canary-path?canary=1',
      PAYMENT_API_KEY: 'canary-key',
      PAYMENT_SIGNING_SECRET: 'canary-secret',
      PAYMENT_PRICE_IDS: 'canary_price',
      PAYMENT_API_URL: 'https://payments.example',
      MUSIC_CLIENT_ID: 'canary-id',
      MUSIC_CLIENT_SECRET: 'canary-secret',
      MUSIC_API_URL: 'https://music.example/canary',
      SMTP_URL: 'smtps://canary-user:canary-password@mail.example',
      STORAGE_URL: 's3://canary-bucket?endpoint=https://files.example',
      AWS_ACCESS_KEY_ID: 'canary-id',
      AWS_SECRET_ACCESS_KEY: 'canary-key',
      AUTH_ISSUER: 'canary-issuer',
      AUTH_JWKS_URL: 'https://people.example/canary/jwks',
      AUTH_AUDIENCE: 'canary-audience',
      ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATABASE_URL: 'postgres://canary:canary@db.example/canary',
    });
    expect(providers.map(({ setup, host }) => [setup, host])).toEqual([
      ['complete', 'ai.example'],
      ['complete', 'payments.example'],
      ['complete', 'music.example'],
      ['complete', 'mail.example'],
      ['complete', null],
      ['complete', 'files.example'],
      ['complete', 'people.example'],
    ]);
    expect(JSON.stringify(providers)).not.toMatch(/canary|BwcH/);
  });

  test.each([
    [{ PAYMENT_API_KEY: 'key' }, 'PAYMENT_SIGNING_SECRET'],
    [{ PAYMENT_API_KEY: 'key', PAYMENT_SIGNING_SECRET: 'secret' }, 'PAYMENT_PRICE_IDS'],
  ])('are incomplete where something is missing: %j', (environment, missing) => {
    const remark = expect.stringContaining(missing);
    expect(find('Payments', environment)).toMatchObject({ setup: 'incomplete', remark });
  });

  test('are the sandbox where that stands in', () => {
    expect(find('AI', { AI_API_KEY: 'sandbox' }, { sandboxed: new Set(['AI']) })).toMatchObject({ kind: 'sandbox' });
  });

  test('tell how their breakers stand', () => {
    const standing = { name: 'server', state: 'open' as const, outageMs: 5 };
    const mail = { circuitStates: () => [standing] };
    expect(find('Mail', { SMTP_URL: 'smtp://mail.example' }, { mail })).toMatchObject({ breakers: [standing] });
  });
});

describe('The last failure', () => {
  const noted = (name: ProviderName, ...failures: { reason: string; status?: number; networkCode?: string }[]) => {
    const memory = createFailureMemory(clock);
    for (const failure of failures) memory.note(name, failure);
    return memory.last(name);
  };

  test('reports the error code of the provider only', () => {
    const failure = { reason: 'refused', status: 401, code: 'canary', text: 'canary' };
    expect(noted('AI', failure)).toEqual({ at: clock.now(), reason: 'refused (401)', isOutage: false });
    expect(noted('AI', { reason: 'not-reachable', networkCode: 'ECONNREFUSED' })?.reason).toBe(
      'not-reachable (ECONNREFUSED)',
    );
    expect(noted('AI', { reason: 'time-limit' })?.reason).toBe('time-limit');
  });

  test('is the last one, and not a call that was never made', () => {
    expect(noted('Mail')).toBeNull();
    expect(noted('Mail', { reason: 'paused' })).toBeNull();
    expect(noted('Mail', { reason: 'no-smtp' }, { reason: 'refused' }, { reason: 'paused' })?.reason).toBe('refused');
  });

  test.each<[ProviderName, string, boolean]>([
    ['Files', 'ENOSPC', true],
    ['Payments', 'not-reachable', true],
    ['Payments', 'out-of-order', true],
    ['Payments', 'time-limit', true],
    ['Payments', 'declined', false],
    ['Payments', 'refused', false],
    // Any user can register a device that rejects messages.
    ['Push', 'not-reachable', false],
    ['Push', 'refused', false],
  ])('of %s, %s: an outage for all is %s', (name, reason, isOutage) => {
    expect(noted(name, { reason })).toMatchObject({ isOutage });
  });
});
