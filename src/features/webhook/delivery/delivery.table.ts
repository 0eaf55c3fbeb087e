import { erase, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const DELIVERY_TABLES = [
  defineTable('webhook_attempt', {
    holds: 'Calls of webhooks, deleted with their delivery',
    remains: { response_excerpt: 'Of the receiver.' },
  }),
  defineTable('webhook_delivery', {
    holds: 'Events sent to webhooks, for 30 days',
    expires: { name: 'webhook_deliveries', of: 'their creation', column: 'created_at', days: 30 },
    omitted: TECHNICAL,
    deletion: [erase('actor_id')],
  }),
];
