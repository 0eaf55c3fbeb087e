import { sql } from 'kysely';
import { anonymize, DECIDED_BY, eraseByEmail } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const WAITLIST_TABLES = [
  defineTable('waitlist_entry', {
    holds: 'Entries of the waitlist',
    collections: {
      'account/waitlist': {
        description: 'The entry of the waitlist with the verified e-mail address of the user.',
        fields: { id: Id, email: Text, name: optional(Text), note: optional(Text), status: Text, created_at: Instant },
        rows: (userId) => sql`
          select waitlist_entry.* from waitlist_entry join profile on lower(profile.email) = lower(waitlist_entry.email)
          where profile.id = ${userId} and email_verified`,
        omits: {
          'Of the super admin who decided.': ['decided_at', 'decided_by'],
          'Of a repeated request.': ['asked_at'],
        },
      },
    },
    deletion: [eraseByEmail('email'), anonymize('decided_by', { decided_by: 'null' }, DECIDED_BY)],
    remains: { name: 'Of another address.', note: 'Of another address.' },
  }),
];
