import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { TOKEN_SCOPE_NAMES } from '#access/token-scope.ts';
import { digestOf } from '#platform/crypto/digest.ts';
import { createLogger } from '#platform/log.ts';
import { createPersonalToken } from '#test/personal-token.ts';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { readZip } from '#test/zip.ts';
import { PASSWORD, signUp } from '../sign-in/test-account-mail.ts';

const app = await startTestApp({ cachesAccounts: true });
const { call, clock, deps, person, superAdmin } = app;
const builtIn = await startTestApp({ builtInIdentity: true });
const lines: string[] = [];
const other = await startSecondNode(app, createLogger('trace', { write: (line) => void lines.push(line) }), {
  cachesAccounts: true,
});

const TOKENS = '/api/user/tokens';
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const NEW = { name: 'Backup script', scopes: ['goals'] };

const outcomeOf = ({ status, body }: TestResponse) => [status, body?.code];
const create = (owner: Person, change: object = {}) => call(owner, 'POST', TOKENS, { ...NEW, ...change });
const listOf = async (owner: Person) => (await call(owner, 'GET', TOKENS)).body.tokens;
const goalsAs = async (caller: Person, by = call) => outcomeOf(await by(caller, 'GET', '/api/goals'));

async function impersonate(target: Person): Promise<Person> {
  const body = { target_id: target.id, reason: 'A ticket asks for it' };
  return { ...target, token: (await call(await superAdmin(), 'POST', '/api/admin/impersonate', body)).body.token };
}

describe('POST /api/user/tokens', () => {
  test('returns 201 with the secret once, stores its digest, and notifies the user', async () => {
    const ada = await person();
    const { status, body, headers } = await create(ada, { name: ' Backup script ' });
    expect(status).toBe(201);
    expect(headers['cache-control']).toBe('no-store');
    expect(body.secret).toMatch(/^mdw_[0-9A-Za-z]{39}$/);
    const now = clock.now();
    expect(body.token).toEqual({
      id: expect.any(String),
      name: 'Backup script',
      prefix: body.secret.slice(0, 8),
      scopes: ['goals'],
      is_expired: false,
      expires_at: new Date(now.getTime() + 90 * DAY_MS).toISOString(),
      last_used_at: null,
      created_at: now.toISOString(),
    });
    const row = await deps.db.selectFrom('personal_token').selectAll().where('user_id', '=', ada.id).executeTakeFirst();
    expect(row?.digest).toEqual(digestOf(body.secret));
    expect(JSON.stringify({ ...row, prefix: null })).not.toContain(body.secret.slice(8));
    const { notifications } = (await call(ada, 'GET', '/api/notifications')).body;
    expect(notifications).toMatchObject([{ kind: 'sign_in_changed', data: { change: 'token_created' } }]);
    expect(await goalsAs({ ...ada, token: body.secret })).toEqual([200, undefined]);
  });

  test.each([
    ['no scope', { scopes: [] }],
    ['an unknown scope', { scopes: ['everything'] }],
    ['a scope twice', { scopes: ['goals', 'goals'] }],
    ['a blank name', { name: ' ' }],
    ['no day', { expires_in_days: 0 }],
    ['more than a year', { expires_in_days: 366 }],
  ])('returns 400 for %s', async (_what, change) => {
    expect(outcomeOf(await create(await person(), change))).toEqual([400, 'request.invalid']);
  });

  test('returns 403 for a scope of super admins, who can have it', async () => {
    const admin = { scopes: ['admin:read'] };
    expect(outcomeOf(await create(await person(), admin))).toEqual([403, 'token.not-super-admin']);
    expect((await create(await superAdmin(), admin)).status).toBe(201);
  });

  test('returns 403 while impersonating, as do all operations on tokens', async () => {
    const ada = await person();
    const { tokenId } = await createPersonalToken(app, ada, ['goals']);
    const impersonator = await impersonate(ada);
    const calls = await Promise.all([
      create(impersonator),
      call(impersonator, 'GET', TOKENS),
      call(impersonator, 'PATCH', `${TOKENS}/${tokenId}`, { name: 'Mine' }),
      call(impersonator, 'DELETE', `${TOKENS}/${tokenId}`),
    ]);
    expect(calls.map(outcomeOf)).toEqual(Array(4).fill([403, 'auth.refused-while-impersonating']));
    expect(await listOf(ada)).toMatchObject([{ id: tokenId, name: 'Script' }]);
  });

  test('does not repeat the secret for an Idempotency-Key', async () => {
    const ada = await person();
    const headers = { 'idempotency-key': randomUUID() };
    const first = await call(ada, 'POST', TOKENS, NEW, headers);
    expect(first.status).toBe(201);
    const second = await call(ada, 'POST', TOKENS, NEW, headers);
    expect(outcomeOf(second)).toEqual([400, 'idempotency.response-not-stored']);
    expect((await listOf(ada)).length).toBe(1);
  });

  test('needs an access token of the last 10 minutes of an external provider', async () => {
    const ada = await person();
    clock.advance(10 * MINUTE_MS - 1_000);
    expect((await create(ada)).status).toBe(201);
    clock.advance(1_000);
    expect(outcomeOf(await create(ada))).toEqual([403, 'identity.session-not-fresh']);
    expect((await call(ada, 'GET', TOKENS)).status).toBe(200);
  });

  test('needs a session of the last 10 minutes of the built-in provider', async () => {
    const ada = await signUp(builtIn, `${randomUUID()}@people.test`);
    const createdAt = async (createdAt: Date) => {
      await builtIn.deps.db.updateTable('identity_session').set({ createdAt }).where('userId', '=', ada.id).execute();
      return outcomeOf(await builtIn.call(ada, 'POST', TOKENS, NEW));
    };
    expect(await createdAt(new Date(Date.now() - 9 * MINUTE_MS))).toEqual([201, undefined]);
    expect(await createdAt(new Date(Date.now() - 11 * MINUTE_MS))).toEqual([403, 'identity.session-not-fresh']);
  });
});

describe('GET /api/user/tokens', () => {
  test('lists the own tokens, newest first, without secrets', async () => {
    const [ada, ben] = [await person(), await person()];
    await createPersonalToken(app, ben, ['goals']);
    const first = await createPersonalToken(app, ada, ['goals'], { name: 'First' });
    clock.advance(1_000);
    await createPersonalToken(app, ada, ['music', 'goals'], { name: 'Second' });
    const { body, text } = await call(ada, 'GET', TOKENS);
    expect(body.tokens).toMatchObject([{ name: 'Second', scopes: ['music', 'goals'] }, { name: 'First' }]);
    expect(text).not.toContain(first.token);
  });
});

describe('PATCH /api/user/tokens/:id', () => {
  test('renames an own token, and changes nothing else', async () => {
    const ada = await person();
    const { tokenId } = await createPersonalToken(app, ada, ['goals']);
    const [before] = await listOf(ada);
    const { status, body } = await call(ada, 'PATCH', `${TOKENS}/${tokenId}`, { name: 'Other', scopes: ['music'] });
    expect([status, body.token]).toEqual([200, { ...before, name: 'Other' }]);
    const ofOther = await call(await person(), 'PATCH', `${TOKENS}/${tokenId}`, { name: 'Mine' });
    expect(outcomeOf(ofOther)).toEqual([404, 'token.not-found']);
    expect(await listOf(ada)).toMatchObject([{ name: 'Other' }]);
  });
});

describe('DELETE /api/user/tokens/:id', () => {
  test('revokes a token on all nodes from the next request on', async () => {
    const ada = await person();
    const [script, kept] = [
      await createPersonalToken(app, ada, ['goals']),
      await createPersonalToken(app, ada, ['goals']),
    ];
    expect(await goalsAs(script, other.call)).toEqual([200, undefined]);
    expect((await call(ada, 'DELETE', `${TOKENS}/${script.tokenId}`)).status).toBe(200);
    expect(await goalsAs(script, other.call)).toEqual([401, 'auth.token-invalid']);
    expect(await goalsAs(script)).toEqual([401, 'auth.token-invalid']);
    expect(await goalsAs(kept, other.call)).toEqual([200, undefined]);
    expect(outcomeOf(await call(ada, 'DELETE', `${TOKENS}/${script.tokenId}`))).toEqual([404, 'token.not-found']);
  });

  test('returns 404 for a token of another user, which stays valid', async () => {
    const script = await createPersonalToken(app, await person(), ['goals']);
    const response = await call(await person(), 'DELETE', `${TOKENS}/${script.tokenId}`);
    expect(outcomeOf(response)).toEqual([404, 'token.not-found']);
    expect(await goalsAs(script)).toEqual([200, undefined]);
  });
});

describe('A personal access token', () => {
  test('acts as its user', async () => {
    const ada = await person();
    const script = await createPersonalToken(app, ada, ['goals']);
    const { status, body } = await call(script, 'POST', '/api/goals', { title: 'Read more' });
    expect(status).toBe(201);
    expect((await call(ada, 'GET', `/api/goals/${body.goal.id}`)).status).toBe(200);
  });

  test('is refused from the instant of its end on', async () => {
    const ada = await person();
    const script = await createPersonalToken(app, ada, ['goals'], { expires_in_days: 1 });
    clock.advance(DAY_MS - 1);
    expect(await goalsAs(script)).toEqual([200, undefined]);
    clock.advance(1);
    expect(await goalsAs(script)).toEqual([401, 'auth.token-invalid']);
    const fresh = { ...ada, token: await app.issuer.sign(ada.id, clock.now(), { email: ada.email }) };
    expect(await listOf(fresh)).toMatchObject([{ is_expired: true }]);
  });

  test('names the scope that it lacks', async () => {
    const script = await createPersonalToken(app, await person(), ['journal:read']);
    const { status, body } = await call(script, 'POST', '/api/journal', { content: 'Hello' });
    expect([status, body.code]).toEqual([403, 'token.scope-missing']);
    expect(body.error).toContain('journal:write');
  });

  test('that writes and does not read gets no text but the one it sends', async () => {
    const ada = await person();
    const { entry } = (await call(ada, 'POST', '/api/journal', { title: 'A day', content: 'It rained.', mood: 'calm' }))
      .body;
    const script = await createPersonalToken(app, ada, ['journal:write']);
    const url = `/api/journal/${entry.id}`;
    const textOf = ({ status, body }: TestResponse) => [status, body.entry.content, body.entry.excerpt];
    expect(textOf(await call(script, 'PATCH', url, {}))).toEqual([200, null, null]);
    expect(textOf(await call(script, 'PUT', url, { title: 'Another' }))).toEqual([200, null, null]);
    expect(textOf(await call(script, 'PATCH', url, { content: 'It snowed.' }))).toEqual([
      200,
      'It snowed.',
      'It snowed.',
    ]);
    const stale = await call(script, 'PATCH', url, { title: 'Late' }, { 'if-match': '"1"' });
    expect([stale.body.code, stale.text.includes('It snowed.')]).toEqual(['record.changed', false]);
    await call(ada, 'DELETE', url);
    expect(textOf(await call(script, 'POST', `/api/trash/${entry.id}/restore`))).toEqual([200, null, null]);
    const both = await createPersonalToken(app, ada, ['journal:read', 'journal:write']);
    expect(textOf(await call(both, 'PATCH', url, {}))).toEqual([200, 'It snowed.', 'It snowed.']);
  });

  test('does not work for a user who is deactivated, deletes their account, or is erased', async () => {
    const [ada, ben, cleo] = [await person(), await person(), await person()];
    const scripts = await Promise.all([ada, ben, cleo].map((owner) => createPersonalToken(app, owner, ['goals'])));
    await call(await superAdmin(), 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    await call(ben, 'DELETE', '/api/user/account', { confirm: 'DELETE' });
    await call(cleo, 'DELETE', '/api/user/account', { confirm: 'DELETE', immediately: true });
    expect(await Promise.all(scripts.map((script) => goalsAs(script)))).toEqual([
      [403, 'account.blocked'],
      [403, 'account.deletion-pending'],
      [401, 'auth.token-invalid'],
    ]);
    const restore = await call(scripts[1] as Person, 'POST', '/api/user/account/restore');
    expect(outcomeOf(restore)).toEqual([403, 'token.route-closed']);
  });

  test('does not work while the account belongs to an issuer that is not accepted', async () => {
    const ada = await person();
    const script = await createPersonalToken(app, ada, ['goals']);
    const bind = async (token_issuer: string) => {
      await deps.db.updateTable('profile').set({ token_issuer }).where('id', '=', ada.id).execute();
      return goalsAs(script);
    };
    expect(await bind('https://former.test')).toEqual([401, 'auth.token-invalid']);
    expect(await bind(app.issuer.issuer)).toEqual([200, undefined]);
  });

  test('works for a user whose subject is not their id', async () => {
    const subject = `user|${randomUUID()}`;
    const ada = { id: '', email: '', token: await app.issuer.sign(subject, clock.now(), {}) };
    expect(await goalsAs(await createPersonalToken(app, ada, ['goals']))).toEqual([200, undefined]);
  });

  test('of a super admin reads administration with its scope, until the demotion', async () => {
    const [admin, second] = [await superAdmin(), await superAdmin()];
    const reader = await createPersonalToken(app, admin, ['admin:read']);
    const readUsers = async () => outcomeOf(await call(reader, 'GET', '/api/admin/users'));
    expect(await readUsers()).toEqual([200, undefined]);
    const demotion = await call(second, 'PUT', `/api/admin/users/${admin.id}/role`, { role: 'user' });
    expect(demotion.status).toBe(200);
    expect(await readUsers()).toEqual([403, 'auth.not-super-admin']);
    clock.advance(1_000);
    const promoted = { role: 'super_admin', role_changed_at: clock.now() } as const;
    await deps.db.updateTable('profile').set(promoted).where('id', '=', admin.id).execute();
    expect(await readUsers()).toEqual([403, 'auth.not-super-admin']);
  });

  test('of a super admin has no more permissions than others outside of administration', async () => {
    const [admin, ada] = [await superAdmin(), await person()];
    const { organization } = (await call(ada, 'POST', '/api/organizations', { name: 'Choir' })).body;
    const script = await createPersonalToken(app, admin, ['groups', 'admin:read']);
    const path = `/api/organizations/${organization.id}`;
    expect((await call(admin, 'GET', path)).status).toBe(200);
    expect((await call(script, 'GET', path)).status).toBe(403);
  });

  test('does not read the journal address, which outlives it', async () => {
    const ada = await person();
    const script = await createPersonalToken(app, ada, ['profile:read', 'groups', 'workout']);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.inbound_address).toEqual(expect.any(String));
    for (const path of ['/api/user/profile', '/api/me']) {
      const { status, body } = await call(script, 'GET', path);
      expect([status, body.profile.inbound_address]).toEqual([200, null]);
    }
  });

  test('stores its last use, at most once a minute', async () => {
    const ada = await person();
    const script = await createPersonalToken(app, ada, ['goals']);
    const useAfter = async (ms: number) => {
      clock.advance(ms);
      await Promise.all([goalsAs(script), goalsAs(script)]);
      await deps.background.drain();
      return (await listOf(ada))[0].last_used_at;
    };
    const first = await useAfter(1_000);
    expect(first).toBe(clock.now().toISOString());
    expect(await useAfter(MINUTE_MS - 1)).toBe(first);
    expect(await useAfter(1)).toBe(clock.now().toISOString());
  });

  test('is no credential of sign-in, of public routes, or of jobs', async () => {
    const ada = await signUp(builtIn, `${randomUUID()}@people.test`);
    const script = await createPersonalToken(builtIn, ada, TOKEN_SCOPE_NAMES.slice(0, -1));
    const as = (method: 'GET' | 'POST', path: string, body?: object) => builtIn.call(script, method, path, body);
    expect((await as('GET', '/auth/get-session')).text).toBe('null');
    expect((await as('GET', '/auth/token')).status).toBe(401);
    expect((await as('GET', '/auth/passkey/list-user-passkeys')).status).toBe(401);
    expect((await as('POST', '/auth/two-factor/enable', { password: PASSWORD })).status).toBe(401);
    const passwords = { currentPassword: PASSWORD, newPassword: 'another horse battery' };
    expect((await as('POST', '/auth/change-password', passwords)).status).toBe(401);
    expect(outcomeOf(await as('POST', '/api/auth/verify', { token: script.token }))).toEqual([
      401,
      'auth.token-invalid',
    ]);
    const job = await as('POST', '/api/cron/apply-retention');
    expect(outcomeOf(job)).toEqual([401, 'cron.secret-invalid']);
  });

  test.each([
    ['with another ending', (token: string) => `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`],
    ['that is short', () => 'mdw_'],
    ['that was never created', () => 'mdw_000000000000000000000000000000000000000'],
  ])('%s is refused', async (_what, change) => {
    const script = await createPersonalToken(app, await person(), ['goals']);
    expect(await goalsAs({ ...script, token: change(script.token) })).toEqual([401, 'auth.token-invalid']);
  });

  test('is in no log, which names its id', async () => {
    const ada = await person();
    const created = await other.call(ada, 'POST', TOKENS, NEW);
    const script = { ...ada, token: created.body.secret };
    await other.call(script, 'GET', '/api/goals');
    await other.call(script, 'POST', '/api/journal', { content: 'Hello' });
    await other.call({ ...ada, token: `${script.token}0` }, 'GET', `/api/goals`);
    const text = lines.join('');
    expect(text).not.toContain(script.token.slice(8));
    expect(text).toContain(created.body.token.id);
  });

  test('is in the export without its secret', async () => {
    const ada = await person();
    const script = await createPersonalToken(app, ada, ['goals'], { name: 'Exported' });
    const { rawPayload } = await app.server.inject({
      url: '/api/user/export',
      headers: { authorization: `Bearer ${ada.token}` },
    });
    const text = (await readZip(rawPayload)).get('data/account/personal-tokens.ndjson')?.toString() ?? '';
    expect(JSON.parse(text)).toMatchObject({ id: script.tokenId, name: 'Exported', scopes: ['goals'] });
    expect(text).not.toContain(script.token.slice(8));
  });
});
