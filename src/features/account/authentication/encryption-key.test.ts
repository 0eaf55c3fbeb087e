import { randomBytes } from 'node:crypto';
import { decodeProtectedHeader } from 'jose';
import { expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestApp } from '#test/start-test-app.ts';

const [key, nextKey] = [randomBytes(32), randomBytes(32)];
const app = await startTestApp({
  builtInIdentity: true,
  environment: { ENCRYPTION_KEY: key.toString('base64') },
});

/** A node with another key, as after a restart. */
async function startWith(encryptionKey: Buffer, formerEncryptionKeys: Buffer[]): Promise<TestApp['call']> {
  const config = { ...app.deps.config, encryptionKey, formerEncryptionKeys };
  return (await startSecondNode({ ...app, deps: { ...app.deps, config } })).call;
}

const bearing = (token: string): Person => ({ id: '', email: '', token });
const tokenOf = async (call: TestApp['call'], session: string) =>
  (await call(bearing(session), 'GET', '/auth/token')).body.token;
const statusOf = async (call: TestApp['call'], token: string) =>
  (await call(bearing(token), 'GET', '/api/user/profile')).status;
const keys = () => app.deps.db.selectFrom('identity_key').selectAll().execute();

async function signUp(): Promise<string> {
  const account = { name: 'Ada', email: `${randomBytes(6).toString('hex')}@people.test`, password: 'a-long-password' };
  return (await app.call(null, 'POST', '/auth/sign-up/email', account)).body.token;
}

test('keeps sessions and access tokens valid after a change of the key', async () => {
  const session = await signUp();
  const before = await tokenOf(app.call, session);
  const rows = await keys();
  const call = await startWith(nextKey, [key]);
  const now = await tokenOf(call, session);
  expect(decodeProtectedHeader(now).kid).toBe(decodeProtectedHeader(before).kid);
  for (const token of [before, now])
    expect([await statusOf(call, token), await statusOf(app.call, token)]).toEqual([200, 200]);
  expect(await keys()).toEqual(rows);
});

test('accepts the current key in the list of former keys', async () => {
  const session = await signUp();
  const call = await startWith(nextKey, [nextKey, key]);
  expect(await statusOf(call, await tokenOf(call, session))).toBe(200);
});

test('reads data sealed before key ids were stored, after a change of the key', async () => {
  const session = await signUp();
  await tokenOf(app.call, session);
  const [row] = await keys();
  const sealed = JSON.parse(row?.privateKey ?? '');
  const bare = JSON.stringify(sealed.replace(/^\$ba\$\d+\$/, ''));
  expect(bare).toMatch(/^"[0-9a-f]+"$/);
  await app.deps.db.updateTable('identity_key').set({ privateKey: bare }).execute();
  const call = await startWith(nextKey, [key]);
  // The database knows the next key, so the node with the previous key lists it.
  for (const node of [call, await startWith(key, [nextKey, key])]) {
    expect(await statusOf(node, await tokenOf(node, session))).toBe(200);
  }
});
