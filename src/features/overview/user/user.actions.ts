import type { Actor } from '#access/actor.ts';
import { existsDropBetween } from '#features/encouragement';
import { existsVisibleEntryBy } from '#features/journal';
import type { OverviewDeps } from '../deps.ts';
import { type UserView, userErrors } from './user.schema.ts';
import { findUserFor, type UserRow } from './user.store.ts';

/**
 * Reads a user that the actor knows: by a common group, a chain or squad, a drop between them, or a visible entry. Super admins read all
 * users.
 */
export async function readUser(deps: OverviewDeps, actor: Actor, id: string): Promise<UserView> {
  const user = await findUserFor(deps.db, actor.userId, id);
  if (user === undefined || !(await isKnown(deps, actor, user))) throw userErrors.notFound();
  return {
    id: user.id,
    full_name: user.full_name,
    avatar_url: user.avatar_url,
    is_ai: user.is_ai,
    shared_organizations: user.shared_organizations,
    shared_teams: user.shared_teams,
    is_blocked: user.is_blocked,
  };
}

async function isKnown({ db }: OverviewDeps, actor: Actor, user: UserRow): Promise<boolean> {
  if (actor.isSuperAdmin || user.id === actor.userId) return true;
  if (!user.is_active || user.has_blocked) return false;
  // The list of blocked users names them too.
  if (user.is_blocked || user.is_linked) return true;
  if (user.shared_organizations.length > 0 || user.shared_teams.length > 0) return true;
  return (await existsVisibleEntryBy(db, actor, user.id)) || existsDropBetween(db, actor.userId, user.id);
}
