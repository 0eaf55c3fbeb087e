import type { Actor } from '#access/actor.ts';
import { selectOwnProfile } from '#features/account';
import { selectSubscription } from '#features/billing';
import { selectUnreadMessageCount } from '#features/chat';
import { selectAllowance, selectUnreadDropCount } from '#features/encouragement';
import { selectUnreadCount } from '#features/notification';
import { selectGroupsOf } from '#features/organization';
import { selectOwnWindow } from '#features/workout-window';
import { executeRead, joinReads } from '#platform/db/read.ts';
import type { OverviewDeps } from '../deps.ts';
import type { Me } from './me.schema.ts';
import { zoneClockOf } from './zone-clock.rules.ts';

/** What a client shows around every screen, in one statement. */
export async function readMe(deps: OverviewDeps, actor: Actor): Promise<Me> {
  const { userId } = actor;
  const now = deps.clock.now();
  const reads = {
    profile: selectOwnProfile(deps, actor),
    unread_notifications: selectUnreadCount(userId),
    unread_drops: selectUnreadDropCount(userId),
    unread_messages: selectUnreadMessageCount(userId, now),
    allowance: selectAllowance(deps, actor),
    subscription: selectSubscription(deps, actor),
    groups: selectGroupsOf(userId),
    window: selectOwnWindow(deps, actor),
  };
  const { allowance, groups, ...me } = await executeRead(deps.db, joinReads(reads));
  const { timezone, day_start = '00:00' } = me.profile.preferences;
  return {
    ...me,
    ...groups,
    is_email_verification_required: deps.requiresVerifiedAddress,
    drops_to_send: allowance.total_available,
    time_zone: timezone === undefined ? null : { ...zoneClockOf(timezone, now), day_start },
  };
}
