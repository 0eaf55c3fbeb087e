import { expect, test } from 'vitest';
import { invitationTokenOf } from '#features/account';
import { createOrganization, organizationRoles } from '#test/groups.ts';
import { PATIENT_LOCKS, type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { person, call, deps } = app;

const users = (count: number) => Promise.all(Array.from({ length: count }, () => person()));
const acceptToken = (caller: Person, token: string) => call(caller, 'POST', '/api/invitations/accept', { token });
const usesOf = async (id: string) =>
  (await deps.db.selectFrom('group_invitation').select('uses').where('id', '=', id).executeTakeFirst())?.uses;

async function linked(body: object): Promise<{ owner: Person; org: string; id: string; token: string }> {
  const owner = await person();
  const org = await createOrganization(deps, owner);
  const made = await call(owner, 'POST', `/api/organizations/${org}/invitations`, body);
  expect(made.status).toBe(201);
  return { owner, org, id: made.body.invitation.id, token: made.body.token };
}

function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

test('admits 5 of 20 users who concurrently accept a link for 5', async () => {
  const [{ org, id, token }, guests] = [await linked({ max_uses: 5 }), await users(20)];
  const responses = await Promise.all(guests.map((guest) => acceptToken(guest, token)));
  expect(tally(responses)).toEqual({ 200: 5, 400: 15 });
  const roles = await organizationRoles(deps, org);
  expect(guests.map((guest) => guest.id in roles)).toEqual(responses.map(({ status }) => status === 200));
  expect(await usesOf(id)).toBe(5);
});

test('lets in the user of the address, and no other holder of the mail, when all accept at once', async () => {
  for (let round = 0; round < byTier(1, 12); round += 1) {
    const address = `bob-${round}@elsewhere.test`;
    const bob = await person({ email: address, email_verified: true });
    const { owner, org, id } = await linked({ email: address });
    const token = invitationTokenOf(deps.invitationSignatures, 'group invitation', id);
    const others = await users(4);
    const callers = [...others.slice(0, 2), bob, bob, ...others.slice(2)];
    const responses = await Promise.all(callers.map((caller) => acceptToken(caller, token)));
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 200, 200, 403, 403]);
    expect(await organizationRoles(deps, org)).toEqual({ [owner.id]: 'owner', [bob.id]: 'member' });
    expect(await usesOf(id)).toBe(1);
  }
});

test('counts one use when a user accepts a link 20 times concurrently', async () => {
  const [{ org, id, token }, guest] = [await linked({ max_uses: 5 }), await person()];
  expect(tally(await Promise.all(Array.from({ length: 20 }, () => acceptToken(guest, token))))).toEqual({ 200: 20 });
  expect(await usesOf(id)).toBe(1);
  expect((await organizationRoles(deps, org))[guest.id]).toBe('member');
});

test('either accepts or rejects a link that is revoked concurrently', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [{ owner, org, id, token }, guest] = [await linked({}), await person()];
    const [accepted, revoked] = await Promise.all([
      acceptToken(guest, token),
      call(owner, 'DELETE', `/api/organizations/${org}/invitations/${id}`),
    ]);
    expect(revoked.status).toBe(200);
    expect([200, 404]).toContain(accepted.status);
    expect(guest.id in (await organizationRoles(deps, org))).toBe(accepted.status === 200);
    expect(await usesOf(id)).toBeUndefined();
  }
});

test('either accepts or declines an invitation under concurrent requests', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [owner, guest] = await users(2);
    const org = await createOrganization(deps, owner as Person);
    const made = await call(owner as Person, 'POST', `/api/organizations/${org}/invitations`, { user_id: guest?.id });
    const url = `/api/invitations/${made.body.invitation.id}`;
    const [accepted, declined] = await Promise.all(
      ['accept', 'decline'].map((verb) => call(guest as Person, 'POST', `${url}/${verb}`)),
    );
    expect([accepted?.status, declined?.status].toSorted()).toEqual([200, 400]);
    expect((guest?.id ?? '') in (await organizationRoles(deps, org))).toBe(accepted?.status === 200);
  }
});

test('leaves no rows when a link is accepted while the organization is deleted', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [{ owner, org, id, token }, guest] = [await linked({}), await person()];
    const [accepted, deleted] = await Promise.all([
      acceptToken(guest, token),
      call(owner, 'DELETE', `/api/organizations/${org}`),
    ]);
    expect(deleted.status).toBe(200);
    expect([200, 404]).toContain(accepted.status);
    expect([await organizationRoles(deps, org), await usesOf(id)]).toEqual([{}, undefined]);
  }
});

test('creates one of 20 concurrent invitations of the same user', async () => {
  const [owner, guest] = await users(2);
  const org = await createOrganization(deps, owner as Person);
  const responses = await Promise.all(
    Array.from({ length: 20 }, () =>
      call(owner as Person, 'POST', `/api/organizations/${org}/invitations`, { user_id: guest?.id }),
    ),
  );
  expect(tally(responses)).toEqual({ 201: 1, 400: 19 });
});

test('limits concurrent invitations to 100 of a group', async () => {
  const owner = await person();
  const org = await createOrganization(deps, owner);
  const now = deps.clock.now();
  await deps.db
    .insertInto('group_invitation')
    .values(
      Array.from({ length: 95 }, () => ({
        id: deps.ids.next(),
        org_id: org,
        role: 'member',
        invited_by: owner.id,
        max_uses: 1,
        expires_at: new Date(now.getTime() + 60_000),
        created_at: now,
      })),
    )
    .execute();
  const responses = await Promise.all(
    Array.from({ length: 20 }, () => call(owner, 'POST', `/api/organizations/${org}/invitations`, {})),
  );
  expect(tally(responses)).toEqual({ 201: 5, 400: 15 });
});
