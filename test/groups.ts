import type { Deps } from '../src/deps.ts';
import type { Person } from './start-test-app.ts';

/** What a factory needs to write rows with. */
type FactoryDeps = Pick<Deps, 'db' | 'clock' | 'ids'>;

/** An organization with its owner, who has a membership row as well, and its other members. Returns its id. */
export async function createOrganization(
  deps: FactoryDeps,
  owner: Person,
  members: readonly Person[] = [],
): Promise<string> {
  const id = deps.ids.next();
  const now = deps.clock.now();
  await deps.db
    .insertInto('organization')
    .values({ id, name: 'An organization', owner_id: owner.id, created_at: now, updated_at: now })
    .execute();
  const people = [{ person: owner, role: 'owner' }, ...members.map((person) => ({ person, role: 'member' }))];
  await deps.db
    .insertInto('organization_member')
    .values(people.map(({ person, role }) => ({ org_id: id, user_id: person.id, role, joined_at: now })))
    .execute();
  return id;
}

/** A team of an organization, with its admin and its other members, who all belong to the organization. Returns its id. */
export async function createTeam(
  deps: FactoryDeps,
  organizationId: string,
  admin: Person,
  members: readonly Person[] = [],
): Promise<string> {
  const id = deps.ids.next();
  const now = deps.clock.now();
  await deps.db
    .insertInto('team')
    .values({ id, org_id: organizationId, name: 'A team', admin_id: admin.id, created_at: now, updated_at: now })
    .execute();
  const people = [{ person: admin, role: 'admin' }, ...members.map((person) => ({ person, role: 'member' }))];
  await deps.db
    .insertInto('team_member')
    .values(
      people.map(({ person, role }) => ({
        team_id: id,
        org_id: organizationId,
        user_id: person.id,
        role,
        joined_at: now,
      })),
    )
    .execute();
  return id;
}

/** Ends a membership of a team by taking its row away, without what the interface would do besides. */
export async function deleteTeamMember(deps: FactoryDeps, teamId: string, member: Person): Promise<void> {
  await deps.db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', '=', member.id).execute();
}
