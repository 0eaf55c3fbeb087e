import { sql } from 'kysely';
import { Id, Instant, optional, Text } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Mails. Only of those to the journal are texts stored. */
export const MAIL = [
  defineCollection('mail/sent', {
    description: 'Mails that the user sent.',
    fields: { id: Id, recipient_email: Text, subject: Text, status: Text, created_at: Instant, updated_at: Instant },
    rows: (userId) => sql`
      select * from outgoing_mail where sender_id = ${userId} and category = 'personal'`,
  }),
  defineCollection('mail/received', {
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
  }),
  defineCollection('mail/journal', {
    description: 'Emails to the journal, with all of their text, also of what became no entry.',
    fields: {
      id: Id,
      subject: Text,
      content: Text,
      entry_id: optional(Id),
      reason: optional(Text),
      created_at: Instant,
    },
    rows: (userId) => sql`select * from journal_mail where user_id = ${userId}`,
  }),
];
