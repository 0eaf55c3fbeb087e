import { sql } from 'kysely';
import { Id, Instant, Text } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Mails. Their texts are not stored. */
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
];
