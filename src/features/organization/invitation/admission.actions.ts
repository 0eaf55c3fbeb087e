import { type GroupAdmission, parseInvitationToken } from '#features/account';
import type { Tx } from '#platform/db/database.ts';
import type { OrganizationDeps } from '../deps.ts';
import { inOrganization, insertMember } from '../member/member.store.ts';
import { lockOrganization } from '../organization/organization.store.ts';
import { memberJoined } from '../organization-event.rules.ts';
import { statusOf } from './invitation.actions.ts';
import { claimInvitationUse, findInvitation, releaseInvitationUse } from './invitation.store.ts';

/**
 * Counts one use of an invitation to an organization for a user who signs up. Null if the token admits no sign-up of that address. An
 * invitation to an address is not used: the user accepts it once the address is verified.
 */
export async function claimAdmission(
  deps: Pick<OrganizationDeps, 'db' | 'clock' | 'invitationSignatures'>,
  token: string,
  email: string,
): Promise<GroupAdmission | null> {
  const id = parseInvitationToken(deps.invitationSignatures, 'group invitation', token);
  const row = id === null ? undefined : await findInvitation(deps.db, id);
  // New users are in no organization, so they cannot join a team.
  if (row === undefined || row.user_id !== null || row.team_id !== null) return null;
  const now = deps.clock.now();
  const admission = { invitationId: row.id, orgId: row.org_id, role: row.role };
  if (row.email !== null) {
    const isOfAddress = row.email.toLowerCase() === email.toLowerCase() && statusOf(row, now) === 'open';
    return isOfAddress ? { ...admission, joins: false } : null;
  }
  return (await claimInvitationUse(deps.db, row.id, now)) ? { ...admission, joins: true } : null;
}

/** Returns a use that created no account. */
export async function releaseAdmission(
  { db }: Pick<OrganizationDeps, 'db'>,
  { invitationId, joins }: GroupAdmission,
): Promise<void> {
  if (joins) await releaseInvitationUse(db, invitationId);
}

/** Adds a new user to the organization that admitted the sign-up, unless it has been deleted. */
export async function joinAsAdmitted(
  deps: Pick<OrganizationDeps, 'clock' | 'onOrganizationEvents'>,
  tx: Tx,
  userId: string,
  { orgId, role, joins }: GroupAdmission,
): Promise<void> {
  if (!joins || !(await lockOrganization(tx, orgId))) return;
  const now = deps.clock.now();
  if (await insertMember(tx, inOrganization(orgId), { userId, role, acceptedAt: now, now })) {
    await deps.onOrganizationEvents(tx, [memberJoined({ orgId, userId, role })]);
  }
}
