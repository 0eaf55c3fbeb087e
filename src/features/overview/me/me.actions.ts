import type { Actor } from '../../../access/actor.ts';
import { executeRead, joinReads } from '../../../platform/db/read.ts';
import { selectOwnProfile } from '../../account/index.ts';
import { selectSubscription } from '../../billing/index.ts';
import { selectUnreadMessageCount } from '../../chat/index.ts';
import { selectAllowance, selectUnreadDropCount } from '../../encouragement/index.ts';
import { selectUnreadCount } from '../../notification/index.ts';
import { selectGroupsOf } from '../../organization/index.ts';
import { selectOwnWindow } from '../../workout-window/index.ts';
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
    window: selectOwnWindow(deps.db, actor),
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
