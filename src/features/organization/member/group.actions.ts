import type { Actor } from '#access/actor.ts';
import type { Db, Tx } from '#platform/db/database.ts';
import { requireOrganization } from '../organization/organization.actions.ts';
import { lockOrganization, type OrganizationWithRole } from '../organization/organization.store.ts';
import { requireTeam } from '../team/team.actions.ts';
import { lockOrganizationOfTeam, type TeamWithRole } from '../team/team.store.ts';
import type { GroupPath } from './member.schema.ts';

/** An organization or a team, with its organization and the roles of the actor. */
export type Group =
  | ({ kind: 'organization'; org_id: string } & OrganizationWithRole)
  | ({ kind: 'team' } & TeamWithRole);

export async function requireGroup(db: Db, actor: Actor, { kind, id }: GroupPath): Promise<Group> {
  if (kind === 'team') return { kind, ...(await requireTeam(db, actor, id)) };
  const organization = await requireOrganization(db, actor, id);
  return { kind, org_id: organization.id, ...organization };
}

/** Locks a group by its organization (see `lockOrganization`) and reads it. */
export async function lockGroup(tx: Tx, actor: Actor, path: GroupPath): Promise<Group> {
  await (path.kind === 'organization' ? lockOrganization(tx, path.id) : lockOrganizationOfTeam(tx, path.id));
  return requireGroup(tx, actor, path);
}
