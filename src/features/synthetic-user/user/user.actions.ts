import type { Actor } from '#access/actor.ts';
import { recordAudit, removeSyntheticProfile } from '#features/account';
import { leaveChains } from '#features/chain';
import { deleteCheckInsOf } from '#features/check-in';
import { discardFile } from '#features/media';
import { existsGroupLedBy } from '#features/organization';
import { type MatchingGroup, setWindowOpen } from '#features/workout-window';
import { type PageQuery, paginate } from '#platform/http/pagination.ts';
import type { SyntheticUserDeps } from '../deps.ts';
import { type SyntheticUser, syntheticUserErrors, type Toggle } from '../synthetic-user.schema.ts';
import {
  claimActivity,
  findSyntheticUser,
  listSyntheticUsers,
  lockSyntheticUser,
  type SyntheticUserRow,
} from '../synthetic-user.store.ts';

/** Lists a page of synthetic users, newest first. */
export async function listUsers(
  deps: SyntheticUserDeps,
  query: PageQuery,
): Promise<{ users: SyntheticUser[]; next_cursor: string | null }> {
  const { rows, next_cursor } = await paginate(query, (after, limit) => listSyntheticUsers(deps.db, after, limit));
  return { users: rows.map(viewOf), next_cursor };
}

/** Enables or disables a synthetic user. A disabled user leaves all chains in which they have not checked in. */
export async function toggleUser(
  deps: SyntheticUserDeps,
  actor: Actor,
  id: string,
  { isActive }: Toggle,
): Promise<SyntheticUser> {
  const { user, group } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const isChanged = await claimActivity(tx, id, isActive, now);
    const user = await findSyntheticUser(tx, id);
    if (user === undefined) throw syntheticUserErrors.notFound();
    if (!isChanged) return { user };
    const action = isActive ? 'synthetic-user.activate' : 'synthetic-user.deactivate';
    await recordAudit(deps, tx, actor, { action, subjectType: 'profile', subjectIds: [user.id] });
    return { user, group: await setWindowOpen(tx, user.id, isActive, now) };
  });
  if (group !== undefined) await rematch(deps, [group]);
  return viewOf(user);
}

/** Deletes a synthetic user with all their data, and closes the gaps in chains. */
export async function removeUser(deps: SyntheticUserDeps, actor: Actor, id: string): Promise<void> {
  const { files, groups, timezone } = await deps.db.transaction().execute(async (tx) => {
    // The second of two concurrent deletions finds no row.
    const user = await lockSyntheticUser(tx, id);
    if (user === undefined) throw syntheticUserErrors.notFound();
    // Foreign keys prevent new ownership after this check.
    if (await existsGroupLedBy(tx, user.id)) throw syntheticUserErrors.inCharge();
    const group = await setWindowOpen(tx, user.id, false, deps.clock.now());
    if (group === undefined) throw syntheticUserErrors.notFound();
    // Locks chains before the profile, in the same order as matching.
    const groups = await leaveChains(deps, tx, user.id, group.group);
    const photos = await deleteCheckInsOf(tx, user.id);
    await deps.identityAccounts.remove(tx, [user.id]);
    const uploads = await removeSyntheticProfile(deps, tx, user.id);
    await recordAudit(deps, tx, actor, {
      action: 'synthetic-user.delete',
      subjectType: 'profile',
      subjectIds: [user.id],
    });
    return { files: [...photos, ...uploads], groups, timezone: group.timezone };
  });
  for (const file of files) await discardFile(deps, file);
  await rematch(
    deps,
    groups.map((group) => ({ group, timezone })),
  );
}

/** Matches groups again, each in its own time zone. */
export async function rematch(deps: SyntheticUserDeps, groups: readonly MatchingGroup[]): Promise<void> {
  for (const { group, timezone } of groups) await deps.rebuildChains([group], timezone);
}

export function viewOf(row: SyntheticUserRow): SyntheticUser {
  return {
    id: row.id,
    user_name: row.user_name,
    is_ai: row.is_ai,
    region: row.region,
    city: row.city,
    state: row.state,
    timezone: row.timezone,
    activity_type: row.activity_type,
    custom_activity: row.custom_activity,
    window_start_time: row.window_start_time,
    window_end_time: row.window_end_time,
    check_in_probability: row.check_in_probability,
    is_active: row.is_active,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
