import type { Actor } from '#access/actor.ts';
import { parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import { armsOf, parseSearch } from '#platform/text/search/query.ts';
import { accountErrors } from '../account.schema.ts';
import { ALL_USERS_ID, recordAudit } from '../audit/audit.actions.ts';
import type { AccountDeps } from '../deps.ts';
import { updateEndOfImpersonations } from '../impersonation/impersonation.store.ts';
import { viewOfProfile } from '../profile/profile.actions.ts';
import type { Profile } from '../profile/profile.schema.ts';
import { findProfile, type ProfileRow } from '../profile/profile.store.ts';
import { leavesNoSuperAdmin } from './user-admin.rules.ts';
import { type ProfileQuery, type RoleChange, type UserChange, userErrors } from './user-admin.schema.ts';
import {
  listProfiles,
  lockUserAndSuperAdmins,
  type ProfileSearch,
  type UserValues,
  updateUser,
} from './user-admin.store.ts';

type UserAdminDeps = Pick<AccountDeps, 'db' | 'clock' | 'ids'>;
type UserChangeDeps = UserAdminDeps & Pick<AccountDeps, 'awaitInvalidation'>;

/** All users, newest first, or those that match `q`, including inactive and synthetic ones. The request is audited. */
export async function listProfilesAudited(
  deps: UserAdminDeps,
  actor: Actor,
  query: ProfileQuery,
): Promise<{ profiles: Profile[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const page = await deps.db.transaction().execute(async (tx) => {
    const found = toPage(await listProfiles(tx, searchOf(query.q), after, limit + 1), limit);
    await recordAudit(deps, tx, actor, {
      action: 'account.list-people',
      subjectType: 'profile',
      subjectIds: [ALL_USERS_ID],
      details: { found: found.rows.length, is_search: query.q !== undefined },
    });
    return found;
  });
  return { profiles: page.rows.map(viewOfProfile), next_cursor: writeCursor(page.next) };
}

function searchOf(text: string | undefined): ProfileSearch | undefined {
  if (text === undefined) return undefined;
  const search = parseSearch(text);
  return { text, search, arms: armsOf(search) };
}

/** The profile of a user. The request is audited. */
export async function readProfileAudited(deps: UserAdminDeps, actor: Actor, id: string): Promise<Profile> {
  const user = await findProfile(deps.db, id);
  if (user === undefined) throw userErrors.notFound();
  await recordAudit(deps, deps.db, actor, {
    action: 'account.read-person',
    subjectType: 'profile',
    subjectIds: [user.id],
  });
  return viewOfProfile(user);
}

/**
 * Changes the role of a user. A promotion counts from their next access token on, a demotion from their next request.
 */
export async function changeRole(
  deps: UserChangeDeps,
  actor: Actor,
  id: string,
  { role }: RoleChange,
): Promise<Profile> {
  return updateAudited(deps, actor, id, (user) => {
    if (role === user.role) return null;
    if (role === 'super_admin' && user.is_ai) throw userErrors.aiCannotAdminister();
    return {
      values: { role, role_changed_at: deps.clock.now() },
      events: [{ action: 'account.change-role', details: { from: user.role, to: role } }],
    };
  });
}

/** Blocks a user from their next request on, or unblocks them, or changes whether they are a classroom user. */
export async function changeUser(deps: UserChangeDeps, actor: Actor, id: string, change: UserChange): Promise<Profile> {
  return updateAudited(deps, actor, id, (user) => {
    // During a deletion the profile is inactive whatever the super admin decides; the decision counts after a restore.
    const wasActive = user.erase_at === null ? user.is_active : !user.is_deactivated;
    const { is_active = wasActive, is_classroom = user.is_classroom } = change;
    const events: EventDetails[] = [];
    if (is_active !== wasActive) {
      const details = { is_active: { from: wasActive, to: is_active } };
      events.push({ action: is_active ? 'account.unblock' : 'account.block', details });
    }
    if (is_classroom !== user.is_classroom) {
      const details = { is_classroom: { from: user.is_classroom, to: is_classroom } };
      events.push({ action: 'account.change-classroom', details });
    }
    const photos = { photos_inactive_since: is_active ? null : deps.clock.now() };
    const values = {
      is_active: is_active && user.erase_at === null,
      is_deactivated: !is_active,
      is_classroom,
      ...(is_active !== user.is_active && photos),
    };
    return events.length === 0 ? null : { values, events };
  });
}

type EventDetails = { action: string; details: Record<string, unknown> };
type AuditedChange = { values: UserValues; events: EventDetails[] };

/** Makes the change that `decide` returns, if any, and records its audit events. */
async function updateAudited(
  deps: UserChangeDeps,
  actor: Actor,
  id: string,
  decide: (user: ProfileRow) => AuditedChange | null,
): Promise<Profile> {
  const profile = await deps.db.transaction().execute(async (tx) => {
    const { user, superAdminIds } = await lockUserAndSuperAdmins(tx, id);
    // If two super admins demote each other concurrently, the second is demoted by now.
    if (!superAdminIds.includes(actor.userId)) throw accountErrors.notSuperAdmin();
    if (user === undefined || user.deleted_at !== null) throw userErrors.notFound();
    const change = decide(user);
    if (change === null) return viewOfProfile(user);
    const { role, is_active: isActive } = { ...user, ...change.values };
    if (leavesNoSuperAdmin(superAdminIds, user.id, { role, isActive })) throw userErrors.lastSuperAdmin();
    for (const event of change.events) {
      await recordAudit(deps, tx, actor, { ...event, subjectType: 'profile', subjectIds: [user.id] });
    }
    const now = deps.clock.now();
    // Otherwise an impersonation would continue when the user is unblocked or promoted again.
    if (role !== user.role || isActive !== user.is_active) await updateEndOfImpersonations(tx, user.id, now);
    return viewOfProfile(await updateUser(tx, user.id, change.values, now));
  });
  await deps.awaitInvalidation();
  return profile;
}
