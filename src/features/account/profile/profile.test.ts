import { createHmac, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { exportSPKI, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { describe, expect, onTestFinished, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { authenticate, requireSuperAdmin } from '../authentication/authentication.actions.ts';
import { promoteByEmail } from '../authentication/promotion.actions.ts';

const OPERATOR = 'operator@people.test';
const { call, clock, deps, issuer, person } = await startTestApp({
  environment: { SUPER_ADMIN_EMAILS: `${OPERATOR}, second@people.test, third@people.test` },
});

const SECOND = 1000;

/** A user without a profile. */
async function stranger(claims: JWTPayload = {}, id: string = randomUUID()): Promise<Person> {
  const email = `${randomUUID()}@people.test`;
  return { id, email, token: await issuer.sign(id, clock.now(), { email, name: 'A Stranger', ...claims }) };
}

/** The same user with another token. */
async function refreshed(caller: Person, claims: JWTPayload = {}, issuedAt = clock.now()): Promise<Person> {
  return { ...caller, token: await issuer.sign(caller.id, issuedAt, { email: caller.email, ...claims }) };
}

async function isSuperAdmin(caller: Person): Promise<boolean> {
  return (await authenticate(deps, caller.token)).isSuperAdmin;
}

async function block(id: string): Promise<void> {
  await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute();
}

async function demote(id: string): Promise<void> {
  const values = { role: 'user' as const, role_changed_at: clock.now() };
  await deps.db.updateTable('profile').set(values).where('id', '=', id).execute();
}

async function profilesWith(email: string): Promise<number> {
  return (await deps.db.selectFrom('profile').select('id').where('email', '=', email).execute()).length;
}

/** The audit events about a user. */
const auditOf = (id: string) =>
  deps.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'subject_type', 'details'])
    .where('subject_id', '=', id)
    .execute();

const promotionBy = (by: string) => ({
  action: 'account.change-role',
  subject_type: 'profile',
  details: { from: 'user', to: 'super_admin', by },
});

const without = (claim: string): JWTPayload => ({ [claim]: undefined });

/** Tokens forged without the key of the provider, or used for another audience. */
async function forgeries(): Promise<[what: string, token: string][]> {
  const now = clock.now();
  const subject = randomUUID();
  const { publicKey, privateKey } = await generateKeyPair('RS256', { extractable: true });
  const own = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const seconds = Math.floor(now.getTime() / 1000);
  const payload = { iss: issuer.issuer, aud: issuer.audience, sub: subject, iat: seconds, exp: seconds + 900 };
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const genuine = await issuer.sign(subject, now);
  const [header = '', body = '', signature = ''] = genuine.split('.');
  const publishedKeys = (await (await fetch(issuer.jwksUrl)).json()) as { keys: { x: string }[] };
  const published = Buffer.from(publishedKeys.keys[0]?.x ?? '', 'base64url');
  const hmac = (key: string | Buffer) => {
    const signed = `${encode({ alg: 'HS256', kid: 'test-key' })}.${encode(payload)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  const signedByOwn = (more: object) =>
    new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', kid: 'test-key', ...more }).sign(own.privateKey);
  return [
    ['expired', await issuer.sign(subject, new Date(now.getTime() - 901 * SECOND))],
    ['not valid yet', await issuer.sign(subject, now, { nbf: seconds + 60 })],
    ['of another issuer', await issuer.sign(subject, now, { iss: 'https://elsewhere.example' })],
    ['for another audience', await issuer.sign(subject, now, { aud: 'another-service' })],
    ['without an audience', await issuer.sign(subject, now, { aud: [] })],
    ['without a subject', await issuer.sign('', now)],
    ['without an expiry', await issuer.sign(subject, now, without('exp'))],
    ['without its time of issue', await issuer.sign(subject, now, without('iat'))],
    ['with another payload under the signature', `${header}.${encode({ ...payload, sub: randomUUID() })}.${signature}`],
    ['with a signature cut off', `${header}.${body}.`],
    ['with no signature at all', `${header}.${body}`],
    ['with alg none', `${encode({ alg: 'none' })}.${encode(payload)}.`],
    ['with alg None and the signature of another', `${encode({ alg: 'None' })}.${body}.${signature}`],
    ['signed by HS256 with the published key', hmac(published)],
    ['signed by HS256 with the published key as text', hmac(publishedKeys.keys[0]?.x ?? '')],
    ['signed by HS256 with a public key as PEM', hmac(await exportSPKI(publicKey))],
    ['signed by HS256 with an empty key', hmac('')],
    ['signed by a key of its own', await signedByOwn({})],
    ['that brings its key along', await signedByOwn({ jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AAAA' } })],
    ['that says where its key is', await signedByOwn({ jku: `${issuer.issuer}/forged-keys` })],
    ['by another algorithm', await new SignJWT(payload).setProtectedHeader({ alg: 'RS256' }).sign(privateKey)],
    ['with a key id that is a path', await issuer.sign(subject, now, {}, { kid: '../../../etc/passwd' })],
    ['that is no token', 'hello'],
    ['of three empty parts', '..'],
    ['longer than any token', 'a'.repeat(17_000)],
  ];
}

describe('POST /api/auth/verify', () => {
  const verify = (body: unknown) => call(null, 'POST', '/api/auth/verify', body);

  test('returns the user of the token', async () => {
    const ada = await person();
    const { status, body } = await verify({ token: ada.token });
    expect(status).toBe(200);
    expect(body).toEqual({ user: { id: ada.id, email: ada.email } });
  });

  test('creates the profile of a new user', async () => {
    const ada = await stranger();
    expect((await verify({ token: ada.token })).body.user.id).toBe(ada.id);
    expect(await profilesWith(ada.email)).toBe(1);
  });

  test('returns 200 for a token without an email address', async () => {
    const ada = await stranger({ email: undefined });
    expect((await verify({ token: ada.token })).body).toEqual({ user: { id: ada.id, email: null } });
  });

  test.each([
    ['nothing', undefined],
    ['an empty object', {}],
    ['a list', []],
    ['an empty token', { token: '' }],
    ['a null token', { token: null }],
    ['a token that is a number', { token: 5 }],
    ['a token that is an object', { token: {} }],
    ['a token that is a list', { token: ['a'] }],
    ['another key', { access_token: 'a' }],
    ['more text than any token has', { token: 'a'.repeat(1_000_000) }],
    ['a NUL character', { token: 'a\0' }],
  ])('returns 400 for a body with %s', async (_what, body) => {
    const response = await verify(body);
    expect(response.status).toBe(400);
    expect(response.body).toMatchObject({ error: expect.any(String), code: expect.stringMatching(/^request\./) });
  });

  test('returns 401 for each forged, foreign or expired token, with the same body', async () => {
    for (const [what, token] of await forgeries()) {
      if (token.length > 16_384) continue;
      const { status, body } = await verify({ token });
      expect([what, status, body.code]).toEqual([what, 401, 'auth.token-invalid']);
      expect(body.error).toBe('The access token is invalid or has expired. Get a new one and try again.');
    }
  });

  test('401 from the moment at which the token expires, also when it was seen before', async () => {
    const ada = await person();
    clock.advance(899 * SECOND);
    expect((await verify({ token: ada.token })).status).toBe(200);
    clock.advance(1 * SECOND);
    expect((await verify({ token: ada.token })).status).toBe(401);
  });

  test('returns 403 to a blocked user', async () => {
    const ada = await person();
    await block(ada.id);
    const { status, body } = await verify({ token: ada.token });
    expect([status, body.code]).toEqual([403, 'account.blocked']);
  });
});

describe('GET /api/user/profile', () => {
  test('returns the full profile', async () => {
    const ada = await stranger();
    const { status, body } = await call(ada, 'GET', '/api/user/profile');
    expect(status).toBe(200);
    expect(body).toEqual({
      profile: {
        email_verified: false,
        id: ada.id,
        email: ada.email,
        full_name: 'A Stranger',
        avatar_url: null,
        preferences: {},
        drops_balance: expect.any(Number),
        role: 'user',
        is_ai: false,
        is_active: true,
        read_notes_enabled: false,
        check_in_enabled: false,
        is_classroom: false,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
        inbound_address: expect.stringMatching(/^journal-[0-9a-f]{32}@meadow\.test$/),
      },
    });
  });

  test('creates one profile for 50 concurrent first requests', async () => {
    const ada = await stranger();
    const responses = await Promise.all(Array.from({ length: 50 }, () => call(ada, 'GET', '/api/user/profile')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ body }) => body.profile.id))).toEqual(new Set([ada.id]));
    expect(await profilesWith(ada.email)).toBe(1);
  });

  test('creates one profile with a generated id for 50 concurrent first requests with a subject that is not a UUID', async () => {
    const subject = `provider|${randomUUID()}`;
    const ada = await stranger({}, subject);
    const responses = await Promise.all(Array.from({ length: 50 }, () => call(ada, 'GET', '/api/user/profile')));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    const ids = [...new Set(responses.map(({ body }) => body.profile.id as string))];
    expect(ids).toHaveLength(1);
    expect(await profilesWith(ada.email)).toBe(1);
    const bound = await deps.db.selectFrom('profile_subject').selectAll().where('subject', '=', subject).execute();
    expect(bound).toEqual([{ issuer: issuer.issuer, subject, profile_id: ids[0] }]);
    expect((await call(await refreshed(ada), 'GET', '/api/user/profile')).body.profile.id).toBe(ids[0]);
  });

  test('finds one and the same profile whatever the case of the UUID', async () => {
    const ada = await stranger();
    await call(ada, 'GET', '/api/user/profile');
    const again = await stranger({ email: ada.email }, ada.id.toUpperCase());
    expect((await call(again, 'GET', '/api/user/profile')).body.profile.id).toBe(ada.id);
    expect(await profilesWith(ada.email)).toBe(1);
  });

  test('follows the address of the token, and keeps it where the token names none', async () => {
    const ada = await person();
    const email = `moved-${ada.email}`;
    const moved = await refreshed(ada, { email });
    expect((await call(moved, 'GET', '/api/user/profile')).body.profile.email).toBe(email);
    const silent = await refreshed(ada, { email: undefined });
    expect((await call(silent, 'GET', '/api/user/profile')).body.profile.email).toBe(email);
  });

  test('returns 200 with a name that is cut to what a profile holds, and without one', async () => {
    const long = await stranger({ name: 'n'.repeat(5000) });
    expect((await call(long, 'GET', '/api/user/profile')).body.profile.full_name).toBe('n'.repeat(200));
    const emoji = await stranger({ name: `${'n'.repeat(199)}😀` });
    expect((await call(emoji, 'GET', '/api/user/profile')).body.profile.full_name).toBe('n'.repeat(199));
    const nameless = await stranger({ name: undefined });
    expect((await call(nameless, 'GET', '/api/user/profile')).body.profile.full_name).toBe('');
  });

  test('ignores roles that the token claims', async () => {
    const ada = await stranger({ role: 'super_admin', is_super_admin: true, app_metadata: { role: 'super_admin' } });
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.role).toBe('user');
    expect(await isSuperAdmin(ada)).toBe(false);
  });

  test('returns 401 without a token, and with one anywhere but in its header', async () => {
    const { token } = await person();
    const attempts: [url: string, headers: Record<string, string>][] = [
      ['/api/user/profile', {}],
      [`/api/user/profile?access_token=${token}`, {}],
      [`/api/user/profile?token=${token}&authorization=Bearer%20${token}`, {}],
      ['/api/user/profile', { cookie: `token=${token}; access_token=${token}` }],
      ['/api/user/profile', { 'x-access-token': token }],
      ['/api/user/profile', { authorization: token }],
      ['/api/user/profile', { authorization: `Basic ${token}` }],
      ['/api/user/profile', { authorization: 'Bearer' }],
      ['/api/user/profile', { authorization: 'Bearer ' }],
      ['/api/user/profile', { authorization: `Bearer ${token} ${token}` }],
      ['/api/user/profile', { authorization: `Bearer ${token},Bearer ${token}` }],
    ];
    for (const [url, headers] of attempts) {
      const { status } = await call(null, 'GET', url, undefined, headers);
      expect([url, headers, status]).toEqual([url, headers, 401]);
    }
  });

  test('returns 401 for each forged, foreign or expired token, and creates no profile', async () => {
    const count = async () => (await deps.db.selectFrom('profile').select('id').execute()).length;
    const before = await count();
    for (const [what, token] of await forgeries()) {
      const { status } = await call({ id: '', email: '', token }, 'GET', '/api/user/profile');
      expect([what, status]).toEqual([what, 401]);
    }
    expect(await count()).toBe(before);
  });

  test('returns 401 for a thousand unknown keys, without a storm of questions to the provider', async () => {
    const before = issuer.fetches();
    const kids = Array.from({ length: 1000 }, (_, index) => `unknown-${index}`);
    const tokens = await Promise.all(kids.map((kid) => issuer.sign(randomUUID(), clock.now(), {}, { kid })));
    const responses = await Promise.all(tokens.map((token) => deps.accessTokens.verify(token)));
    expect(responses.filter((claims) => claims !== null)).toEqual([]);
    expect(issuer.fetches() - before).toBeLessThanOrEqual(2);
  });

  test('returns 403 to a blocked user, from their next request on', async () => {
    const ada = await person();
    expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);
    await block(ada.id);
    const { status, body } = await call(ada, 'GET', '/api/user/profile');
    expect([status, body.code]).toEqual([403, 'account.blocked']);
    expect((await call(await refreshed(ada), 'GET', '/api/user/profile')).status).toBe(403);
  });
});

describe('PUT /api/user/profile', () => {
  const put = (caller: Person, body: unknown) => call(caller, 'PUT', '/api/user/profile', body);
  const read = async (caller: Person) => (await call(caller, 'GET', '/api/user/profile')).body.profile;

  test('sets what is given, and leaves the rest', async () => {
    const ada = await person();
    const before = await read(ada);
    clock.advance(5 * SECOND);
    const { status, body } = await put(ada, { full_name: 'Ada Brook', read_notes_enabled: true });
    expect(status).toBe(200);
    const expected = { full_name: 'Ada Brook', read_notes_enabled: true, updated_at: clock.now().toISOString() };
    expect(body).toEqual({ profile: { ...before, ...expected } });
    expect(await read(ada)).toEqual(body.profile);
    expect((await put(ada, { check_in_enabled: true })).body.profile).toMatchObject({
      full_name: 'Ada Brook',
      read_notes_enabled: true,
      check_in_enabled: true,
    });
  });

  test('changes nothing with an empty body', async () => {
    const ada = await person();
    const before = await read(ada);
    expect((await put(ada, {})).body.profile).toEqual(before);
  });

  test('ignores fields that the owner cannot set', async () => {
    const ada = await person();
    const before = await read(ada);
    const { status } = await put(ada, {
      id: randomUUID(),
      email: 'else@people.test',
      role: 'super_admin',
      role_changed_at: '2020-01-01T00:00:00Z',
      drops_balance: 99_999,
      is_ai: true,
      is_active: false,
      created_at: '2020-01-01T00:00:00Z',
      preferences: { active_tone_pack_id: randomUUID(), role: 'super_admin', nested: { a: 1 } },
    });
    expect(status).toBe(200);
    expect(await read(ada)).toEqual(before);
    expect(await isSuperAdmin(await refreshed(ada))).toBe(false);
  });

  test('merges preferences key by key, and keeps the tone pack that is active', async () => {
    const ada = await person();
    const pack = randomUUID();
    const stored = JSON.stringify({ theme: 'dark', active_tone_pack_id: pack });
    await deps.db.updateTable('profile').set({ preferences: stored }).where('id', '=', ada.id).execute();
    await put(ada, { preferences: { timezone: 'Europe/Lisbon', notifications: true } });
    await put(ada, { preferences: { notifications: false, mosaic_photo: true, leaderboard: false } });
    await put(ada, { preferences: {} });
    expect((await read(ada)).preferences).toEqual({
      theme: 'dark',
      active_tone_pack_id: pack,
      timezone: 'Europe/Lisbon',
      notifications: false,
      mosaic_photo: true,
      leaderboard: false,
    });
  });

  test('ignores unknown preferences of any size or depth', async () => {
    const ada = await person();
    const deep = JSON.parse(`${'['.repeat(25)}${']'.repeat(25)}`);
    const preferences = { theme: 'dark', large: 'x'.repeat(500_000), deep, toString: 'x', is_active: false };
    expect((await put(ada, { preferences })).status).toBe(200);
    const row = await deps.db.selectFrom('profile').select('preferences').where('id', '=', ada.id).executeTakeFirst();
    expect(row).toEqual({ preferences: { theme: 'dark' } });
  });

  test('keeps both of two concurrent changes', async () => {
    const ada = await person();
    await Promise.all([
      put(ada, { preferences: { theme: 'dark' } }),
      put(ada, { preferences: { mosaic_photo: true } }),
    ]);
    expect((await read(ada)).preferences).toEqual({ theme: 'dark', mosaic_photo: true });
  });

  test.each([
    ['over https', 'https://pictures.example/ada.png?size=2'],
    ['of this service', 'http://meadow.test/media/ada.png'],
    ['that is none', null],
  ])('returns 200 with an avatar %s', async (_what, avatar_url) => {
    const ada = await person();
    expect((await put(ada, { avatar_url })).body.profile.avatar_url).toBe(avatar_url);
  });

  test('does not fetch the avatar', async () => {
    let connections = 0;
    const listener = createServer(() => {
      connections += 1;
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    onTestFinished(() => {
      listener.close();
    });
    const { port } = listener.address() as AddressInfo;
    const ada = await person();
    expect((await put(ada, { avatar_url: `http://127.0.0.1:${port}/a.png` })).status).toBe(400);
    const avatar_url = `https://127.0.0.1:${port}/a.png`;
    expect((await put(ada, { avatar_url })).body.profile.avatar_url).toBe(avatar_url);
    expect((await read(ada)).avatar_url).toBe(avatar_url);
    expect((await put(ada, { avatar_url: null })).status).toBe(200);
    expect(connections).toBe(0);
  });

  test.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:image/svg+xml,<svg onload="alert(1)"/>',
    'http://169.254.169.254/latest/meta-data',
    'http://pictures.example/ada.png',
    'http://meadow.test.evil.example/ada.png',
    'http://meadow.test:8080/ada.png',
    'http://meadow.test@evil.example/ada.png',
    'blob:http://meadow.test/0b7a',
    'blob:https://pictures.example/0b7a',
    'file:///etc/passwd',
    'ftp://pictures.example/ada.png',
    '//pictures.example/ada.png',
    '/media/ada.png',
    'ada.png',
    '',
    ' ',
    5,
    {},
    `https://pictures.example/${'a'.repeat(10_000)}`,
  ])('returns 400 with the avatar %j, and nothing else of the body is set', async (avatar_url) => {
    const ada = await person();
    const { status, body } = await put(ada, { full_name: 'Changed', avatar_url });
    expect(status).toBe(400);
    expect(body.code).toMatch(/^(account\.avatar-invalid|request\.invalid)$/);
    expect(await read(ada)).toMatchObject({ avatar_url: null, full_name: 'A Person' });
  });

  test.each(['Europe/Lisbon', 'America/Argentina/Buenos_Aires', 'UTC', 'Asia/Kathmandu'])(
    'returns 200 with the time zone %s',
    async (timezone) => {
      const ada = await person();
      expect((await put(ada, { preferences: { timezone } })).body.profile.preferences).toEqual({ timezone });
    },
  );

  test.each([
    'FOO3',
    '+99',
    '+02:00',
    'Mars/Olympus',
    'Europe',
    '',
    'Europe/Lisbon; drop table profile',
    '../../etc/localtime',
    'a'.repeat(51),
    null,
    2,
  ])('returns 400 with the time zone %j', async (timezone) => {
    const ada = await person();
    const { status } = await put(ada, { preferences: { timezone } });
    expect(status).toBe(400);
    expect((await read(ada)).preferences).toEqual({});
  });

  test.each([
    ['full_name', null],
    ['full_name', 5],
    ['full_name', 'n'.repeat(201)],
    ['full_name', 'a\0b'],
    ['full_name', '\ud83d'],
    ['read_notes_enabled', 'true'],
    ['check_in_enabled', null],
    ['preferences', null],
    ['preferences', []],
    ['preferences', 'dark'],
    ['preferences', { theme: 5 }],
    ['preferences', { theme: 't'.repeat(51) }],
    ['preferences', { notifications: 'yes' }],
    ['preferences', { mosaic_photo: null }],
    ['preferences', { leaderboard: 'no' }],
  ])('returns 400 where %s is %j', async (key, value) => {
    const ada = await person();
    expect((await put(ada, { [key]: value })).status).toBe(400);
  });

  test('returns 400 without a body', async () => {
    expect((await put(await person(), undefined)).status).toBe(400);
  });

  test('returns 401 without a token, whatever the body', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await call(null, 'PUT', '/api/user/profile', '{', headers)).status).toBe(401);
  });

  test('returns 403 to a blocked user', async () => {
    const ada = await person();
    await block(ada.id);
    expect((await put(ada, { full_name: 'Changed' })).status).toBe(403);
  });
});

describe('the role of a super admin', () => {
  const promote = (caller: Person) => promoteByEmail(deps, caller.email);

  test('requires a token issued after the promotion', async () => {
    const ada = await person();
    clock.advance(10);
    expect(await promote(ada)).toBe('promoted');
    expect(await isSuperAdmin(ada)).toBe(false);
    expect(await isSuperAdmin(await refreshed(ada))).toBe(true);
  });

  test('requires a new token also if the promotion is in the same second as the old token', async () => {
    clock.set(new Date(Math.ceil(clock.now().getTime() / SECOND) * SECOND + 100));
    // Providers commonly round the time of issue down to the second.
    const wholeSeconds = () => ({ iat: Math.floor(clock.now().getTime() / SECOND) });
    const ada = await stranger(wholeSeconds());
    expect(await isSuperAdmin(ada)).toBe(false);
    clock.advance(100);
    await promote(ada);
    expect(await isSuperAdmin(ada)).toBe(false);
    clock.advance(SECOND);
    expect(await isSuperAdmin(await refreshed(ada, wholeSeconds()))).toBe(true);
  });

  test('ends at the next request after a demotion, and does not return with an old token', async () => {
    const ada = await person();
    await promote(ada);
    clock.advance(10);
    const admin = await refreshed(ada);
    expect(await isSuperAdmin(admin)).toBe(true);
    await demote(ada.id);
    expect(await isSuperAdmin(admin)).toBe(false);
    expect(() => requireSuperAdmin({ userId: ada.id, isSuperAdmin: false, impersonatorId: null })).toThrow(
      expect.objectContaining({ status: 403, code: 'auth.not-super-admin' }),
    );
    clock.advance(10);
    await promote(ada);
    expect(await isSuperAdmin(admin)).toBe(false);
    expect(await isSuperAdmin(await refreshed(ada))).toBe(true);
  });

  test('gives a blocked user no access', async () => {
    const ada = await person();
    await promote(ada);
    const admin = await refreshed(ada);
    await block(ada.id);
    await expect(isSuperAdmin(admin)).rejects.toMatchObject({ status: 403, code: 'account.blocked' });
  });

  test('is granted by SUPER_ADMIN_EMAILS once, with a token that proves the address; a later demotion remains', async () => {
    const unproven = await stranger({ email: OPERATOR, email_verified: false });
    expect(await isSuperAdmin(unproven)).toBe(false);
    expect(await isSuperAdmin(await refreshed(unproven, { email: OPERATOR, email_verified: 'true' }))).toBe(false);
    const operator = await stranger({ email: OPERATOR.toUpperCase(), email_verified: true });
    expect(await isSuperAdmin(operator)).toBe(true);
    expect((await call(operator, 'GET', '/api/user/profile')).body.profile.role).toBe('super_admin');
    expect(await auditOf(operator.id)).toEqual([{ actor_id: null, ...promotionBy('configuration') }]);

    await demote(operator.id);
    expect(await isSuperAdmin(operator)).toBe(false);
    clock.advance(10);
    const fresh = await refreshed(operator, { email: OPERATOR, email_verified: true });
    expect(await isSuperAdmin(fresh)).toBe(false);
    expect((await call(fresh, 'GET', '/api/user/profile')).body.profile.role).toBe('user');
  });

  test('is granted by SUPER_ADMIN_EMAILS to one of two accounts with the same address, under 20 concurrent requests', async () => {
    const claims = { email: 'second@people.test', email_verified: true };
    const two = [await stranger(claims), await stranger(claims)] as const;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => call(two[index % 2] ?? two[0], 'GET', '/api/user/profile')),
    );
    const results = await Promise.all(two.map(isSuperAdmin));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  test('is not granted to an address that is not in SUPER_ADMIN_EMAILS', async () => {
    const claims = { email: `x${OPERATOR}`, email_verified: true };
    expect(await isSuperAdmin(await stranger(claims))).toBe(false);
  });
});

describe('promoteByEmail', () => {
  test('promotes by the address in any case, and reports a repetition', async () => {
    const ada = await person();
    expect(await promoteByEmail(deps, ada.email.toUpperCase())).toBe('promoted');
    expect(await promoteByEmail(deps, ada.email)).toBe('already');
    expect(await profilesWith(ada.email)).toBe(1);
  });

  test('is audited once, without an actor', async () => {
    const ada = await person();
    await promoteByEmail(deps, ada.email);
    await promoteByEmail(deps, ada.email);
    expect(await auditOf(ada.id)).toEqual([{ actor_id: null, ...promotionBy('command') }]);
  });

  test('does not promote a synthetic user', async () => {
    const robot = await person();
    await deps.db.updateTable('profile').set({ is_ai: true }).where('id', '=', robot.id).execute();
    expect(await promoteByEmail(deps, robot.email)).toBe('unknown');
  });

  test('keeps the time of the first promotion', async () => {
    const ada = await person();
    await promoteByEmail(deps, ada.email);
    const admin = await refreshed(ada);
    clock.advance(SECOND);
    await promoteByEmail(deps, ada.email);
    expect(await isSuperAdmin(admin)).toBe(true);
  });

  test('finds no user by an unknown email address or a pattern', async () => {
    await person();
    for (const email of ['unknown@people.test', '%@people.test', '']) {
      expect(await promoteByEmail(deps, email)).toBe('unknown');
    }
  });
});
