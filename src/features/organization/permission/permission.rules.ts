import type { OrganizationRole, TeamRole } from './permission.schema.ts';

/** What decides an actor's permissions in an organization. `role` is null if the actor is not a member. */
export type OrganizationAccess = { isSuperAdmin: boolean; role: OrganizationRole | null };

/** The same for a team; `role` is the role in its organization. */
export type TeamAccess = OrganizationAccess & {
  teamRole: TeamRole | null;
  /** Whether the actor is the team's `admin_id`. */
  isNamedAdmin: boolean;
};

/*
 * Super admins have all permissions but that for webhooks. Admins of an organization have those of its members. The named admin of a team and its
 * members with the role `admin` have the same permissions.
 */

export function canViewOrganization({ isSuperAdmin, role }: OrganizationAccess): boolean {
  return isSuperAdmin || role !== null;
}

export function canUpdateOrganization(access: OrganizationAccess): boolean {
  return isOwner(access);
}

export function canDeleteOrganization(access: OrganizationAccess): boolean {
  return isOwner(access);
}

export function canTransferOrganization(access: OrganizationAccess): boolean {
  return isOwner(access);
}

export function canAddOrganizationMember(access: OrganizationAccess): boolean {
  return isOwner(access);
}

export function canChangeOrganizationRole(access: OrganizationAccess): boolean {
  return isOwner(access);
}

/** `isOwnMembership`: the actor leaves. */
export function canRemoveOrganizationMember(access: OrganizationAccess, isOwnMembership: boolean): boolean {
  return isOwner(access) || (isOwnMembership && access.role !== null);
}

/** Super admins cannot: what a webhook receives leaves Meadow. */
export function canManageWebhooks({ role }: Pick<OrganizationAccess, 'role'>): boolean {
  return role === 'owner' || role === 'admin';
}

export function canCreateTeam(access: OrganizationAccess): boolean {
  return canViewOrganization(access);
}

export function canViewTeam(access: TeamAccess): boolean {
  return canViewOrganization(access);
}

/** Name, description and settings, but not `admin_id`. */
export function canUpdateTeam(access: TeamAccess): boolean {
  return isTeamAdmin(access);
}

export function canNameTeamAdmin(access: TeamAccess): boolean {
  return isOwner(access);
}

export function canDeleteTeam(access: TeamAccess): boolean {
  return isTeamAdmin(access);
}

export function canAddTeamMember(access: TeamAccess): boolean {
  return isTeamAdmin(access);
}

export function canChangeTeamRole(access: TeamAccess): boolean {
  return isTeamAdmin(access);
}

/** `isOwnMembership`: the actor leaves. */
export function canRemoveTeamMember(access: TeamAccess, isOwnMembership: boolean): boolean {
  return isTeamAdmin(access) || (isOwnMembership && access.teamRole !== null);
}

/** Whether only super admin privilege grants a permission. */
export function needsPrivilege<Access extends OrganizationAccess>(
  can: (access: Access) => boolean,
  access: Access,
): boolean {
  return access.isSuperAdmin && !can({ ...access, isSuperAdmin: false });
}

function isOwner({ isSuperAdmin, role }: OrganizationAccess): boolean {
  return isSuperAdmin || role === 'owner';
}

function isTeamAdmin({ isSuperAdmin, teamRole, isNamedAdmin }: TeamAccess): boolean {
  return isSuperAdmin || teamRole === 'admin' || isNamedAdmin;
}
