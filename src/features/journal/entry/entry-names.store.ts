import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { Person } from '../../account/index.ts';
import { isNotebookVisibleTo } from '../notebook/notebook.store.ts';
import { type PhotosOfEntry, photosOf } from '../photo/photo.store.ts';
import type { Viewer } from '../visibility/visibility.store.ts';
import type { EntryRow } from './entry.store.ts';

export type Named = { id: string; name: string };

/** What the ids of entries stand for, as far as the viewer may know it. */
export type EntryNames = {
  /** `can_receive`: whether the viewer could send this author a drop. */
  authors: (Person & { can_receive: boolean })[];
  notebooks: Named[];
  teams: Named[];
  organizations: Named[];
  tracks: (Named & { artists: string[]; image_url: string | null })[];
  /** Of the entries whose content the viewer may read. */
  photos: PhotosOfEntry[];
};

/** Reads the names and photos of all entries of a page in one statement. Only members know the names of teams and organizations. */
export async function findNamesOfEntries(db: Db, viewer: Viewer, rows: readonly EntryRow[]): Promise<EntryNames> {
  const ids = (of: (row: EntryRow) => string | null) => [...new Set(rows.map(of).filter((id) => id !== null))];
  const { userId, isSuperAdmin } = viewer;
  const { rows: found } = await sql<EntryNames>`
    select
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'full_name', full_name, 'avatar_url', avatar_url, 'is_ai', is_ai,
          'can_receive', is_active and id <> ${userId} and not exists (
            select from user_block
            where (blocker_id, blocked_id) in ((${userId}, profile.id), (profile.id, ${userId}))))), '[]')
        from profile where id = any (${ids(({ user_id }) => user_id)}::uuid[])) as authors,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
        from notebook
        where id = any (${ids(({ notebook_id }) => notebook_id)}::uuid[]) and ${isNotebookVisibleTo(viewer)}) as notebooks,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
        from team
        where id = any (${ids(({ team_id }) => team_id)}::uuid[]) and (${isSuperAdmin} or exists (
          select from team_member where team_id = team.id and user_id = ${userId}))) as teams,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'name', name)), '[]')
        from organization
        where id = any (${ids(({ org_id }) => org_id)}::uuid[]) and (${isSuperAdmin} or exists (
          select from organization_member where org_id = organization.id and user_id = ${userId}))) as organizations,
      (select coalesce(jsonb_agg(jsonb_build_object(
          'id', id, 'name', name, 'artists', artist_names, 'image_url', album_image_url)), '[]')
        from music_track where id = any (${ids(({ music_track_id }) => music_track_id)}::text[])) as tracks,
      (${photosOf(rows.filter(({ content }) => content !== null))}) as photos`.execute(db);
  const [names] = found;
  if (names === undefined) throw new Error('A statement without a table returned no row.');
  return names;
}
