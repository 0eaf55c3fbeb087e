import { erase, keep, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

const EVENT_IDS = 'Ids, deleted within an hour.';
const EVENT_COLUMNS = { kind: 'A kind of event.', data: EVENT_IDS, coalesce_key: 'An id or a date.' };

export const SEQUENCER_TABLES = [
  defineTable('event_outbox', {
    holds: 'Events on their way to clients, for seconds',
    omitted: TECHNICAL,
    deletion: [erase('actor_id'), keep('audience', EVENT_IDS, 'audience @> array[:id::text]')],
    remains: EVENT_COLUMNS,
  }),
  defineTable('event', {
    holds: 'Events for clients that reconnect, for an hour',
    omitted: TECHNICAL,
    deletion: [erase('actor_id'), keep('audience', EVENT_IDS, 'audience @> array[:id::text]')],
    remains: EVENT_COLUMNS,
  }),
  defineTable('event_sequence', {
    holds: 'The position of the newest event',
  }),
];
