import { erase, TECHNICAL } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const INCOMING_MAIL_TABLES = [
  defineTable('incoming_mail', {
    holds: 'Digests of received mail',
    owner: 'user_id',
    // Longer than any mail server retries.
    expires: { name: 'received_mails', of: 'their receipt', column: 'received_at', days: 30 },
    omitted: TECHNICAL,
    deletion: [erase('user_id')],
  }),
  defineTable('journal_mail', {
    holds: 'Emails to the journal, with all of their text',
    owner: 'user_id',
    collections: {
      'mail/journal': {
        description: 'Emails to the journal, with all of their text, also of what became no entry.',
        fields: {
          id: Id,
          subject: Text,
          content: Text,
          entry_id: optional(Id),
          reason: optional(Text),
          created_at: Instant,
        },
      },
    },
    expires: { name: 'journal_mails', of: 'their receipt', column: 'created_at', days: 90 },
    deletion: [erase('user_id')],
  }),
];
