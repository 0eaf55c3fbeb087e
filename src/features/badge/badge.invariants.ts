import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const BADGE_INVARIANTS: readonly Invariant[] = [
  {
    name: 'badge.counts',
    holds: 'A badge has the counts of its sender of drops, and no sender has fewer drops than are stored.',
    advice: 'The next drop of the user calculates the badge again.',
    find: violationsOf(sql`
      select 'badge ' || badge.user_id as violation
      from badge left join drop_sender sender on sender.user_id = badge.user_id
      where (badge.total_drops_sent, badge.engagement_increases, badge.bonus_drops_earned)
        is distinct from (sender.total_sent, sender.engagement_increases, sender.bonus_earned)
      union all
      select 'drop_sender ' || sender_id
      from drop_sent left join drop_sender sender on sender.user_id = sender_id
      where sender_id is not null
      group by sender_id, sender.total_sent having count(*) > coalesce(sender.total_sent, 0)`),
  },
];
