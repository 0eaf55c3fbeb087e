import { defineTable } from '#platform/db/table/table.ts';

export const SPONSOR_TABLES = [
  defineTable('sponsor', {
    holds:
      'Applications of sponsors, with their contact. A contact needs no account: a super admin deletes it on request',
    remains: {
      contact_name: 'The contact of an organization.',
      contact_email: 'The contact of an organization.',
      message: 'Written for an organization.',
    },
  }),
];
