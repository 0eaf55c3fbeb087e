import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/start-test-app.ts';
import { offerFirstRun } from './first-run.actions.ts';

const newEmail = () => `${randomUUID()}@people.test`;
const closed = { builtInIdentity: true, cachesAccounts: true, environment: { SIGN_UP: 'closed' } };

/** An app without a super admin, and its code. */
async function startFirstRun(options: Parameters<typeof startTestApp>[0] = closed) {
  const app = await startTestApp(options);
  return { app, code: (await offerFirstRun(app.deps)) ?? '' };
}

const check = ({ call }: TestApp, code: string) => call(null, 'POST', '/api/first-run/check', { code });
const signUp = ({ call }: TestApp, invitation: string, fields: object = {}) =>
  call(null, 'POST', '/auth/sign-up/email', {
    name: 'Ada',
    email: newEmail(),
    password: 'correct horse battery',
    invitation,
    ...fields,
  });
const outcomeOf = ({ status, body }: { status: number; body: { code?: string } }) => [status, body.code];
const superAdminsOf = ({ deps }: TestApp) =>
  deps.db.selectFrom('profile').select('id').where('role', '=', 'super_admin').execute();

describe('POST /api/first-run/check', () => {
  test('accepts the code in any spelling, and uses nothing up', async () => {
    const { app, code } = await startFirstRun();
    expect(code).toMatch(/^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    for (const given of [code, code.toLowerCase(), ` ${code.replaceAll('-', ' ')} `]) {
      expect((await check(app, given)).status).toBe(200);
    }
    expect(await offerFirstRun(app.deps)).toBe(code);
    expect(outcomeOf(await check(app, 'K7QM-2FXA-9RTD-HW3C'))).toEqual([400, 'first-run.code-invalid']);
    expect((await check(app, '')).status).toBe(400);
  });

  test('is limited, as sign-in is', async () => {
    const { app } = await startFirstRun({ ...closed, environment: { RATE_LIMIT: 'on', RATE_LIMIT_COSTLY: '3' } });
    const statuses = [];
    for (let attempt = 0; attempt < 4; attempt += 1) statuses.push((await check(app, 'K7QM')).status);
    expect(statuses).toEqual([400, 400, 400, 429]);
  });
});

describe('a sign-up with the code', () => {
  test('makes the first super admin, also while sign-up is closed; then the code is over', async () => {
    const { app, code } = await startFirstRun();
    const { status, body } = await signUp(app, code);
    expect(status).toBe(200);
    expect(await superAdminsOf(app)).toEqual([{ id: body.user.id }]);
    const session = { id: body.user.id, email: '', token: body.token };
    const { token } = (await app.call(session, 'GET', '/auth/token')).body;
    expect((await app.call({ ...session, token }, 'GET', '/api/admin/health')).status).toBe(200);
    const audited = app.deps.db
      .selectFrom('audit_log')
      .select(['action', 'details'])
      .where('subject_id', '=', session.id);
    expect(await audited.execute()).toEqual([
      { action: 'account.change-role', details: { from: 'user', to: 'super_admin', by: 'first-run' } },
    ]);
    expect(outcomeOf(await signUp(app, code))).toEqual([409, 'first-run.finished']);
    expect(outcomeOf(await check(app, code))).toEqual([409, 'first-run.finished']);
    expect(await offerFirstRun(app.deps)).toBeNull();
  });

  test('that fails gives the code back', async () => {
    const { app, code } = await startFirstRun();
    for (const fields of [{ password: 'short' }, { email: 'none' }]) {
      expect((await signUp(app, code, fields)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await check(app, code)).status).toBe(200);
    expect((await signUp(app, code)).status).toBe(200);
  });

  test('makes one super admin of 10 at once, and no other account', async () => {
    const { app, code } = await startFirstRun();
    const responses = await Promise.all(Array.from({ length: 10 }, () => signUp(app, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await superAdminsOf(app)).toHaveLength(1);
    expect(await app.deps.db.selectFrom('identity_user').select('id').execute()).toHaveLength(1);
  });
});

describe('POST /api/first-run', () => {
  const become = (app: TestApp, caller: Awaited<ReturnType<TestApp['person']>> | null, code: string) =>
    app.call(caller, 'POST', '/api/first-run', { code });

  test('makes the caller super admin with the token that was sent, also of an external provider', async () => {
    const { app, code } = await startFirstRun({});
    const ada = await app.person();
    expect(outcomeOf(await become(app, ada, 'K7QM-2FXA-9RTD-HW3C'))).toEqual([400, 'first-run.code-invalid']);
    expect((await become(app, null, code)).status).toBe(401);
    expect((await become(app, ada, code)).status).toBe(200);
    expect((await app.call(ada, 'GET', '/api/admin/health')).status).toBe(200);
    expect(outcomeOf(await become(app, await app.person(), code))).toEqual([409, 'first-run.finished']);
  });

  test('has one winner of 10 at once', async () => {
    const { app, code } = await startFirstRun({});
    const people = await Promise.all(Array.from({ length: 10 }, () => app.person()));
    const statuses = (await Promise.all(people.map((person) => become(app, person, code)))).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
    expect(await superAdminsOf(app)).toHaveLength(1);
  });

  test('is replaced by another code after one that was claimed and made none', async () => {
    const { app, code } = await startFirstRun({});
    await app.deps.db.updateTable('first_run_code').set({ claimed_at: app.clock.now() }).execute();
    expect(outcomeOf(await check(app, code))).toEqual([409, 'first-run.finished']);
    const next = (await offerFirstRun(app.deps)) ?? '';
    expect(next).not.toBe(code);
    expect((await check(app, next)).status).toBe(200);
  });
});
