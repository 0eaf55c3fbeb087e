import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { Text } from './collection.schema.ts';
import { type Collection, type Cursor, defineCollection, listRecords } from './collection.store.ts';

/** A file of an export: its path in the archive and its key in the storage. */
export type MediaFile = { path: string; key: string };

const fields = { path: Text, key: Text };

/** The files of a user by kind. Smaller sizes of an image are left out. */
export const MEDIA: readonly Collection[] = [
  defineCollection('photos', {
    description: 'Photos of entries.',
    fields,
    rows: (userId) => sql`
      select created_at, id, 'media/photos/' || id || '.webp' as path, key || '-large.webp' as key
      from photo where user_id = ${userId}`,
  }),
  defineCollection('backgrounds', {
    description: 'Backgrounds of entries.',
    fields,
    rows: (userId) => sql`
      select created_at, id, 'media/backgrounds/' || id || substring(background_key from '\\.[a-z]+$') as path,
        background_key as key
      from journal_entry where user_id = ${userId} and background_key is not null`,
  }),
  defineCollection('backgrounds-in-trash', {
    description: 'Backgrounds of deleted entries.',
    fields,
    order: ['deleted_at', 'id'],
    rows: (userId) => sql`
      select deleted_at, id, 'media/backgrounds/' || id || substring(record ->> 'background_key' from '\\.[a-z]+$') as path,
        record ->> 'background_key' as key
      from trash where user_id = ${userId} and record ->> 'background_key' is not null`,
  }),
  defineCollection('check-ins', {
    description: 'Photos of workout check-ins.',
    fields,
    order: ['date'],
    rows: (userId) => sql`
      select date, 'media/check-ins/' || id || substring(photo_key from '\\.[a-z]+$') as path, photo_key as key
      from check_in where user_id = ${userId} and photo_key is not null`,
  }),
  defineCollection('tone-packs', {
    description: 'Images of packs.',
    fields,
    order: ['pack_id', 'tone'],
    rows: (userId) => sql`
      select pack_id, tone,
        'media/tone-packs/' || pack_id || '/' || tone || substring(image_key from '\\.[a-z]+$') as path, image_key as key
      from tone_pack_image join tone_pack on tone_pack.id = pack_id where owner_id = ${userId}`,
  }),
  defineCollection('imported', {
    description: 'Files of records that an import brought.',
    fields,
    order: ['imported_at', 'digest'],
    rows: (userId) => sql`
      select imported_at, encode(digest, 'hex') as digest, file_key as key,
        coalesce(record ->> 'file', record ->> 'background_file') as path
      from imported_history where user_id = ${userId} and file_key is not null`,
  }),
];

/** Lists the files of one kind after a position, as `listRecords`. */
export async function listMedia(
  db: Db,
  kind: Collection,
  userId: string,
  after: Cursor | null,
  limit: number,
): Promise<{ records: MediaFile[]; next: Cursor | null }> {
  return listRecords<MediaFile>(db, kind, userId, after, limit);
}
