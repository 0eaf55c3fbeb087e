import { sql } from 'kysely';
import { File, Flag, Id, Instant, optional, Text, Whole } from './collection.schema.ts';
import { defineCollection } from './collection.store.ts';

/** Drops, the currency, payments, and packs of images. */
export const ECONOMY = [
  defineCollection('wallet/transactions', {
    description: 'Every change of the balance of drops.',
    fields: { id: Id, type: Text, amount: Whole, balance_after: Whole, description: Text, created_at: Instant },
    rows: (userId) => sql`select * from drops_transaction where user_id = ${userId}`,
  }),
  defineCollection('account/subscriptions', {
    description: 'Subscriptions.',
    fields: { id: Id, payment_subscription_id: Text, status: Text, created_at: Instant },
    rows: (userId) => sql`select * from subscription where user_id = ${userId}`,
  }),
  defineCollection('packs/packs', {
    description: 'Packs of images that the user made.',
    fields: {
      id: Id,
      name: Text,
      description: Text,
      theme: Text,
      is_public: Flag,
      price_drops: Whole,
      unlisted_at: optional(Instant),
      created_at: Instant,
      updated_at: Instant,
    },
    rows: (userId) => sql`select * from tone_pack where owner_id = ${userId}`,
  }),
  defineCollection('packs/images', {
    description: 'The images of the packs that the user made.',
    fields: { pack_id: Id, tone: Text, color: optional(Text), file: File, created_at: Instant },
    order: ['pack_id', 'tone'],
    rows: (userId) => sql`
      select pack_id, tone, color, tone_pack_image.created_at,
        'media/tone-packs/' || pack_id || '/' || tone || substring(image_key from '\\.[a-z]+$') as file
      from tone_pack_image join tone_pack on tone_pack.id = pack_id where owner_id = ${userId}`,
  }),
  defineCollection('packs/shares-given', {
    description: 'Shares of own packs. Of a share by e-mail, the address is not stored.',
    fields: { id: Id, pack_id: Id, user_id: optional(Id), created_at: Instant },
    rows: (userId) => sql`
      select share.id, pack_id, user_id, share.created_at
      from tone_pack_share share join tone_pack on tone_pack.id = pack_id
      where owner_id = ${userId} and email_share_id is null
      union all
      select share.id, pack_id, null, share.created_at
      from tone_pack_email_share share join tone_pack on tone_pack.id = pack_id where owner_id = ${userId}`,
  }),
  defineCollection('packs/shares-received', {
    description: 'Packs that others share with the user.',
    fields: { pack_id: Id, pack_name: Text, created_at: Instant },
    order: ['created_at', 'pack_id'],
    rows: (userId) => sql`
      select pack_id, name as pack_name, tone_pack_share.created_at
      from tone_pack_share join tone_pack on tone_pack.id = pack_id where user_id = ${userId}`,
  }),
  defineCollection('packs/purchases', {
    description: 'Packs that the user bought.',
    fields: { id: Id, pack_id: Id, pack_name: Text, transaction_id: optional(Id), created_at: Instant },
    rows: (userId) => sql`
      select tone_pack_purchase.*, name as pack_name
      from tone_pack_purchase join tone_pack on tone_pack.id = pack_id where user_id = ${userId}`,
  }),
];
