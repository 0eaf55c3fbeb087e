import { describe, expect, test } from 'vitest';
import type { Person } from '#test/start-test-app.ts';
import { type Created, type Message, startWebhookApp } from '../test-webhooks.ts';

const app = await startWebhookApp();
const { call, clock, deps, person, receiver, createOrganizationWebhook, send } = app;

const bodies = (messages: readonly Message[]) => messages.map(({ body }) => JSON.parse(body));

const ORGANIZATION_KINDS = ['member.joined', 'member.left', 'member.role-changed', 'team.created', 'team.deleted'];

/** Adds a member to the organization of a webhook. */
async function addMember({ owner, orgId }: Created & { orgId: string }, member: Person, role = 'member') {
  const path = `/api/organizations/${orgId}/members`;
  expect((await call(owner, 'POST', path, { user_id: member.id, role })).status).toBe(201);
  return `${path}/${member.id}`;
}

describe('The webhooks of an organization', () => {
  test('get what happens to its members', async () => {
    const webhook = await createOrganizationWebhook(undefined, { kinds: ORGANIZATION_KINDS });
    const { orgId: org_id, owner } = webhook;
    const { id: user_id, ...member } = await person();
    const path = await addMember(webhook, { id: user_id, ...member });
    await call(owner, 'PUT', path, { role: 'admin' });
    await call(owner, 'PUT', path, { role: 'admin' });
    await call(owner, 'DELETE', path);
    await send();
    const timestamp = clock.now().toISOString();
    expect(bodies(receiver.messagesTo(webhook.url))).toHaveLength(3);
    expect(bodies(receiver.messagesTo(webhook.url))).toEqual(
      expect.arrayContaining([
        { type: 'member.joined', timestamp, data: { org_id, user_id, role: 'member' } },
        { type: 'member.role-changed', timestamp, data: { org_id, user_id, role: 'admin' } },
        { type: 'member.left', timestamp, data: { org_id, user_id } },
      ]),
    );
  });

  test('get who joins by invitation, and who leaves', async () => {
    const webhook = await createOrganizationWebhook(undefined, { kinds: ['member.joined', 'member.left'] });
    const guest = await person();
    const invited = await call(webhook.owner, 'POST', `/api/organizations/${webhook.orgId}/invitations`, {});
    for (let round = 0; round < 2; round += 1) {
      await call(guest, 'POST', '/api/invitations/accept', { token: invited.body.token });
    }
    await call(guest, 'DELETE', `/api/organizations/${webhook.orgId}/members/${guest.id}`);
    await send();
    expect(
      bodies(receiver.messagesTo(webhook.url))
        .map(({ type, data }) => `${type} ${data.user_id}`)
        .sort(),
    ).toEqual([`member.joined ${guest.id}`, `member.left ${guest.id}`]);
  });

  test('get both roles that a transfer changes', async () => {
    const webhook = await createOrganizationWebhook(undefined, { kinds: ['member.role-changed'] });
    const heir = await person();
    await addMember(webhook, heir);
    await call(webhook.owner, 'POST', `/api/organizations/${webhook.orgId}/transfer-ownership`, {
      new_owner_id: heir.id,
    });
    await send();
    const roles = bodies(receiver.messagesTo(webhook.url)).map(({ data }) => [data.user_id, data.role]);
    expect(Object.fromEntries(roles)).toEqual({ [webhook.owner.id]: 'admin', [heir.id]: 'owner' });
  });

  test('get teams that are created and deleted', async () => {
    const webhook = await createOrganizationWebhook(undefined, { kinds: ORGANIZATION_KINDS });
    const { body } = await call(webhook.owner, 'POST', '/api/teams', { name: 'Roses', org_id: webhook.orgId });
    await call(webhook.owner, 'DELETE', `/api/teams/${body.team.id}`);
    await send();
    const data = { org_id: webhook.orgId, team_id: body.team.id };
    expect(bodies(receiver.messagesTo(webhook.url)).map(({ type, data: sent }) => ({ type, data: sent }))).toEqual(
      expect.arrayContaining([
        { type: 'team.created', data },
        { type: 'team.deleted', data },
      ]),
    );
  });

  test('get the chosen kinds of their own organization, and nothing while they are paused', async () => {
    const joined = await createOrganizationWebhook(undefined, { kinds: ['member.joined'] });
    const other = await createOrganizationWebhook(undefined, { kinds: ORGANIZATION_KINDS });
    const paused = await createOrganizationWebhook(undefined, { kinds: ORGANIZATION_KINDS });
    await call(paused.owner, 'PATCH', paused.base, { status: 'paused' });
    const path = await addMember(joined, await person());
    await call(joined.owner, 'DELETE', path);
    await addMember(paused, await person());
    await call(paused.owner, 'PATCH', paused.base, { status: 'active' });
    await send();
    expect([joined, other, paused].map(({ url }) => receiver.messagesTo(url).length)).toEqual([1, 0, 0]);
  });

  test('get nothing of a transaction that fails', async () => {
    const webhook = await createOrganizationWebhook();
    const failing = deps.db.transaction().execute(async (tx) => {
      const data = { org_id: webhook.orgId, user_id: deps.ids.next(), role: 'member' as const };
      await deps.onOrganizationEvents(tx, [{ kind: 'member.joined', data }]);
      throw new Error('the cause failed');
    });
    await expect(failing).rejects.toThrow('the cause failed');
    await send();
    expect(receiver.messagesTo(webhook.url)).toEqual([]);
  });
});
