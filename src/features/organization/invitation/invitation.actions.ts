import type { Actor } from '#access/actor.ts';
import { existsBlockBetween, invitationTokenOf, listBlockedWith, parseInvitationToken } from '#features/account';
import { notify } from '#features/notification';
import { localDateOf } from '#platform/days/calendar-date.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { OrganizationDeps } from '../deps.ts';
import { invitedToGroup } from '../group-notification.template.ts';
import { type Group, lockGroup, requireGroup } from '../member/group.actions.ts';
import { MAY_ADD, requireAddableUser } from '../member/member.actions.ts';
import { type GroupPath, MEMBER_ERRORS, teamMemberErrors } from '../member/member.schema.ts';
import { deleteDeparture, findMember, inOrganization, insertMember, updateAcceptance } from '../member/member.store.ts';
import { lockOrganization } from '../organization/organization.store.ts';
import { memberJoined } from '../organization-event.rules.ts';
import { requireGroupPermissionAudited } from '../permission/permission.actions.ts';
import {
  type Invitation,
  invitationErrors,
  type NewInvitation,
  type NewInvitationBody,
  type ReceivedInvitation,
} from './invitation.schema.ts';
import {
  claimDecline,
  claimInvitationUse,
  countOpenInvitations,
  deleteEndedInvitations,
  deleteInvitation,
  existsDeclined,
  findAddress,
  findInvitation,
  type InvitationRow,
  type Invitee,
  insertInvitation,
  listInvitationsOfGroup,
  listInvitationsTo,
  type ReceivedInvitationRow,
} from './invitation.store.ts';

const DEFAULT_LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const MAX_OPEN_INVITATIONS = 100;

/**
 * Invites a user, an email address, or the holders of a link. Requires the permission to add members.
 * and the errors of adding a member
 */
export async function createInvitation(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  input: NewInvitation,
): Promise<NewInvitationBody> {
  const { user_id, email = null, role = 'member', expires_in = DEFAULT_LIFETIME_SECONDS, max_uses } = input;
  const isLink = user_id === undefined && email === null;
  if ((user_id !== undefined && email !== null) || (!isLink && max_uses !== undefined)) {
    throw invitationErrors.ambiguous();
  }
  return deps.db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, actor, path);
    await requireGroupPermissionAudited(deps, tx, actor, group, { ...MAY_ADD, verb: 'invite' });
    const now = deps.clock.now();
    const userId = user_id === undefined ? null : await requireInvitable(tx, actor, group, user_id);
    await deleteEndedInvitations(tx, group.id, now);
    if ((await countOpenInvitations(tx, group.id, now)) >= MAX_OPEN_INVITATIONS) throw invitationErrors.tooMany();
    const row = await insertInvitation(tx, {
      id: deps.ids.next(),
      orgId: group.org_id,
      teamId: group.kind === 'team' ? group.id : null,
      role,
      invitedBy: actor.userId,
      userId,
      email,
      maxUses: max_uses ?? 1,
      expiresAt: new Date(now.getTime() + expires_in * 1_000),
      now,
    });
    if (row === undefined) {
      throw (await existsDeclined(tx, group.id, { userId, email }))
        ? invitationErrors.declined()
        : invitationErrors.alreadyOpen();
    }
    if (email !== null) await mailInvitation(deps, tx, group, row, email);
    if (userId !== null) {
      await notify(deps, tx, [
        invitedToGroup({ userId, fromUserId: actor.userId, group, day: localDateOf(now, 'UTC'), invitationId: row.id }),
      ]);
    }
    const token = isLink ? invitationTokenOf(deps.invitationSignatures, 'group invitation', row.id) : null;
    return { invitation: viewOf(row, now), token };
  });
}

async function mailInvitation(
  deps: OrganizationDeps,
  tx: Tx,
  group: Group,
  row: InvitationRow,
  address: string,
): Promise<void> {
  const mail = { id: row.id, inviterId: row.invited_by, address, group, expiresAt: row.expires_at };
  const outcome = await deps.inviteByMail(tx, mail);
  if (outcome === 'invalid-address') throw invitationErrors.emailInvalid();
  if (outcome === 'not-allowed') throw invitationErrors.mailNotAllowed();
  if (outcome === 'quota-spent') throw invitationErrors.mailQuotaSpent();
}

/** The stored id of a user who can be invited: to a team, a member of its organization. */
async function requireInvitable(tx: Tx, actor: Actor, group: Group, userId: string): Promise<string> {
  const user = await requireAddableUser(tx, actor, group, userId);
  if ((await findMember(tx, group, user.id)) !== undefined) throw MEMBER_ERRORS[group.kind].alreadyMember();
  return user.id;
}

/** The invitations of a group, newest first, including ended ones that are not deleted yet. */
export async function listInvitations(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  query: PageQuery,
): Promise<{ invitations: Invitation[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const group = await requireGroup(deps.db, actor, path);
  await requireGroupPermissionAudited(deps, deps.db, actor, group, { ...MAY_ADD, verb: 'read-invitations' });
  const page = toPage(await listInvitationsOfGroup(deps.db, group.id, after, limit + 1), limit);
  const now = deps.clock.now();
  return { invitations: page.rows.map((row) => viewOf(row, now)), next_cursor: writeCursor(page.next) };
}

/** Revokes an invitation. Members who have accepted it remain. */
export async function revokeInvitation(
  deps: OrganizationDeps,
  actor: Actor,
  path: GroupPath,
  invitationId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    const group = await lockGroup(tx, actor, path);
    await requireGroupPermissionAudited(deps, tx, actor, group, { ...MAY_ADD, verb: 'revoke-invitation' });
    if (!(await deleteInvitation(tx, group.id, invitationId))) throw invitationErrors.notFound();
  });
}

/** The actor's open invitations, also those to their verified address, newest first. */
export async function listOwnInvitations(
  deps: OrganizationDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ invitations: ReceivedInvitation[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const open = { now: deps.clock.now(), hiddenIds: await listBlockedWith(deps.db, actor.userId) };
  const page = toPage(
    await listInvitationsTo(deps.db, await inviteeOf(deps.db, actor.userId), open, after, limit + 1),
    limit,
  );
  return { invitations: page.rows.map(viewForInvited), next_cursor: writeCursor(page.next) };
}

/** The invitation of a token, for any caller who has it. */
export async function previewInvitation(deps: OrganizationDeps, token: string): Promise<ReceivedInvitation> {
  const row = await findByToken(deps, deps.db, token);
  if (statusOf(row, deps.clock.now()) !== 'open') throw invitationErrors.ended();
  return viewForInvited(row);
}

/**
 * Accepts an invitation that names the actor, or their verified address. If the actor is a member already, it is not used.
 */
export async function acceptInvitation(deps: OrganizationDeps, actor: Actor, id: string): Promise<ReceivedInvitation> {
  return accept(deps, actor, async (db) => {
    const row = await findInvitation(db, id);
    if (row === undefined || !isNamed(row, await inviteeOf(db, actor.userId))) throw invitationErrors.notFound();
    return row;
  });
}

/**
 * The same by the token of a link, for any user who has it, or by that of an email, for the user with that verified address.
 */
export async function acceptInvitationByToken(
  deps: OrganizationDeps,
  actor: Actor,
  token: string,
): Promise<ReceivedInvitation> {
  return accept(deps, actor, (db) => findByToken(deps, db, token));
}

/** Declines an invitation of the actor. After that the group can invite the actor only by a link. */
export async function declineInvitation(deps: OrganizationDeps, actor: Actor, id: string): Promise<void> {
  const invitee = await inviteeOf(deps.db, actor.userId);
  if (await claimDecline(deps.db, id, invitee, deps.clock.now())) return;
  const row = await findInvitation(deps.db, id);
  throw row !== undefined && isNamed(row, invitee) ? invitationErrors.ended() : invitationErrors.notFound();
}

async function inviteeOf(db: Db, userId: string): Promise<Invitee> {
  const found = await findAddress(db, userId);
  return { userId, verifiedAddress: found?.isVerified ? found.address : null };
}

const isNamed = ({ user_id, email }: InvitationRow, { userId, verifiedAddress }: Invitee) =>
  user_id === userId || (email !== null && email.toLowerCase() === verifiedAddress);

async function accept(
  deps: OrganizationDeps,
  actor: Actor,
  find: (db: Db) => Promise<ReceivedInvitationRow>,
): Promise<ReceivedInvitation> {
  const { org_id } = await find(deps.db);
  return deps.db.transaction().execute(async (tx) => {
    await lockOrganization(tx, org_id);
    const row = await find(tx);
    if (await existsBlockBetween(tx, actor.userId, row.invited_by)) throw invitationErrors.notFound();
    await requireAddress(tx, actor.userId, row);
    await join(deps, tx, actor.userId, row);
    return viewForInvited(row);
  });
}

/** An invitation to an address is for the account that has proved it, not for each holder of the token. */
async function requireAddress(tx: Tx, userId: string, { email }: InvitationRow): Promise<void> {
  if (email === null) return;
  const found = await findAddress(tx, userId);
  if (found?.address !== email.toLowerCase()) throw invitationErrors.otherAddress();
  if (!found.isVerified) throw invitationErrors.addressNotVerified();
}

/** Adds a user to the group. Requires the lock of the organization. */
async function join(
  deps: OrganizationDeps,
  tx: Tx,
  userId: string,
  { id, org_id: orgId, team_id: teamId, role }: ReceivedInvitationRow,
): Promise<void> {
  const now = deps.clock.now();
  const organization = inOrganization(orgId);
  const group = teamId === null ? organization : { kind: 'team' as const, id: teamId, org_id: orgId };
  const isInOrganization = (await findMember(tx, organization, userId)) !== undefined;
  if (teamId !== null && !isInOrganization) throw teamMemberErrors.notInOrganization();
  const isMember = teamId === null ? isInOrganization : (await findMember(tx, group, userId)) !== undefined;
  if (!isMember && !(await claimInvitationUse(tx, id, now))) throw invitationErrors.ended();
  if (teamId !== null) {
    await insertMember(tx, group, { userId, role, acceptedAt: now, now });
    await updateAcceptance(tx, group, userId, now);
    await deleteDeparture(tx, group, userId);
  } else if (!isMember) {
    await insertMember(tx, group, { userId, role, acceptedAt: now, now });
    await deps.onOrganizationEvents(tx, [memberJoined({ orgId, userId, role })]);
    await deleteDeparture(tx, group, userId);
  }
  await updateAcceptance(tx, organization, userId, now);
}

/** An invitation that names a user cannot be used by token. */
async function findByToken(deps: OrganizationDeps, db: Db, token: string): Promise<ReceivedInvitationRow> {
  const id = parseInvitationToken(deps.invitationSignatures, 'group invitation', token);
  const row = id === null ? undefined : await findInvitation(db, id);
  if (row === undefined || row.user_id !== null) throw invitationErrors.notFound();
  return row;
}

export function statusOf(row: InvitationRow, now: Date): Invitation['status'] {
  if (row.declined_at !== null) return 'declined';
  if (row.uses >= row.max_uses) return 'used';
  return row.expires_at <= now ? 'expired' : 'open';
}

function viewOf(row: InvitationRow, now: Date): Invitation {
  return {
    id: row.id,
    role: row.role,
    status: statusOf(row, now),
    user_id: row.user_id,
    email: row.email,
    max_uses: row.max_uses,
    uses: row.uses,
    invited_by: row.invited_by,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}

function viewForInvited(row: ReceivedInvitationRow): ReceivedInvitation {
  const { organization_name } = row;
  return {
    id: row.id,
    group:
      row.team_id === null
        ? { kind: 'organization', id: row.org_id, name: organization_name, organization_name }
        : { kind: 'team', id: row.team_id, name: row.team_name ?? '', organization_name },
    invited_by: { full_name: row.inviter_name },
    role: row.role,
    expires_at: row.expires_at.toISOString(),
    created_at: row.created_at.toISOString(),
  };
}
