import { describe, expect, test } from 'vitest';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { promoteByEmail } from '../../account/authentication/promotion.actions.ts';

const { call, clock, deps } = await startTestApp({ builtInIdentity: true });
const outside = await startTestApp();

const PASSWORD = 'a-long-password';
const URL = '/api/workout-window/admin/ai-users';

async function signedUp(): Promise<Person> {
  const email = `${deps.ids.next()}@people.test`;
  const { body } = await call(null, 'POST', '/auth/sign-up/email', { name: 'Ada', email, password: PASSWORD });
  clock.advance(10);
  await promoteByEmail(deps, email);
  const headers = { authorization: `Bearer ${body.token}` };
  return { id: body.user.id, email, token: (await call(null, 'GET', '/auth/token', undefined, headers)).body.token };
}

const root = await signedUp();
const generated = async (count: number): Promise<{ id: string; user_name: string }[]> =>
  (await call(root, 'POST', `${URL}/generate`, { count })).body.users;

const accountOf = (id: string) =>
  deps.db.selectFrom('identity_user').selectAll().where('id', '=', id).executeTakeFirst();

describe('account of a synthetic user at the built-in identity provider', () => {
  test('exists, with an email address that cannot be registered', async () => {
    const users = await generated(2);
    for (const { id, user_name } of users) {
      expect(await accountOf(id)).toMatchObject({
        name: user_name,
        email: `${id}@synthetic.invalid`,
        emailVerified: false,
      });
    }
  });

  test('allows no sign-in, sign-up or password reset', async () => {
    const [user] = await generated(1);
    const email = `${user?.id}@synthetic.invalid`;
    // Five wrong passwords are free; the next ones have to wait.
    for (const password of ['', 'null', 'undefined', email]) {
      const { status } = await call(null, 'POST', '/auth/sign-in/email', { email, password });
      expect([400, 401]).toContain(status);
    }
    const right = await call(null, 'POST', '/auth/sign-in/email', { email, password: PASSWORD });
    expect([right.status, right.body.code]).toEqual([401, 'identity.invalid-email-or-password']);
    const again = { name: 'Ada', email, password: PASSWORD };
    expect((await call(null, 'POST', '/auth/sign-up/email', again)).status).toBe(422);
    // The answer is the same for all addresses, but no email is sent.
    expect((await call(null, 'POST', '/auth/request-password-reset', { email })).status).toBe(200);
    const mails = deps.db.selectFrom('outgoing_mail').select('id').where('recipient_email', '=', email);
    expect(await mails.execute()).toEqual([]);
    const ways = deps.db
      .selectFrom('identity_account')
      .select('id')
      .where('userId', '=', user?.id ?? '');
    expect(await ways.execute()).toEqual([]);
    const sessions = deps.db
      .selectFrom('identity_session')
      .select('id')
      .where('userId', '=', user?.id ?? '');
    expect(await sessions.execute()).toEqual([]);
  });

  test('is deleted with the user and its sessions, while others stay', async () => {
    const [user, other] = await generated(2);
    const now = clock.now();
    const session = { token: `${user?.id}`, userId: user?.id ?? '', expiresAt: new Date(now.getTime() + 60_000) };
    await deps.db
      .insertInto('identity_session')
      .values({ ...session, updatedAt: now })
      .execute();
    expect((await call(root, 'DELETE', `${URL}/${user?.id}`)).status).toBe(200);
    expect(await accountOf(user?.id ?? '')).toBeUndefined();
    expect(await accountOf(other?.id ?? '')).toBeDefined();
    const left = deps.db.selectFrom('identity_session').select('id').where('token', '=', session.token);
    expect(await left.execute()).toEqual([]);
  });

  test('does not exist with an external identity provider', async () => {
    const admin = await outside.superAdmin();
    const { body } = await outside.call(admin, 'POST', `${URL}/generate`, { count: 2 });
    expect(body.created).toBe(2);
    expect(await outside.deps.db.selectFrom('identity_user').select('id').execute()).toEqual([]);
    expect((await outside.call(admin, 'DELETE', `${URL}/${body.users[0].id}`)).status).toBe(200);
  });
});
