import type { OrganizationRole } from './organization.schema.ts';
import type { TeamRole } from './team.schema.ts';

/** What somebody is in an organization; a role of null is that of nobody of it. */
export type OrganizationStanding = { isSuperAdmin: boolean; role: OrganizationRole | null };

/** What somebody is in a team, and in the organization that it belongs to. */
export type TeamStanding = OrganizationStanding & {
  teamRole: TeamRole | null;
  /** Whether the team names them as its admin_id. */
  isNamedAdmin: boolean;
};

/*
 * Who may do what. Super admins may do everything; an organization's admins may do what its members may. Of a team, the
 * named admin and the members with the role of admin may do the same.
 */

export function canViewOrganization({ isSuperAdmin, role }: OrganizationStanding): boolean {
  return isSuperAdmin || role !== null;
}

export function canUpdateOrganization(standing: OrganizationStanding): boolean {
  return isOwner(standing);
}

export function canDeleteOrganization(standing: OrganizationStanding): boolean {
  return isOwner(standing);
}

export function canTransferOrganization(standing: OrganizationStanding): boolean {
  return isOwner(standing);
}

export function canAddOrganizationMember(standing: OrganizationStanding): boolean {
  return isOwner(standing);
}

export function canChangeOrganizationRole(standing: OrganizationStanding): boolean {
  return isOwner(standing);
}

/** `isOwnMembership`: whether it is about the member's own leaving. */
export function canRemoveOrganizationMember(standing: OrganizationStanding, isOwnMembership: boolean): boolean {
  return isOwner(standing) || (isOwnMembership && standing.role !== null);
}

export function canCreateTeam(standing: OrganizationStanding): boolean {
  return canViewOrganization(standing);
}

/** The teams of an organization are known to all its members. */
export function canViewTeam(standing: TeamStanding): boolean {
  return canViewOrganization(standing);
}

/** Its name, description and settings; who is its admin_id is another matter. */
export function canUpdateTeam(standing: TeamStanding): boolean {
  return isTeamAdmin(standing);
}

export function canNameTeamAdmin(standing: TeamStanding): boolean {
  return isOwner(standing);
}

export function canDeleteTeam(standing: TeamStanding): boolean {
  return isTeamAdmin(standing);
}

export function canAddTeamMember(standing: TeamStanding): boolean {
  return isTeamAdmin(standing);
}

export function canChangeTeamRole(standing: TeamStanding): boolean {
  return isTeamAdmin(standing);
}

/** `isOwnMembership`: whether it is about the member's own leaving. */
export function canRemoveTeamMember(standing: TeamStanding, isOwnMembership: boolean): boolean {
  return isTeamAdmin(standing) || (isOwnMembership && standing.teamRole !== null);
}

/** Whether somebody may do a thing only because super admins may do everything. */
export function needsPrivilege<Standing extends OrganizationStanding>(
  can: (standing: Standing) => boolean,
  standing: Standing,
): boolean {
  return standing.isSuperAdmin && !can({ ...standing, isSuperAdmin: false });
}

function isOwner({ isSuperAdmin, role }: OrganizationStanding): boolean {
  return isSuperAdmin || role === 'owner';
}

function isTeamAdmin({ isSuperAdmin, teamRole, isNamedAdmin }: TeamStanding): boolean {
  return isSuperAdmin || teamRole === 'admin' || isNamedAdmin;
}
