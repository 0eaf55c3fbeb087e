import { anonymize, BY_ID } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const IMPERSONATION_TABLES = [
  defineTable('impersonation', {
    holds: 'Impersonations by super admins',
    owner: 'target_id',
    collections: {
      'account/impersonations': {
        description: 'When a super admin acted as the user, and why.',
        fields: { id: Id, reason: Text, created_at: Instant, expires_at: Instant, ended_at: optional(Instant) },
        omits: { 'Of the super admin.': ['admin_id'] },
      },
    },
    deletion: [
      anonymize('target_id', { reason: `'Erased'` }, `The log stays. ${BY_ID}`),
      anonymize('admin_id', { reason: `'Erased'` }, `The log stays. ${BY_ID}`),
    ],
  }),
];
