import { anonymize, COUNTER, DECIDED_BY, erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const REPORT_TABLES = [
  defineTable('report', {
    holds: 'Reports by and about the user',
    owner: 'reporter_id',
    collections: {
      'account/reports': {
        description: 'Reports that the user filed.',
        fields: { id: Id, subject_type: Text, subject_id: Id, reason: Text, status: Text, created_at: Instant },
        omits: { 'Of the super admin who decided.': ['decided_at', 'decided_by', 'note'] },
      },
    },
    deletion: [
      erase('reporter_id'),
      erase(
        'subject_id',
        `subject_type = 'user' and subject_id = :id
          or subject_type = 'drop' and subject_id in (select id from drop_sent where sender_id = :id)
          or subject_type = 'photo' and subject_id in (select id from check_in where user_id = :id)
          or subject_type = 'chat_message' and subject_id in (select id from chat_message where sender_id = :id)`,
      ),
      anonymize('decided_by', { decided_by: 'null' }, DECIDED_BY),
    ],
    remains: { note: 'Of another super admin, about another user.', reason: 'Of another user, about another user.' },
  }),
  defineTable('report_count', {
    holds: 'Reports by day',
    owner: 'user_id',
    expires: { name: 'report_counts', of: 'their day', column: 'day', days: 2 },
    omitted: COUNTER,
    deletion: [erase('user_id')],
  }),
];
