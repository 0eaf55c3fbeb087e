import type { Actor } from '../../access/actor.ts';
import type { Signatures } from '../../platform/crypto/signatures.ts';
import { localDateOf } from '../../platform/days/calendar-date.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import type { AppError } from '../../platform/errors.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import { isBlockedBetween, listBlockedWith } from '../account/index.ts';
import { notify } from '../notification/index.ts';
import { invitedToGroup } from './group-notice.rules.ts';
import {
  type GroupKind,
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
  findInvitation,
  type InvitationRow,
  insertInvitation,
  listInvitationsOfGroup,
  listInvitationsTo,
  type ReceivedInvitationRow,
} from './invitation.store.ts';
import { invitationTokenOf, readInvitationToken } from './invitation-token.actions.ts';
import { type OrganizationDeps, requireOrganization } from './organization.actions.ts';
import { lockOrganization } from './organization.store.ts';
import { findAddable } from './organization-member.actions.ts';
import { organizationMemberErrors } from './organization-member.schema.ts';
import {
  acceptOrganizationMembership,
  deleteOrganizationDeparture,
  findOrganizationMember,
  insertOrganizationMember,
} from './organization-member.store.ts';
import { canAddOrganizationMember, canAddTeamMember } from './permission.rules.ts';
import { requirePermissionAudited, requireTeamPermissionAudited } from './right.actions.ts';
import { requireTeam } from './team.actions.ts';
import { lockOrganizationOfTeam } from './team.store.ts';
import { teamMemberErrors } from './team-member.schema.ts';
import { acceptTeamMembership, deleteTeamDeparture, findTeamMember, insertTeamMember } from './team-member.store.ts';

/** An invitation that goes to an address by mail. */
export type MailedInvitation = {
  id: string;
  inviterId: string;
  address: string;
  group: { kind: GroupKind; name: string };
  expiresAt: Date;
};

type MailOutcome = 'ok' | 'invalid-address' | 'not-allowed' | 'quota-spent';

export type InvitationDeps = OrganizationDeps & {
  invitationSignatures: Signatures;
  /**
   * Writes the mail down in the transaction, and counts it for the day of the inviter. `ok` says nothing about whether the address
   * is known here, or wants the mail.
   */
  inviteByMail: (tx: Tx, invitation: MailedInvitation) => Promise<MailOutcome>;
};

/** The group that a route is about. */
export type GroupPath = { kind: GroupKind; id: string };

type Group = GroupPath & { name: string; orgId: string; teamId: string | null };

const DEFAULT_LIFETIME_SECONDS = 7 * 24 * 60 * 60;
const MAX_OPEN_INVITATIONS = 100;

/**
 * Invites a person, an address by mail, or anyone who gets the link. Needs the right to add members. Throws as adding members
 * does, and `invitationErrors`.
 */
export async function createInvitation(
  deps: InvitationDeps,
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
    await lockGroup(tx, path);
    const group = await requireGroup(deps, tx, actor, path, 'invite');
    const now = deps.clock.now();
    const userId = user_id === undefined ? null : await requireInvitable(tx, actor, group, user_id);
    await deleteEndedInvitations(tx, group.id, now);
    if ((await countOpenInvitations(tx, group.id, now)) >= MAX_OPEN_INVITATIONS) throw invitationErrors.tooMany();
    const row = await insertInvitation(tx, {
      id: deps.ids.next(),
      orgId: group.orgId,
      teamId: group.teamId,
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
      await notify(deps, tx, [invitedToGroup({ userId, group, day: localDateOf(now, 'UTC'), invitationId: row.id })]);
    }
    const token = isLink ? invitationTokenOf(deps.invitationSignatures, row.id) : null;
    return { invitation: viewOf(row, now), token };
  });
}

async function mailInvitation(
  deps: InvitationDeps,
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

/** The id of a person who can be invited, as it is stored. To a team that is a member of its organization. */
async function requireInvitable(tx: Tx, actor: Actor, { orgId, teamId }: Group, personId: string): Promise<string> {
  const errors = teamId === null ? organizationMemberErrors : teamMemberErrors;
  const person = await findAddable(tx, actor, personId);
  if (person === undefined) throw errors.personNotFound();
  const colleague = await findOrganizationMember(tx, orgId, person.id);
  if (teamId !== null && colleague === undefined) throw teamMemberErrors.notInOrganization();
  const member = teamId === null ? colleague : await findTeamMember(tx, teamId, person.id);
  if (member !== undefined) throw errors.alreadyMember();
  return person.id;
}

/** The invitations of a group, newest first, also some that have ended. Throws as `createInvitation` does. */
export async function listInvitations(
  deps: InvitationDeps,
  actor: Actor,
  path: GroupPath,
  query: PageQuery,
): Promise<{ invitations: Invitation[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const group = await requireGroup(deps, deps.db, actor, path, 'read-invitations');
  const page = toPage(await listInvitationsOfGroup(deps.db, group.id, after, limit + 1), limit);
  const now = deps.clock.now();
  return { invitations: page.rows.map((row) => viewOf(row, now)), next_cursor: writeCursor(page.next) };
}

/** Ends an invitation; who has come by it stays. Throws as `createInvitation` does, and `invitation.not-found`. */
export async function revokeInvitation(
  deps: InvitationDeps,
  actor: Actor,
  path: GroupPath,
  invitationId: string,
): Promise<void> {
  await deps.db.transaction().execute(async (tx) => {
    await lockGroup(tx, path);
    const group = await requireGroup(deps, tx, actor, path, 'revoke-invitation');
    if (!(await deleteInvitation(tx, group.id, invitationId))) throw invitationErrors.notFound();
  });
}

/** The open invitations of the actor, newest first. */
export async function listOwnInvitations(
  deps: InvitationDeps,
  actor: Actor,
  query: PageQuery,
): Promise<{ invitations: ReceivedInvitation[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const open = { now: deps.clock.now(), hiddenIds: await listBlockedWith(deps.db, actor.userId) };
  const page = toPage(await listInvitationsTo(deps.db, actor.userId, open, after, limit + 1), limit);
  return { invitations: page.rows.map(viewForInvited), next_cursor: writeCursor(page.next) };
}

/** What a token invites to, for anyone who has it. Throws `invitation.not-found` or `invitation.ended`. */
export async function previewInvitation(deps: InvitationDeps, token: string): Promise<ReceivedInvitation> {
  const row = await findByToken(deps, deps.db, token);
  if (statusOf(row, deps.clock.now()) !== 'open') throw invitationErrors.ended();
  return viewForInvited(row);
}

/**
 * Makes the actor, named by the invitation, a member who has accepted; a member already, they stay as they are, and nothing is
 * used. Throws `invitation.not-found`, `invitation.ended`, `team.person-not-in-organization`.
 */
export async function acceptInvitation(deps: InvitationDeps, actor: Actor, id: string): Promise<ReceivedInvitation> {
  return accept(deps, actor, async (db) => {
    const row = await findInvitation(db, id);
    if (row === undefined || row.user_id !== actor.userId) throw invitationErrors.notFound();
    return row;
  });
}

/** The same by the token of a link or of a mail, for anyone who has it. */
export async function acceptInvitationByToken(
  deps: InvitationDeps,
  actor: Actor,
  token: string,
): Promise<ReceivedInvitation> {
  return accept(deps, actor, (db) => findByToken(deps, db, token));
}

/** Declines the actor's invitation for good: the group can only give them a link. Throws `invitation.not-found`, `-ended`. */
export async function declineInvitation(deps: InvitationDeps, actor: Actor, id: string): Promise<void> {
  if (await claimDecline(deps.db, id, actor.userId, deps.clock.now())) return;
  const row = await findInvitation(deps.db, id);
  throw row?.user_id === actor.userId ? invitationErrors.ended() : invitationErrors.notFound();
}

async function accept(
  deps: InvitationDeps,
  actor: Actor,
  find: (db: Db) => Promise<ReceivedInvitationRow>,
): Promise<ReceivedInvitation> {
  const { org_id } = await find(deps.db);
  return deps.db.transaction().execute(async (tx) => {
    await lockOrganization(tx, org_id);
    const row = await find(tx);
    if (await isBlockedBetween(tx, actor.userId, row.invited_by)) throw invitationErrors.notFound();
    const refusal = await join(deps, tx, actor.userId, row);
    if (refusal !== null) throw refusal;
    return viewForInvited(row);
  });
}

/** Brings a person into the group, with the organization held. Returns why not, and has done nothing then. */
async function join(
  deps: InvitationDeps,
  tx: Tx,
  userId: string,
  { id, org_id: orgId, team_id: teamId, role }: ReceivedInvitationRow,
): Promise<AppError | null> {
  const now = deps.clock.now();
  const isInOrganization = (await findOrganizationMember(tx, orgId, userId)) !== undefined;
  if (teamId !== null && !isInOrganization) return teamMemberErrors.notInOrganization();
  const isMember = teamId === null ? isInOrganization : (await findTeamMember(tx, teamId, userId)) !== undefined;
  if (!isMember && !(await claimInvitationUse(tx, id, now))) return invitationErrors.ended();
  if (teamId !== null) {
    await insertTeamMember(tx, { teamId, orgId, userId, role, acceptedAt: now, now });
    await acceptTeamMembership(tx, teamId, userId, now);
    await deleteTeamDeparture(tx, teamId, userId);
  } else if (!isMember) {
    await insertOrganizationMember(tx, { orgId, userId, role, acceptedAt: now, now });
    await deleteOrganizationDeparture(tx, orgId, userId);
  }
  await acceptOrganizationMembership(tx, orgId, userId, now);
  return null;
}

/** Invitations of a person are theirs alone, with a token or without. */
async function findByToken(deps: InvitationDeps, db: Db, token: string): Promise<ReceivedInvitationRow> {
  const id = readInvitationToken(deps.invitationSignatures, token);
  const row = id === null ? undefined : await findInvitation(db, id);
  if (row === undefined || row.user_id !== null) throw invitationErrors.notFound();
  return row;
}

async function lockGroup(tx: Tx, { kind, id }: GroupPath): Promise<void> {
  if (kind === 'organization') await lockOrganization(tx, id);
  else await lockOrganizationOfTeam(tx, id);
}

/** The group, where the actor may add members to it. What takes privilege is written down as `verb`. */
async function requireGroup(
  deps: InvitationDeps,
  db: Db,
  actor: Actor,
  { kind, id }: GroupPath,
  verb: string,
): Promise<Group> {
  const action = `${kind}.${verb}`;
  if (kind === 'organization') {
    const organization = await requireOrganization(db, actor, id);
    await requirePermissionAudited(deps, db, actor, organization, { can: canAddOrganizationMember, action });
    return { kind, id: organization.id, name: organization.name, orgId: organization.id, teamId: null };
  }
  const team = await requireTeam(db, actor, id);
  await requireTeamPermissionAudited(deps, db, actor, team, { can: canAddTeamMember, action });
  return { kind, id: team.id, name: team.name, orgId: team.org_id, teamId: team.id };
}

function statusOf(row: InvitationRow, now: Date): Invitation['status'] {
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
