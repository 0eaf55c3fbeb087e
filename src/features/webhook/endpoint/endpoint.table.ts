import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text, Texts } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const ENDPOINT_TABLES = [
  defineTable('webhook_endpoint', {
    holds: 'Webhooks of the user, with sealed secrets',
    owner: 'user_id',
    collections: {
      'notifications/webhooks': {
        description: 'Webhooks of the user, without their secrets.',
        fields: {
          id: Id,
          url: Text,
          description: Text,
          kinds: Texts,
          paused_at: optional(Instant),
          created_at: Instant,
          updated_at: Instant,
        },
        omits: {
          'Progress of the work.': ['failing_since', 'lease_id', 'leased_until', 'pause_reason'],
          'Null for a webhook of a user.': ['org_id'],
          'Sealed secrets.': ['previous_secret', 'previous_secret_expires_at', 'secret'],
        },
      },
    },
    deletion: [erase('user_id')],
  }),
];
