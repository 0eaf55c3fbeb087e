import type { Actor } from '../../access/actor.ts';
import type { Db } from '../../platform/db/database.ts';
import { recordAudit } from '../account/index.ts';
import type { OrganizationDeps } from './organization.actions.ts';
import { organizationErrors } from './organization.schema.ts';
import type { OrganizationOf } from './organization.store.ts';
import {
  canViewOrganization,
  canViewTeam,
  needsPrivilege,
  type OrganizationStanding,
  type TeamStanding,
} from './permission.rules.ts';
import { teamErrors } from './team.schema.ts';
import type { TeamOf } from './team.store.ts';

/** Something to do: who may, and what the audit log calls it where a super admin does it by privilege alone. */
type AuditEventKind<Standing> = { can: (standing: Standing) => boolean; action: string };

type AuditDeps = Pick<OrganizationDeps, 'clock' | 'ids'>;

/** Throws `organization.not-member` or `organization.not-owner` where the actor may not do this in the organization. */
export function requirePermission(
  actor: Actor,
  organization: OrganizationOf,
  can: (standing: OrganizationStanding) => boolean,
): void {
  const standing = standingIn(organization, actor);
  if (can(standing)) return;
  throw canViewOrganization(standing) ? organizationErrors.notOwner() : organizationErrors.notMember();
}

/** Throws as `requirePermission` does, and writes down what takes privilege. */
export async function requirePermissionAudited(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  organization: OrganizationOf,
  deed: AuditEventKind<OrganizationStanding>,
): Promise<void> {
  requirePermission(actor, organization, deed.can);
  const standing = standingIn(organization, actor);
  await auditPrivilege(deps, db, actor, deed, 'organization', [{ id: organization.id, standing }]);
}

/** Writes down which of these organizations the actor is shown by privilege alone. */
export async function auditReads(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  organizations: readonly OrganizationOf[],
): Promise<void> {
  const subjects = organizations.map((organization) => ({
    id: organization.id,
    standing: standingIn(organization, actor),
  }));
  const deed = { can: canViewOrganization, action: 'organization.read' };
  await auditPrivilege(deps, db, actor, deed, 'organization', subjects);
}

/**
 * Throws where the actor may not do this in the team: `team.not-organization-member`, or to members of the organization
 * `team.not-admin`, unless it is another `refusal`.
 */
export function requireTeamRight(
  actor: Actor,
  team: TeamOf,
  can: (standing: TeamStanding) => boolean,
  refusal: () => Error = teamErrors.notAdmin,
): void {
  const standing = standingInTeam(team, actor);
  if (can(standing)) return;
  throw canViewTeam(standing) ? refusal() : teamErrors.notOrganizationMember();
}

/** Throws as `requireTeamRight` does, and writes down what takes privilege. */
export async function requireTeamPermissionAudited(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  team: TeamOf,
  deed: AuditEventKind<TeamStanding> & { refusal?: () => Error },
): Promise<void> {
  requireTeamRight(actor, team, deed.can, deed.refusal);
  const standing = standingInTeam(team, actor);
  await auditPrivilege(deps, db, actor, deed, 'team', [{ id: team.id, standing }]);
}

/** Writes down which of these teams the actor is shown by privilege alone. */
export async function auditTeamReads(deps: AuditDeps, db: Db, actor: Actor, teams: readonly TeamOf[]): Promise<void> {
  const subjects = teams.map((team) => ({ id: team.id, standing: standingInTeam(team, actor) }));
  await auditPrivilege(deps, db, actor, { can: canViewTeam, action: 'team.read' }, 'team', subjects);
}

async function auditPrivilege<Standing extends OrganizationStanding>(
  deps: AuditDeps,
  db: Db,
  actor: Actor,
  { can, action }: AuditEventKind<Standing>,
  subjectType: 'organization' | 'team',
  subjects: readonly { id: string; standing: Standing }[],
): Promise<void> {
  const subjectIds = subjects.filter(({ standing }) => needsPrivilege(can, standing)).map(({ id }) => id);
  if (subjectIds.length > 0) await recordAudit(deps, db, actor, { action, subjectType, subjectIds });
}

function standingIn(organization: OrganizationOf, { isSuperAdmin }: Actor): OrganizationStanding {
  return { isSuperAdmin, role: organization.user_role };
}

function standingInTeam(team: TeamOf, { isSuperAdmin, userId }: Actor): TeamStanding {
  return {
    isSuperAdmin,
    role: team.organization_role,
    teamRole: team.user_role,
    isNamedAdmin: team.admin_id === userId,
  };
}
