import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';

const { call, clock, deps } = await startTestApp({ builtInIdentity: true, cachesAccounts: true });
const external = await startTestApp();
const PASSWORD = 'correct horse battery';

type SignedIn = { id: string; email: string; session: string; token: string };

async function signInOn(device: string, email: string, path = 'sign-in'): Promise<SignedIn> {
  const account = { name: 'Ada', email, password: PASSWORD };
  const { body } = await call(null, 'POST', `/auth/${path}/email`, account, { 'user-agent': device });
  const asSession = { id: '', email, token: body.token };
  const { token } = (await call(asSession, 'GET', '/auth/token')).body;
  return { id: body.user.id, email, session: body.token, token };
}

async function signedInOnThree() {
  const phone = await signInOn('Phone', `${randomUUID()}@people.test`, 'sign-up');
  return { phone, desk: await signInOn('Desk', phone.email), tablet: await signInOn('Tablet', phone.email) };
}
const list = async (user: SignedIn) => (await call(user, 'GET', '/api/sessions')).body.sessions;
const statusOf = async (user: SignedIn) => (await call(user, 'GET', '/api/goals')).status;

describe('GET /api/sessions', () => {
  test('lists the own sessions, marks that of the request, and holds no token', async () => {
    const { phone, desk } = await signedInOnThree();
    await signedInOnThree();
    const { status, body, text } = await call(desk, 'GET', '/api/sessions');
    expect(status).toBe(200);
    expect(body.sessions.map((session: { user_agent: string }) => session.user_agent).sort()).toEqual([
      'Desk',
      'Phone',
      'Tablet',
    ]);
    expect(body.sessions.filter((session: { is_current: boolean }) => session.is_current)).toMatchObject([
      { user_agent: 'Desk' },
    ]);
    expect(
      body.sessions.every((session: { user_agent: string; device: string }) => session.device === session.user_agent),
    ).toBe(true);
    for (const { session, token } of [phone, desk]) {
      expect(text).not.toContain(session);
      expect(text).not.toContain(token);
    }
  });

  test('leaves out expired sessions', async () => {
    const { phone } = await signedInOnThree();
    await deps.db
      .updateTable('identity_session')
      .set({ expiresAt: clock.now() })
      .where('userId', '=', phone.id)
      .where('userAgent', '=', 'Tablet')
      .execute();
    expect((await list(phone)).length).toBe(2);
  });

  test('is empty for users of an external provider, and refused to impersonators', async () => {
    const [ada, admin] = [await external.person(), await external.superAdmin()];
    expect((await external.call(ada, 'GET', '/api/sessions')).body).toEqual({ sessions: [] });
    const { body } = await external.call(admin, 'POST', '/api/admin/impersonate', {
      target_id: ada.id,
      reason: 'A ticket asks why the list is empty',
    });
    const { status } = await external.call({ ...ada, token: body.token }, 'GET', '/api/sessions');
    expect(status).toBe(403);
  });
});

describe('DELETE /api/sessions/:id', () => {
  test('ends a session, whose access token is refused from the next request on, and no other', async () => {
    const { phone, desk, tablet } = await signedInOnThree();
    expect(await statusOf(desk)).toBe(200);
    const { id } = (await list(desk)).find((session: { is_current: boolean }) => session.is_current);
    expect((await call(phone, 'DELETE', `/api/sessions/${id}`)).status).toBe(200);
    expect([await statusOf(phone), await statusOf(desk), await statusOf(tablet)]).toEqual([200, 401, 200]);
    expect((await call({ ...desk, token: desk.session }, 'GET', '/auth/token')).status).toBe(401);
    const again = await call(phone, 'DELETE', `/api/sessions/${id}`);
    expect([again.status, again.body.code]).toEqual([404, 'session.not-found']);
  });

  test('returns 404 for the session of another user, which goes on', async () => {
    const [mine, theirs] = [await signedInOnThree(), await signedInOnThree()];
    const [{ id }] = await list(theirs.phone);
    expect((await call(mine.phone, 'DELETE', `/api/sessions/${id}`)).status).toBe(404);
    expect((await list(theirs.phone)).length).toBe(3);
  });
});

describe('DELETE /api/sessions', () => {
  test('ends all other sessions of the user', async () => {
    const { phone, desk, tablet } = await signedInOnThree();
    const stranger = (await signedInOnThree()).phone;
    expect((await call(desk, 'DELETE', '/api/sessions')).body).toEqual({ revoked: 2 });
    expect([await statusOf(phone), await statusOf(desk), await statusOf(tablet)]).toEqual([401, 200, 401]);
    expect((await list(stranger)).length).toBe(3);
    expect((await call(desk, 'DELETE', '/api/sessions')).body).toEqual({ revoked: 0 });
  });
});
