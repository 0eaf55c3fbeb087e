import type { Actor } from '../../../access/actor.ts';
import { readProfile } from '../../account/index.ts';
import { readSubscription } from '../../billing/index.ts';
import { countUnreadDrops, readAllowance } from '../../encouragement/index.ts';
import { countUnreadOf } from '../../notification/index.ts';
import { listGroupsOf } from '../../organization/index.ts';
import { readOwnWindow } from '../../workout-window/index.ts';
import type { OverviewDeps } from '../deps.ts';
import type { Me } from './me.schema.ts';

/** What a client shows around every screen. One statement after another, so that a request holds one connection. */
export async function readMe(deps: OverviewDeps, actor: Actor): Promise<Me> {
  const { userId } = actor;
  const profile = await readProfile(deps, actor);
  const unreadNotifications = await countUnreadOf(deps.db, userId);
  const unreadDrops = await countUnreadDrops(deps.db, userId);
  const { total_available } = await readAllowance(deps, actor);
  const subscription = await readSubscription(deps, actor);
  const { organizations, teams } = await listGroupsOf(deps.db, userId);
  const { window } = await readOwnWindow(deps, actor);
  return {
    profile,
    is_email_verification_required: deps.requiresVerifiedAddress,
    unread_notifications: unreadNotifications,
    unread_drops: unreadDrops,
    drops_to_send: total_available,
    subscription,
    organizations,
    teams,
    window,
  };
}
