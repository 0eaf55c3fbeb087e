import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { startSecondNode } from '#test/second-node.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp({ cachesAccounts: true });
const { call, clock, deps, issuer, person, superAdmin } = app;
const otherNode = await startSecondNode(app, undefined, { cachesAccounts: true });

/** Each test begins with a single super admin. */
let root: Person;
beforeEach(async () => {
  await deps.db.updateTable('profile').set({ role: 'user', role_changed_at: clock.now() }).execute();
  await deps.db.deleteFrom('audit_log').execute();
  root = await superAdmin();
});

const rowOf = (id: string) => deps.db.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

const audited = () => deps.db.selectFrom('audit_log').selectAll().orderBy('id').execute();

/** The same user with a token issued now. */
const renewed = async (caller: Person): Promise<Person> => ({
  ...caller,
  token: await issuer.sign(caller.id, clock.now(), { email: caller.email }),
});

const giveRole = (actor: Person | null, id: string, role: unknown) =>
  call(actor, 'PUT', `/api/admin/users/${id}/role`, { role });

const setActive = (actor: Person | null, id: string, is_active: unknown) =>
  call(actor, 'PUT', `/api/admin/users/${id}`, { is_active });

/** The statuses of a super admin route on both nodes. */
const administers = async (caller: Person) => {
  const responses = [
    await call(caller, 'GET', '/api/admin/impersonation-logs'),
    await otherNode.call(caller, 'GET', '/api/admin/impersonation-logs'),
  ];
  return responses.map(({ status, body }) => (status === 200 ? 200 : body.code));
};

const recordOf = (actor: Person, subject: Person, action: string, details: object) => ({
  id: expect.any(String),
  actor_id: actor.id,
  on_behalf_of: null,
  action,
  subject_type: 'profile',
  subject_id: subject.id,
  details,
  created_at: clock.now(),
});

describe('PUT /api/admin/users/:id/role', () => {
  test('promotes a user on all nodes, with a token issued after it', async () => {
    const ada = await person();
    clock.advance(10);
    const { status, body } = await giveRole(root, ada.id, 'super_admin');
    expect(status).toBe(200);
    const { inbound_address: _, ...profile } = (await call(ada, 'GET', '/api/user/profile')).body.profile;
    expect(body).toEqual({ user: { ...profile, role: 'super_admin', updated_at: clock.now().toISOString() } });
    expect(await administers(ada)).toEqual(['auth.not-super-admin', 'auth.not-super-admin']);
    expect(await administers(await renewed(ada))).toEqual([200, 200]);
    expect(await audited()).toEqual([recordOf(root, ada, 'account.change-role', { from: 'user', to: 'super_admin' })]);
  });

  test('demotes at the next request on all nodes', async () => {
    const ada = await superAdmin();
    expect(await administers(ada)).toEqual([200, 200]);
    const { status, body } = await giveRole(root, ada.id, 'user');
    expect([status, body.user.role]).toEqual([200, 'user']);
    expect(await audited()).toEqual([recordOf(root, ada, 'account.change-role', { from: 'super_admin', to: 'user' })]);
    expect(await administers(ada)).toEqual(['auth.not-super-admin', 'auth.not-super-admin']);
    clock.advance(10);
    expect(await administers(await renewed(ada))).toEqual(['auth.not-super-admin', 'auth.not-super-admin']);
  });

  test('keeps tokens valid and audits nothing if the user has the role already', async () => {
    const ada = await superAdmin();
    const before = await rowOf(ada.id);
    clock.advance(10_000);
    const { status, body } = await giveRole(root, ada.id, 'super_admin');
    expect([status, body.user.updated_at]).toEqual([200, before.updated_at.toISOString()]);
    expect(await rowOf(ada.id)).toEqual(before);
    expect(await administers(ada)).toEqual([200, 200]);
    expect(await audited()).toEqual([]);
  });

  test('demotes the caller if another super admin remains', async () => {
    await superAdmin();
    expect((await giveRole(root, root.id.toUpperCase(), 'user')).body.user.role).toBe('user');
    expect(await administers(root)).toEqual(['auth.not-super-admin', 'auth.not-super-admin']);
  });

  test('gives the role to a blocked user, who can use it after being unblocked', async () => {
    const ada = await person();
    await setActive(root, ada.id, false);
    expect((await giveRole(root, ada.id, 'super_admin')).body.user).toMatchObject({
      role: 'super_admin',
      is_active: false,
    });
    expect(await administers(await renewed(ada))).toEqual(['account.blocked', 'account.blocked']);
  });

  test('takes nothing from the body but the role', async () => {
    const ada = await person();
    const before = await rowOf(ada.id);
    await call(root, 'PUT', `/api/admin/users/${ada.id}/role`, {
      role: 'super_admin',
      is_active: false,
      is_ai: true,
      drops_balance: 1_000,
      role_changed_at: '2020-01-01T00:00:00.000Z',
    });
    expect(await rowOf(ada.id)).toEqual({
      ...before,
      role: 'super_admin',
      role_changed_at: clock.now(),
      updated_at: clock.now(),
    });
  });

  test('400 leaves the last super admin the role', async () => {
    const { status, body } = await giveRole(root, root.id, 'user');
    expect([status, body.code]).toEqual([400, 'account.last-super-admin']);
    expect(await administers(root)).toEqual([200, 200]);
    expect(await audited()).toEqual([]);
  });

  test('does not count a blocked super admin as another one', async () => {
    const ada = await superAdmin();
    await setActive(root, ada.id, false);
    expect((await giveRole(root, root.id, 'user')).body.code).toBe('account.last-super-admin');
    expect((await giveRole(root, ada.id, 'user')).status).toBe(200);
  });

  test('does not promote a synthetic user', async () => {
    const robot = await person();
    await deps.db.updateTable('profile').set({ is_ai: true }).where('id', '=', robot.id).execute();
    const { status, body } = await giveRole(root, robot.id, 'super_admin');
    expect([status, body.code]).toEqual([400, 'account.ai-cannot-administer']);
    expect((await rowOf(robot.id)).role).toBe('user');
    expect((await giveRole(root, robot.id, 'user')).status).toBe(200);
  });

  test.each([undefined, null, '', 'admin', 'SUPER_ADMIN', 1, true, ['user'], { role: 'user' }])(
    'returns 400 where the role is %j',
    async (role) => {
      const ada = await person();
      expect((await giveRole(root, ada.id, role)).status).toBe(400);
      expect((await rowOf(ada.id)).role).toBe('user');
    },
  );

  test('returns 400 for an id that is not a UUID', async () => {
    expect((await giveRole(root, 'abc', 'user')).status).toBe(400);
  });

  test('returns 401 without a token, whatever the body', async () => {
    expect((await giveRole(null, 'abc', 5)).status).toBe(401);
  });

  test('returns 403 to other users, whatever the body and the id, and for their own role', async () => {
    const ada = await person();
    for (const [id, role] of [
      [ada.id, 'super_admin'],
      [root.id, 'user'],
      [randomUUID(), 'user'],
      ['abc', 5],
    ] as const) {
      const { status, body } = await giveRole(ada, id, role);
      expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    }
    expect([(await rowOf(ada.id)).role, (await rowOf(root.id)).role]).toEqual(['user', 'super_admin']);
  });

  test('returns 404 for an unknown id', async () => {
    const { status, body } = await giveRole(root, randomUUID(), 'user');
    expect([status, body.code]).toEqual([404, 'account.not-found']);
  });
});

describe('PUT /api/admin/users/:id', () => {
  const statuses = async (caller: Person) => [
    (await call(caller, 'GET', '/api/user/profile')).status,
    (await otherNode.call(caller, 'GET', '/api/user/profile')).status,
  ];

  test('blocks a user on all nodes from the next request on, and unblocks them', async () => {
    const ada = await person();
    expect(await statuses(ada)).toEqual([200, 200]);
    const blocked = await setActive(root, ada.id, false);
    expect([blocked.status, blocked.body.user]).toMatchObject([200, { id: ada.id, is_active: false }]);
    expect(await statuses(ada)).toEqual([403, 403]);
    const blockedAt = clock.now();
    clock.advance(10);
    const letIn = await setActive(root, ada.id, true);
    expect([letIn.status, letIn.body.user]).toMatchObject([200, { id: ada.id, is_active: true }]);
    expect(await statuses(ada)).toEqual([200, 200]);
    expect(await audited()).toEqual([
      { ...recordOf(root, ada, 'account.block', { is_active: { from: true, to: false } }), created_at: blockedAt },
      recordOf(root, ada, 'account.unblock', { is_active: { from: false, to: true } }),
    ]);
  });

  test('marks a classroom user, and ends no impersonation of them', async () => {
    const ada = await person();
    const acting = await call(root, 'POST', '/api/admin/impersonate', { target_id: ada.id, reason: 'To help' });
    await deps.db.deleteFrom('audit_log').execute();
    const { status, body } = await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_classroom: true });
    expect([status, body.user]).toMatchObject([200, { id: ada.id, is_classroom: true, is_active: true }]);
    const change = { is_classroom: { from: false, to: true } };
    expect(await audited()).toEqual([recordOf(root, ada, 'account.change-classroom', change)]);
    expect((await call(ada, 'GET', '/api/user/profile')).body.profile.is_classroom).toBe(true);
    const inTheirPlace = { ...root, token: acting.body.token };
    expect((await call(inTheirPlace, 'GET', '/api/user/profile')).body.profile.id).toBe(ada.id);
  });

  test('changes both values, and audits each', async () => {
    const ada = await person();
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false, is_classroom: true });
    expect(await rowOf(ada.id)).toMatchObject({ is_active: false, is_classroom: true });
    expect((await audited()).map(({ action }) => action).sort()).toEqual(['account.block', 'account.change-classroom']);
  });

  test('does not let users make themselves classroom users', async () => {
    const ada = await person();
    await call(ada, 'PUT', '/api/user/profile', { is_classroom: true });
    expect((await rowOf(ada.id)).is_classroom).toBe(false);
  });

  test.each([null, 'true', 1, []])('returns 400 where is_classroom is %j', async (is_classroom) => {
    const ada = await person();
    expect((await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_classroom })).status).toBe(400);
    expect((await rowOf(ada.id)).is_classroom).toBe(false);
  });

  test('changes nothing with an empty body, or with what is so already', async () => {
    const ada = await person();
    const before = await rowOf(ada.id);
    clock.advance(1_000);
    for (const change of [
      {},
      { is_active: true, is_classroom: false },
      { role: 'super_admin', drops_balance: 7, email: 'x@people.test' },
    ]) {
      expect((await call(root, 'PUT', `/api/admin/users/${ada.id}`, change)).status).toBe(200);
    }
    expect(await rowOf(ada.id)).toEqual(before);
    expect(await audited()).toEqual([]);
  });

  test('blocks super admins, including the actor, while another one remains', async () => {
    const [ada, ben] = [await superAdmin(), await superAdmin()];
    expect((await setActive(root, ada.id, false)).status).toBe(200);
    expect(await administers(ada)).toEqual(['account.blocked', 'account.blocked']);
    expect((await setActive(root, root.id, false)).status).toBe(200);
    expect(await administers(ben)).toEqual([200, 200]);
  });

  test('400 does not block the last super admin', async () => {
    const { status, body } = await setActive(root, root.id, false);
    expect([status, body.code]).toEqual([400, 'account.last-super-admin']);
    expect(await administers(root)).toEqual([200, 200]);
  });

  test.each([null, 'false', 0, [], {}])('returns 400 where is_active is %j', async (is_active) => {
    const ada = await person();
    expect((await setActive(root, ada.id, is_active)).status).toBe(400);
    expect((await rowOf(ada.id)).is_active).toBe(true);
  });

  test('returns 400 without a body, and for an id that is not a UUID', async () => {
    expect((await call(root, 'PUT', `/api/admin/users/${root.id}`)).status).toBe(400);
    expect((await setActive(root, 'abc', true)).status).toBe(400);
  });

  test('returns 401 without a token, whatever the body', async () => {
    expect((await setActive(null, 'abc', 5)).status).toBe(401);
  });

  test('returns 403 to other users, whatever the body and the id', async () => {
    const ada = await person();
    for (const [id, value] of [
      [root.id, false],
      [ada.id, true],
      [randomUUID(), true],
      ['abc', 5],
    ] as const) {
      const { status, body } = await setActive(ada, id, value);
      expect([status, body.code]).toEqual([403, 'auth.not-super-admin']);
    }
    expect((await rowOf(root.id)).is_active).toBe(true);
  });

  test('returns 404 for an unknown id', async () => {
    expect((await setActive(root, randomUUID(), false)).body.code).toBe('account.not-found');
  });
});
