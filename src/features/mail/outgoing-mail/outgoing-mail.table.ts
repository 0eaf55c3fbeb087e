import { sql } from 'kysely';
import { erase, eraseByEmail } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const OUTGOING_MAIL_TABLES = [
  defineTable('outgoing_mail', {
    holds: 'Mail from and to the user',
    owner: ['user_id', 'sender_id'],
    collections: {
      'mail/sent': {
        description: 'Mails that the user sent.',
        fields: {
          id: Id,
          recipient_email: Text,
          subject: Text,
          status: Text,
          created_at: Instant,
          updated_at: Instant,
        },
        rows: (userId) => sql`
          select * from outgoing_mail where sender_id = ${userId} and category = 'personal'`,
        omits: {
          'Progress of the work.': ['attempts', 'content_digest', 'dedupe_key', 'expires_at', 'next_attempt_at'],
          'What the template shows, deleted when it is sent.': ['data'],
          'Of the recipient.': ['external_recipient_id'],
          'The same for all mails that the user sent.': ['category'],
        },
      },
      'mail/received': {
        description: 'Mails of Meadow to the user.',
        fields: {
          id: Id,
          category: Text,
          recipient_email: Text,
          subject: Text,
          status: Text,
          created_at: Instant,
          updated_at: Instant,
        },
        rows: (userId) => sql`select * from outgoing_mail where user_id = ${userId}`,
        omits: {
          'Progress of the work.': ['attempts', 'content_digest', 'dedupe_key', 'expires_at', 'next_attempt_at'],
          'What the template shows, deleted when it is sent.': ['data'],
          'Null for a mail to a user.': ['external_recipient_id'],
        },
      },
    },
    expires: { name: 'sent_mails', of: 'their creation', column: 'created_at', days: 90 },
    deletion: [erase('user_id'), erase('sender_id'), erase('external_recipient_id'), eraseByEmail('recipient_email')],
  }),
];
