import { sql } from 'kysely';
import type { Tx } from '../../../platform/db/database.ts';

/** The ids of the organization's teams of which a user is a member. */
export async function listTeamIdsOfMember(tx: Tx, orgId: string, userId: string): Promise<string[]> {
  const teams = await tx
    .selectFrom('team_member')
    .select('team_id')
    .where('user_id', '=', userId)
    .where('org_id', '=', orgId)
    .execute();
  return teams.map(({ team_id }) => team_id);
}

/** Replaces the named admin in all teams of an organization. Returns the ids of the changed teams. */
export async function updateTeamAdmins(
  tx: Tx,
  orgId: string,
  formerAdminId: string,
  adminId: string,
  now: Date,
): Promise<string[]> {
  const teams = await tx
    .updateTable('team')
    .set({ admin_id: adminId, updated_at: now })
    .where('org_id', '=', orgId)
    .where('admin_id', '=', formerAdminId)
    .returning('id')
    .execute();
  return teams.map(({ id }) => id);
}

/**
 * Gives a user the role `admin` in teams of one organization, and adds them where they are not a member. Returns the ids of the
 * teams that they joined.
 */
export async function insertTeamAdmins(
  tx: Tx,
  admin: { teamIds: readonly string[]; orgId: string; userId: string; acceptedAt: Date | null; now: Date },
): Promise<string[]> {
  const { teamIds, orgId, userId, acceptedAt, now } = admin;
  const { rows } = await sql<{ team_id: string; is_new: boolean }>`
    insert into team_member (team_id, org_id, user_id, role, joined_at, accepted_at)
    select team_id, ${orgId}, ${userId}, 'admin', ${now}, ${acceptedAt} from unnest(${[...teamIds]}::uuid[]) team_id
    on conflict (user_id, team_id) do update set role = 'admin'
    -- PostgreSQL leaves xmax at 0 on a row that was inserted.
    returning team_id, xmax = 0 as is_new`.execute(tx);
  return rows.filter(({ is_new }) => is_new).map(({ team_id }) => team_id);
}
