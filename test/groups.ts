import type { Deps } from '#app/deps.ts';
import type { Person, TestApp } from './start-test-app.ts';

/** What a factory needs to write rows with. */
type FactoryDeps = Pick<Deps, 'db' | 'clock' | 'ids'>;

/** An organization with its owner, who has a membership row as well, and its other members, who have accepted. Returns its id. */
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
  const people = [
    { person: owner, role: 'owner' as const },
    ...members.map((person) => ({ person, role: 'member' as const })),
  ];
  await deps.db
    .insertInto('organization_member')
    .values(
      people.map(({ person, role }) => ({ org_id: id, user_id: person.id, role, joined_at: now, accepted_at: now })),
    )
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
  const people = [
    { person: admin, role: 'admin' as const },
    ...members.map((person) => ({ person, role: 'member' as const })),
  ];
  await deps.db
    .insertInto('team_member')
    .values(
      people.map(({ person, role }) => ({
        team_id: id,
        org_id: organizationId,
        user_id: person.id,
        role,
        joined_at: now,
        accepted_at: now,
      })),
    )
    .execute();
  return id;
}

/**
 * An organization with one team: its owner, who is not in the team; the team's named admin (`lead`), another `admin` and a
 * `member`; a `colleague` in the organization alone; and a `stranger`. `roles` are those in the team.
 */
export async function createCommunity({ person, deps }: Pick<TestApp, 'person' | 'deps'>) {
  const people = await Promise.all([person(), person(), person(), person(), person(), person()]);
  const [owner, lead, admin, member, colleague, stranger] = people;
  const org = await createOrganization(deps, owner, [lead, admin, member, colleague]);
  const team = await createTeam(deps, org, lead, [admin, member]);
  await deps.db.updateTable('team_member').set({ role: 'admin' }).where('user_id', '=', admin.id).execute();
  const roles = { [lead.id]: 'admin', [admin.id]: 'admin', [member.id]: 'member' };
  return { owner, lead, admin, member, colleague, stranger, org, team, roles };
}

/** Ends a membership of a team by taking its row away, without what the interface would do besides. */
export async function deleteTeamMember(deps: FactoryDeps, teamId: string, member: Person): Promise<void> {
  await deps.db.deleteFrom('team_member').where('team_id', '=', teamId).where('user_id', '=', member.id).execute();
}

/** Who belongs to an organization and in which role, by the ids of the people. */
export async function organizationRoles(deps: FactoryDeps, organizationId: string): Promise<Record<string, string>> {
  const rows = await deps.db
    .selectFrom('organization_member')
    .select(['user_id', 'role'])
    .where('org_id', '=', organizationId)
    .execute();
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}

/** Who belongs to a team and in which role, by the ids of the people. */
export async function teamRoles(deps: FactoryDeps, teamId: string): Promise<Record<string, string>> {
  const rows = await deps.db
    .selectFrom('team_member')
    .select(['user_id', 'role'])
    .where('team_id', '=', teamId)
    .execute();
  return Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role]));
}
