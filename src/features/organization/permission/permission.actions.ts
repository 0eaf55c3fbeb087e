import type { Actor } from '#access/actor.ts';
import { recordAudit } from '#features/account';
import type { Db } from '#platform/db/database.ts';
import type { OrganizationDeps } from '../deps.ts';
import {
  canViewOrganization,
  canViewTeam,
  needsPrivilege,
  type OrganizationAccess,
  type TeamAccess,
} from './permission.rules.ts';
import { type OrganizationRole, permissionErrors, type TeamRole } from './permission.schema.ts';

/** An organization with the actor's role in it; null if the actor is not a member. */
type OrganizationWithRole = { id: string; user_role: OrganizationRole | null };

/** A team with the actor's roles in it and in its organization. */
type TeamWithRole = {
  id: string;
  admin_id: string;
  organization_role: OrganizationRole | null;
  user_role: TeamRole | null;
};

/** A permission, and the audited action if only super admin privilege grants it. */
type AuditedPermission<Access> = { can: (access: Access) => boolean; action: string };

/** A permission in each kind of group, and the audited action without the kind. */
type GroupPermission = { can: GroupPredicates; verb: string };
type GroupPredicates = { organization: (access: OrganizationAccess) => boolean; team: (access: TeamAccess) => boolean };

type GroupWithRole = ({ kind: 'organization' } & OrganizationWithRole) | ({ kind: 'team' } & TeamWithRole);

type AuditDeps = Pick<OrganizationDeps, 'clock' | 'ids'>;

export function requirePermission(
  actor: Actor,
  organization: OrganizationWithRole,
  can: (access: OrganizationAccess) => boolean,
): void {
  const access = accessTo(organization, actor);
  if (can(access)) return;
  throw canViewOrganization(access)
    ? permissionErrors.notOrganizationOwner()
    : permissionErrors.notOrganizationMember();
}

/** Like `requirePermission`, and records the use of super admin privilege in the audit log. */
export async function requirePermissionAudited(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  organization: OrganizationWithRole,
  permission: AuditedPermission<OrganizationAccess>,
): Promise<void> {
  requirePermission(actor, organization, permission.can);
  const subject = { id: organization.id, access: accessTo(organization, actor) };
  await auditPrivilege(deps, db, actor, permission, 'organization', [subject]);
}

/** Records which of these organizations the actor sees only as super admin. */
export async function auditReads(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  organizations: readonly OrganizationWithRole[],
): Promise<void> {
  const subjects = organizations.map((organization) => ({
    id: organization.id,
    access: accessTo(organization, actor),
  }));
  const permission = { can: canViewOrganization, action: 'organization.read' };
  await auditPrivilege(deps, db, actor, permission, 'organization', subjects);
}

/** Throws `error` to members of the organization who lack the permission. */
function requireTeamPermission(
  actor: Actor,
  team: TeamWithRole,
  can: (access: TeamAccess) => boolean,
  error: () => Error = permissionErrors.notTeamAdmin,
): void {
  const access = accessToTeam(team, actor);
  if (can(access)) return;
  throw canViewTeam(access) ? error() : permissionErrors.notTeamOrganizationMember();
}

/** Like `requireTeamPermission`, and records the use of super admin privilege in the audit log. */
export async function requireTeamPermissionAudited(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  team: TeamWithRole,
  permission: AuditedPermission<TeamAccess> & { error?: () => Error },
): Promise<void> {
  requireTeamPermission(actor, team, permission.can, permission.error);
  await auditPrivilege(deps, db, actor, permission, 'team', [{ id: team.id, access: accessToTeam(team, actor) }]);
}

export function requireGroupPermission(actor: Actor, group: GroupWithRole, can: GroupPredicates): void {
  if (group.kind === 'organization') requirePermission(actor, group, can.organization);
  else requireTeamPermission(actor, group, can.team);
}

/** Like `requireGroupPermission`, and records the use of super admin privilege in the audit log. */
export async function requireGroupPermissionAudited(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  group: GroupWithRole,
  { can, verb }: GroupPermission,
): Promise<void> {
  const action = `${group.kind}.${verb}`;
  if (group.kind === 'organization') {
    await requirePermissionAudited(deps, db, actor, group, { can: can.organization, action });
  } else {
    await requireTeamPermissionAudited(deps, db, actor, group, { can: can.team, action });
  }
}

/** Records which of these teams the actor sees only as super admin. */
export async function auditTeamReads(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  teams: readonly TeamWithRole[],
): Promise<void> {
  const subjects = teams.map((team) => ({ id: team.id, access: accessToTeam(team, actor) }));
  await auditPrivilege(deps, db, actor, { can: canViewTeam, action: 'team.read' }, 'team', subjects);
}

async function auditPrivilege<Access extends OrganizationAccess>(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  { can, action }: AuditedPermission<Access>,
  subjectType: 'organization' | 'team',
  subjects: readonly { id: string; access: Access }[],
): Promise<void> {
  const subjectIds = subjects.filter(({ access }) => needsPrivilege(can, access)).map(({ id }) => id);
  if (subjectIds.length > 0) await recordAudit(deps, db, actor, { action, subjectType, subjectIds });
}

function accessTo(organization: OrganizationWithRole, { isSuperAdmin }: Actor): OrganizationAccess {
  return { isSuperAdmin, role: organization.user_role };
}

function accessToTeam(team: TeamWithRole, { isSuperAdmin, userId }: Actor): TeamAccess {
  return {
    isSuperAdmin,
    role: team.organization_role,
    teamRole: team.user_role,
    isNamedAdmin: team.admin_id === userId,
  };
}
