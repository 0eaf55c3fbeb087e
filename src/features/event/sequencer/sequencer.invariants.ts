import { sql } from 'kysely';
import { type Invariant, violationsOf } from '#platform/db/invariant.ts';

export const EVENT_INVARIANTS: readonly Invariant[] = [
  {
    name: 'event.sequence',
    holds: 'There is one sequence of events, no stored event is behind its end, and events are stored in their order.',
    advice: 'Clients may miss events until they load again. Restart all nodes. If it stays, report it as a bug.',
    find: violationsOf(sql`
      select 'event_sequence: ' || count(*) || ' rows' as violation from event_sequence having count(*) <> 1
      union all
      select 'event ' || position || ' after ' || last_position from event, event_sequence where position > last_position
      union all
      select 'event ' || position || ' stored before its predecessor'
      from (select position, stored_at, lag(stored_at) over (order by position) as previous_at from event) as ordered
      where stored_at < previous_at - interval '1 minute'`),
  },
];
