import { type RawBuilder, sql } from 'kysely';
import { closeBatches, fetchInBatches } from '../../../platform/db/cursor.ts';
import type { Db, Tx } from '../../../platform/db/database.ts';

const UUID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';

/**
 * The folders of the storage, each with the condition that a row names the file `file.key`. All columns that hold storage keys are
 * listed here alone: a file that none of them names is an orphan.
 */
const NAMED_BY: Readonly<Record<string, RawBuilder<unknown>>> = {
  // The start of the URL changes with PUBLIC_URL.
  avatars: sql`exists (
    select from profile
    where id = substring(file.key from ${`^avatars/(${UUID})-`})::uuid and right(avatar_url, char_length(file.key) + 7) = '/media/' || file.key)`,
  'check-ins': sql`exists (select from check_in where photo_key = file.key)`,
  'check-in-tiles': sql`exists (
    select from check_in where photo_key = replace(file.key, 'check-in-tiles/', 'check-ins/') and tile_key = file.key)`,
  'entry-photos': sql`exists (
    select from photo where photo.key = regexp_replace(file.key, '-(small|medium|large)[.]webp$', ''))`,
  'entry-backgrounds': sql`(
    exists (select from journal_entry where background_key = file.key)
    or exists (select from temporary_background where temporary_background.key = file.key)
    or exists (select from imported_history where file_key = file.key)
    or exists (select from trash where record ->> 'background_key' = file.key))`,
  exports: sql`exists (select from data_export where id = substring(file.key from ${`^exports/(${UUID})[.]zip$`})::uuid)`,
  imports: sql`exists (select from data_import where id = substring(file.key from ${`^imports/(${UUID})[.]zip$`})::uuid)`,
  imported: sql`exists (select from imported_history where file_key = file.key)`,
  mosaics: sql`exists (
    select from mosaic where image_key = regexp_replace(file.key, '(-(thumbnail|medium|portrait|card))?[.](png|webp)$', '.png'))`,
  'tone-packs': sql`exists (select from tone_pack_image where image_key = file.key)`,
  'tone-pack-previews': sql`exists (
    select from tone_pack_image
    where image_key = replace(replace(file.key, 'tone-pack-previews/', 'tone-packs/'), '.webp', '.png'))`,
};

/**
 * The files of rows: those that must exist. The others are derived, such as sizes of a mosaic, or on their way: a photo has its row before
 * its files.
 */
const NAMED_KEYS = sql<{ key: string }>`
  select substring(avatar_url from '/media/(avatars/.*)$') as key from profile where avatar_url like '%/media/avatars/%'
  union all select photo_key from check_in where photo_key is not null
  union all select tile_key from check_in where tile_key is not null
  union all
  select photo.key || '-' || size.name || '.webp'
  from photo cross join lateral jsonb_object_keys(sizes) as size (name) where entry_id is not null and user_id is not null
  union all select background_key from journal_entry where background_key is not null
  union all select file_key from imported_history where file_key is not null
  union all select image_key from mosaic
  union all select image_key from tone_pack_image
  union all select 'exports/' || id || '.zip' from data_export where status = 'ready' and expires_at > now()`;

/** The keys of all files that must exist, in batches. */
export async function* fetchNamedKeys(tx: Tx, size: number): AsyncGenerator<string[]> {
  for await (const rows of fetchInBatches(tx, NAMED_KEYS, size)) yield rows.map(({ key }) => key);
  await closeBatches(tx);
}

/** The folders of files that rows name. Files in other folders belong to other programs. */
export const FOLDERS: ReadonlySet<string> = new Set(Object.keys(NAMED_BY));

/** Lists those of the keys that no row names. Keys of other folders count as named. */
export async function listOrphanKeys(db: Db, keys: readonly string[]): Promise<string[]> {
  const cases = Object.entries(NAMED_BY).map(([folder, isNamed]) => sql`when ${folder} then ${isNamed}`);
  const { rows } = await sql<{ key: string }>`
    select key from unnest(${[...keys]}::text[]) as file (key)
    where not case split_part(file.key, '/', 1) ${sql.join(cases, sql` `)} else true end`.execute(db);
  return rows.map(({ key }) => key);
}
