import { erase, eraseByEmail } from '#platform/db/table/deletion-rules.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const PROMOTION_TABLES = [
  defineTable('super_admin_grant', {
    holds: 'Addresses that the configuration promoted',
    omitted: 'A setting of the instance.',
    deletion: [erase('profile_id'), eraseByEmail('email')],
  }),
];
