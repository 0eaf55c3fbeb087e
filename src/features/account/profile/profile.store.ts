import { type Selectable, sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { executeRead, mapRead, type Read, toRead } from '#platform/db/read.ts';
import type { Profile } from '#platform/db/tables.generated.ts';
import type { StoredPreferences } from './profile.schema.ts';

declare module '../../../platform/db/json-columns.ts' {
  interface JsonTypes {
    'profile.preferences': StoredPreferences;
  }
}

export type ProfileRow = Selectable<Profile>;

export function selectProfile(db: Db, id: string): Read<ProfileRow | undefined> {
  const query = db.selectFrom('profile').selectAll().where('id', '=', id);
  return mapRead(toRead(query, INSTANTS), ([profile]) => profile);
}

const INSTANTS = {
  created_at: true,
  updated_at: true,
  role_changed_at: true,
  photos_inactive_since: true,
  erase_at: true,
  erasing_since: true,
  deleted_at: true,
} as const;

export async function findProfile(db: Db, id: string): Promise<ProfileRow | undefined> {
  return executeRead(db, selectProfile(db, id));
}

export type ProfileValues = {
  /** Comes with `search_name`, what searches compare. */
  full_name?: string;
  search_name?: string;
  avatar_url?: string | null;
  read_notes_enabled?: boolean;
  check_in_enabled?: boolean;
};

/** A changed profile, and its avatar before the change. */
export type ChangedProfile = ProfileRow & { previous_avatar_url: string | null };

/** Sets the given values and merges preferences key by key. */
export async function updateProfile(
  db: Db,
  id: string,
  values: ProfileValues,
  preferences: StoredPreferences,
  now: Date,
): Promise<ChangedProfile | undefined> {
  return (
    db
      // The lock makes each of several concurrent changes see the avatar that it replaced.
      .with('before', (query) =>
        query.selectFrom('profile').select(['id', 'avatar_url']).where('id', '=', id).forUpdate(),
      )
      .updateTable('profile')
      .from('before')
      .set({ ...values, preferences: sql`preferences || ${JSON.stringify(preferences)}::jsonb`, updated_at: now })
      .whereRef('profile.id', '=', 'before.id')
      .returningAll('profile')
      .returning('before.avatar_url as previous_avatar_url')
      .executeTakeFirst()
  );
}

/** Sets one preference to false. */
export async function updatePreferenceOff(
  db: Db,
  id: string,
  preference: 'email_digest' | 'email_reminders',
  now: Date,
): Promise<void> {
  const off = JSON.stringify({ [preference]: false });
  await sql`update profile set preferences = preferences || ${off}::jsonb, updated_at = ${now} where id = ${id}`.execute(
    db,
  );
}

/** Removes the preference for the active tone pack if it names this pack. */
export async function updateWithoutActiveTonePack(db: Db, userId: string, packId: string, now: Date): Promise<void> {
  await db
    .updateTable('profile')
    .set({ preferences: sql`preferences - 'active_tone_pack_id'`, updated_at: now })
    .where('id', '=', userId)
    .where(sql<boolean>`preferences ->> 'active_tone_pack_id' = ${packId}`)
    .execute();
}
