import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { forgetKey } from '#platform/crypto/key-check.ts';
import { atOneAddress } from '#platform/db/connection/addresses.ts';
import { systemRandom } from '#platform/random.ts';
import { deleteSigningKeys } from '#providers/identity/signing-key.store.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { type Config, readConfig } from './config.ts';
import { createDeps } from './deps.ts';
import { inspectKey, readEncryptionKey, requireKeyOfDatabase } from './encryption-key.ts';

const { deps, call, databaseUrl, clock } = await startTestApp({ builtInIdentity: true });
const { db } = deps;
const folder = await mkdtemp(join(tmpdir(), 'meadow-key-'));
afterAll(() => rm(folder, { recursive: true }));

const EXTERNAL = { AUTH_ISSUER: 'https://a.test', AUTH_JWKS_URL: 'https://a.test/jwks', AUTH_AUDIENCE: 'meadow' };
const newKey = () => randomBytes(32).toString('base64');
const settings = (key: string, former = '', more: Record<string, string> = {}) =>
  readConfig({ DATA_DIR: folder, ENCRYPTION_KEY: key, FORMER_ENCRYPTION_KEYS: former, ...more });
const start = async (config: Config) => requireKeyOfDatabase(db, config, await readEncryptionKey(config, systemRandom));
const words = async () =>
  (await db.selectFrom('encryption_key_check').select('sealed').execute()).map((row) => row.sealed);

beforeEach(async () => {
  await forgetKey(db);
  await db.transaction().execute(deleteSigningKeys);
});

describe('the first start', () => {
  test('of many nodes at once gives the database their key, once', async () => {
    const config = settings(newKey());
    await Promise.all(Array.from({ length: 5 }, () => start(config)));
    expect(await words()).toHaveLength(1);
    expect(await inspectKey(db, config, systemRandom)).toBe('current');
  });

  test('of two nodes with different keys lets one of them start', async () => {
    const outcomes = await Promise.allSettled([start(settings(newKey())), start(settings(newKey()))]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await words()).toHaveLength(1);
  });

  test('on a database of before refuses a key that does not open what the built-in provider has sealed', async () => {
    // The app of this test makes its signing key now, under its own key.
    expect((await call(null, 'GET', '/auth/jwks')).status).toBe(200);
    expect(await db.selectFrom('identity_key').select('id').execute()).toHaveLength(1);
    const wrong = settings(newKey());
    expect(await inspectKey(db, wrong, systemRandom)).toBe('wrong');
    await expect(start(wrong)).rejects.toThrow('ENCRYPTION_KEY is not the key');
    expect(await words()).toEqual([]);
    await start(deps.config);
    expect(await inspectKey(db, deps.config, systemRandom)).toBe('current');
  });

  test('with a provider of another company does not care for keys of the built-in one', async () => {
    await call(null, 'GET', '/auth/jwks');
    await start(settings(newKey(), '', EXTERNAL));
    expect(await words()).toHaveLength(1);
  });
});

describe('a later start', () => {
  test('with another key is refused, and the message names the variable and the ways out, but no key', async () => {
    await start(settings(newKey()));
    const other = newKey();
    const refusal: Error = await start(settings(other)).then(
      () => expect.fail('It has started.'),
      (error) => error,
    );
    for (const part of [
      'ENCRYPTION_KEY',
      'FORMER_ENCRYPTION_KEYS',
      'encryption-key in DATA_DIR',
      'meadow key forget',
    ]) {
      expect(refusal.message).toContain(part);
    }
    expect(refusal.message).not.toContain(other);
  });

  test('is refused by everything that works with secrets', async () => {
    await start(settings(newKey()));
    const config = settings(newKey());
    const opening = createDeps({
      config,
      addresses: atOneAddress(databaseUrl),
      clock,
      random: systemRandom,
      log: deps.log,
      version: 'test',
      isDraining: () => false,
    });
    await expect(opening).rejects.toThrow('ENCRYPTION_KEY is not the key');
  });

  test('after a change of the key seals the word anew, and the old key alone is refused from then on', async () => {
    const [old, fresh] = [newKey(), newKey()];
    await start(settings(old));
    const [before] = await words();
    expect(await inspectKey(db, settings(fresh, old), systemRandom)).toBe('former');
    expect(await words()).toEqual([before]);
    await Promise.all([start(settings(fresh, old)), start(settings(fresh, old))]);
    expect(await inspectKey(db, settings(fresh), systemRandom)).toBe('current');
    await start(settings(fresh));
    await expect(start(settings(old))).rejects.toThrow('ENCRYPTION_KEY is not the key');
  });

  test('takes any key once the old one was forgotten', async () => {
    await call(null, 'GET', '/auth/jwks');
    await start(deps.config);
    await db.transaction().execute(async (tx) => {
      await deleteSigningKeys(tx);
      await forgetKey(tx);
    });
    await start(settings(newKey()));
  });

  test('without ENCRYPTION_KEY names the file that it has looked at', async () => {
    await start(settings(newKey()));
    await expect(start(settings(''))).rejects.toThrow(`The key in ${join(folder, 'encryption-key')}`);
  });
});
