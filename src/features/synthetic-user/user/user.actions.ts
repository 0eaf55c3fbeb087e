import type { Actor } from '../../../access/actor.ts';
import type { Background } from '../../../platform/background.ts';
import type { Db } from '../../../platform/db/database.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../../platform/http/pagination.ts';
import type { Ids } from '../../../platform/ids.ts';
import type { IdentityAccounts } from '../../../providers/identity/identity.ts';
import { recordAudit, removeSyntheticProfile } from '../../account/index.ts';
import { leaveChains } from '../../chain/index.ts';
import { removeCheckInsOf } from '../../check-in/index.ts';
import { discardFile, type MediaDeps } from '../../media/index.ts';
import { isInChargeOfGroups } from '../../organization/index.ts';
import { type MatchingPlace, setWindowOpen } from '../../workout-window/index.ts';
import { type SyntheticUser, syntheticUserErrors, type Toggle } from '../synthetic-user.schema.ts';
import {
  claimActivity,
  findSyntheticUser,
  listSyntheticUsers,
  lockSyntheticUser,
  type SyntheticUserRow,
} from '../synthetic-user.store.ts';

export type SyntheticUserDeps = MediaDeps & {
  db: Db;
  ids: Ids;
  background: Background;
  identityAccounts: IdentityAccounts;
  /** Matches the people of these groups anew, for today and tomorrow as the time zone has them. It never throws. */
  rebuildChains: (groups: readonly string[], timezone: string) => Promise<void>;
};

/** All synthetic people, newest first. */
export async function listUsers(
  deps: SyntheticUserDeps,
  query: PageQuery,
): Promise<{ users: SyntheticUser[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = toPage(await listSyntheticUsers(deps.db, after, limit + 1), limit);
  return { users: page.rows.map(viewOf), next_cursor: writeCursor(page.next) };
}

/**
 * Takes a synthetic person out of chains from now on, unless they have checked in, or lets them in again. Asking for what is so
 * already changes nothing. Throws `synthetic-user.not-found`.
 */
export async function toggleUser(
  deps: SyntheticUserDeps,
  actor: Actor,
  id: string,
  { isActive }: Toggle,
): Promise<SyntheticUser> {
  const { user, place } = await deps.db.transaction().execute(async (tx) => {
    const now = deps.clock.now();
    const isChanged = await claimActivity(tx, id, isActive, now);
    const user = await findSyntheticUser(tx, id);
    if (user === undefined) throw syntheticUserErrors.notFound();
    if (!isChanged) return { user };
    const action = isActive ? 'synthetic-user.activate' : 'synthetic-user.deactivate';
    await recordAudit(deps, tx, actor, { action, subjectType: 'profile', subjectIds: [user.id] });
    return { user, place: await setWindowOpen(tx, user.id, isActive, now) };
  });
  if (place !== undefined) await rematch(deps, [place]);
  return viewOf(user);
}

/**
 * Deletes a synthetic person and all that is theirs, and closes the gaps that they leave in chains. Throws
 * `synthetic-user.not-found` and `synthetic-user.in-charge`.
 */
export async function removeUser(deps: SyntheticUserDeps, actor: Actor, id: string): Promise<void> {
  const { files, groups, timezone } = await deps.db.transaction().execute(async (tx) => {
    // Of two who delete at once, the second finds nobody any more.
    const user = await lockSyntheticUser(tx, id);
    if (user === undefined) throw syntheticUserErrors.notFound();
    // Foreign keys hold whoever gets into charge after this.
    if (await isInChargeOfGroups(tx, user.id)) throw syntheticUserErrors.inCharge();
    const place = await setWindowOpen(tx, user.id, false, deps.clock.now());
    if (place === undefined) throw syntheticUserErrors.notFound();
    // Chains before the profile, as whoever matches takes them.
    const groups = await leaveChains(deps, tx, user.id, place.group);
    const photos = await removeCheckInsOf(tx, user.id);
    await deps.identityAccounts.remove(tx, [user.id]);
    const uploads = await removeSyntheticProfile(deps, tx, user.id);
    const deed = { action: 'synthetic-user.delete', subjectType: 'profile', subjectIds: [user.id] };
    await recordAudit(deps, tx, actor, deed);
    return { files: [...photos, ...uploads], groups, timezone: place.timezone };
  });
  for (const file of files) await discardFile(deps, file);
  const places = groups.map((group) => ({ group, timezone }));
  await rematch(deps, places);
}

/** Matches groups anew, each in its own calendar. */
export async function rematch(deps: SyntheticUserDeps, places: readonly MatchingPlace[]): Promise<void> {
  for (const { group, timezone } of places) await deps.rebuildChains([group], timezone);
}

/** A synthetic person as super admins see them. */
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
