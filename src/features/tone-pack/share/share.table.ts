import { sql } from 'kysely';
import { erase } from '#platform/db/table/deletion-rules.ts';
import { Id, Instant, optional, Text } from '#platform/db/table/record-fields.ts';
import { defineTable } from '#platform/db/table/table.ts';

export const SHARE_TABLES = [
  defineTable('tone_pack_share', {
    holds: 'Tone packs shared with the user',
    owner: 'user_id',
    collections: {
      'packs/shares-given': {
        description: 'Shares of own packs. Of a share by e-mail, the address is not stored.',
        fields: { id: Id, pack_id: Id, user_id: optional(Id), created_at: Instant },
        rows: (userId) => sql`
          select share.id, pack_id, user_id, share.created_at
          from tone_pack_share share join tone_pack on tone_pack.id = pack_id
          where owner_id = ${userId} and email_share_id is null
          union all
          select share.id, pack_id, null, share.created_at
          from tone_pack_email_share share join tone_pack on tone_pack.id = pack_id where owner_id = ${userId}`,
        omits: { 'Digests of the address of the other user.': ['email_digest'] },
        shows: { email_share_id: 'user_id' },
        tables: ['tone_pack_share', 'tone_pack_email_share'],
      },
      'packs/shares-received': {
        description: 'Packs that others share with the user.',
        fields: { pack_id: Id, pack_name: Text, created_at: Instant },
        omits: { 'Names the share.': ['id', 'email_share_id'] },
        order: ['created_at', 'pack_id'],
        rows: (userId) => sql`
          select pack_id, name as pack_name, tone_pack_share.created_at
          from tone_pack_share join tone_pack on tone_pack.id = pack_id where user_id = ${userId}`,
      },
    },
    deletion: [erase('user_id')],
  }),
  defineTable('tone_pack_email_share', {
    holds: 'Digests of email addresses that packs are shared with',
    deletion: [erase('email_digest', `email_digest in (select sha256(convert_to(unnest(:emails), 'UTF8')))`)],
  }),
];
