import { randomUUID } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createCommunity, createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';

const app = await startTestApp();
const { superAdmin, person, call, deps, clock } = app;

let root: Person;
let scene: Awaited<ReturnType<typeof createCommunity>>;

beforeAll(async () => {
  root = await superAdmin();
});

beforeEach(async () => {
  // Lists are newest first, and the clock does not advance.
  clock.advance(1);
  scene = await createCommunity(app);
  await deps.db.deleteFrom('audit_log').execute();
});

/** The actions in the audit log. */
async function audited() {
  const records = await deps.db.selectFrom('audit_log').selectAll().orderBy('action').execute();
  return records.map(({ actor_id, action, subject_type, subject_id, created_at }) => {
    expect([actor_id, created_at]).toEqual([root.id, deps.clock.now()]);
    return [action, subject_type, subject_id];
  });
}

type AuditEventKind = {
  action: string;
  subject: 'organization' | 'team';
  does: (caller: Person) => Promise<TestResponse>;
};

const organization = (path = '') => `/api/organizations/${scene.org}${path}`;
const team = (path = '') => `/api/teams/${scene.team}${path}`;

const DEEDS: AuditEventKind[] = [
  { action: 'organization.read', subject: 'organization', does: (caller) => call(caller, 'GET', organization()) },
  {
    action: 'organization.update',
    subject: 'organization',
    does: (caller) => call(caller, 'PUT', organization(), { name: 'Larks' }),
  },
  { action: 'organization.delete', subject: 'organization', does: (caller) => call(caller, 'DELETE', organization()) },
  {
    action: 'organization.transfer-ownership',
    subject: 'organization',
    does: (caller) => call(caller, 'POST', organization('/transfer-ownership'), { new_owner_id: scene.colleague.id }),
  },
  {
    action: 'organization.read-members',
    subject: 'organization',
    does: (caller) => call(caller, 'GET', organization('/members')),
  },
  {
    action: 'organization.add-member',
    subject: 'organization',
    does: (caller) => call(caller, 'POST', organization('/members'), { user_id: scene.stranger.id }),
  },
  {
    action: 'organization.change-role',
    subject: 'organization',
    does: (caller) => call(caller, 'PUT', organization(`/members/${scene.member.id}`), { role: 'admin' }),
  },
  {
    action: 'organization.remove-member',
    subject: 'organization',
    does: (caller) => call(caller, 'DELETE', organization(`/members/${scene.member.id}`)),
  },
  {
    action: 'organization.create-team',
    subject: 'organization',
    does: (caller) =>
      call(caller, 'POST', '/api/teams', { name: 'Larks', org_id: scene.org, admin_id: scene.member.id }),
  },
  { action: 'team.read', subject: 'team', does: (caller) => call(caller, 'GET', team()) },
  { action: 'team.update', subject: 'team', does: (caller) => call(caller, 'PUT', team(), { name: 'Larks' }) },
  {
    action: 'team.name-admin',
    subject: 'team',
    does: (caller) => call(caller, 'PUT', team(), { admin_id: scene.colleague.id }),
  },
  { action: 'team.delete', subject: 'team', does: (caller) => call(caller, 'DELETE', team()) },
  { action: 'team.read-members', subject: 'team', does: (caller) => call(caller, 'GET', team('/members')) },
  {
    action: 'team.add-member',
    subject: 'team',
    does: (caller) => call(caller, 'POST', team('/members'), { user_id: scene.colleague.id }),
  },
  {
    action: 'team.change-role',
    subject: 'team',
    does: (caller) => call(caller, 'PUT', team(`/members/${scene.member.id}`), { role: 'admin' }),
  },
  {
    action: 'team.remove-member',
    subject: 'team',
    does: (caller) => call(caller, 'DELETE', team(`/members/${scene.member.id}`)),
  },
];

describe('actions by super admin privilege', () => {
  test.each(DEEDS)('is audited: $action', async ({ action, subject, does }) => {
    expect((await does(root)).status).toBeLessThan(300);
    expect(await audited()).toEqual([[action, subject, subject === 'team' ? scene.team : scene.org]]);
  });

  test('is audited once for each permission', async () => {
    await call(root, 'PUT', team(), { name: 'Larks', admin_id: scene.colleague.id });
    expect(await audited()).toEqual([
      ['team.name-admin', 'team', scene.team],
      ['team.update', 'team', scene.team],
    ]);
  });

  test('is not audited if rejected', async () => {
    const refused = [
      await call(root, 'DELETE', organization(`/members/${scene.owner.id}`)),
      await call(root, 'DELETE', organization(`/members/${randomUUID()}`)),
      await call(root, 'POST', organization('/members'), { user_id: scene.member.id }),
      await call(root, 'POST', organization('/transfer-ownership'), { new_owner_id: scene.stranger.id }),
      await call(root, 'PUT', team(`/members/${scene.lead.id}`), { role: 'member' }),
      await call(root, 'PUT', team(), { name: 'Larks', admin_id: scene.stranger.id }),
      await call(root, 'GET', `/api/teams/${randomUUID()}`),
    ];
    expect(refused.map(({ status }) => status)).toEqual([400, 404, 400, 400, 400, 400, 404]);
    expect(await audited()).toEqual([]);
  });
});

describe('actions by ordinary permission', () => {
  test.each(DEEDS)('is not audited: $action', async ({ action, does }) => {
    const caller = action.startsWith('team') && action !== 'team.name-admin' ? scene.lead : scene.owner;
    expect((await does(caller)).status).toBeLessThan(300);
    expect(await audited()).toEqual([]);
  });

  test('is not audited for a super admin who has the permission as a member', async () => {
    const own = await createOrganization(deps, root);
    const ownTeam = await createTeam(deps, own, root);
    await call(root, 'GET', `/api/organizations/${own}`);
    await call(root, 'GET', `/api/organizations/${own}/members`);
    await call(root, 'PUT', `/api/organizations/${own}`, { name: 'Larks' });
    await call(root, 'GET', `/api/teams?org_id=${own}`);
    await call(root, 'PUT', `/api/teams/${ownTeam}`, { name: 'Larks' });
    expect(await audited()).toEqual([]);
  });
});

describe('a list of a super admin', () => {
  test('audits each organization that only privilege shows', async () => {
    clock.advance(1);
    await createOrganization(deps, root);
    const { body } = await call(root, 'GET', '/api/organizations?limit=2');
    expect(body.organizations[1].id).toBe(scene.org);
    expect(await audited()).toEqual([['organization.read', 'organization', scene.org]]);
  });

  test.each(['', '&org_id'])(
    'is one record for each team that privilege alone shows, with the query %s',
    async (query) => {
      await call(root, 'GET', `/api/teams?limit=1${query && `${query}=${scene.org}`}`);
      expect(await audited()).toEqual([['team.read', 'team', scene.team]]);
    },
  );

  test('is not audited for other users', async () => {
    const stranger = await person();
    await call(stranger, 'GET', '/api/organizations');
    await call(scene.member, 'GET', '/api/organizations');
    await call(scene.member, 'GET', '/api/teams');
    expect(await audited()).toEqual([]);
  });
});
