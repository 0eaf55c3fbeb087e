import { type RawBuilder, sql } from 'kysely';
import type { UserSummary } from '#features/account';
import { compileOnce } from '#platform/db/compile-once.ts';
import type { Db } from '#platform/db/database.ts';
import { onlyRow } from '#platform/db/only-row.ts';
import { MAX_PEOPLE_COUNT } from '../audience/audience.schema.ts';
import { countsOfReaders, type ReadersRow } from '../audience/readers.store.ts';
import { isNotebookVisibleTo } from '../notebook/notebook.store.ts';
import { type PhotosOfEntry, photosOf } from '../photo/photo.store.ts';
import { groupsOf, isGroupOfViewer, type Viewer } from '../visibility/visibility.store.ts';
import { type EntryRow, visibleEntry } from './entry.store.ts';

export type Named = { id: string; name: string };

/** What the ids of entries stand for, as far as the viewer may know it. */
export type EntryNames = {
  /** `can_receive`: whether the viewer could send this author a drop. */
  authors: (UserSummary & { can_receive: boolean })[];
  notebooks: Named[];
  /** The teams of the viewer. */
  teams: Named[];
  organizations: Named[];
  tracks: (Named & { artists: string[]; image_url: string | null })[];
  /** The photos of entries whose content the viewer may read. */
  photos: PhotosOfEntry[];
  /** The readers of the viewer's own entries. It may contain more pairs of audiences than the page has. */
  readers: ReadersRow[];
};

/** Entries as a viewer sees them, and what their ids stand for. */
export type EntryPage<Row extends EntryRow = EntryRow> = { rows: readonly Row[]; names: EntryNames };

/**
 * Selects an `EntryPage` in one statement, which saves a round trip; `pageOf` reads its row. `tables` are the tables that the
 * statement starts with. The last of them is `page`: the entries, with the columns of `columnsFor`.
 */
export function selectEntryPage<Row extends EntryRow>(
  viewer: Viewer,
  tables: RawBuilder<unknown>,
  order: RawBuilder<unknown>,
): RawBuilder<EntryPage<Row>> {
  // As one JSON value the rows are parsed by the runtime, and not column by column by the driver.
  return sql<EntryPage<Row>>`
    with ${tables}
    select (select coalesce(json_agg(entry order by ${order}), '[]') from page entry) as rows, ${namesOf(viewer)} as names`;
}

/** The page in the one row of a statement of `selectEntryPage`. */
export function pageOf<Row extends EntryRow>(selected: readonly EntryPage<Row>[]): EntryPage<Row> {
  const { rows, names } = onlyRow(selected);
  return { rows: rows.map(withDates), names };
}

const selectVisibleEntry = compileOnce((isSuperAdmin: boolean, { userId, id }: { userId: string; id: string }) => {
  const viewer = { userId, isSuperAdmin };
  return selectEntryPage(viewer, visibleEntry(viewer, id), sql`entry.id`);
});

/** A page of the entry with this id, or an empty one if the viewer may not read its metadata. */
export async function findVisibleEntry(db: Db, { userId, isSuperAdmin }: Viewer, id: string): Promise<EntryPage> {
  return pageOf(await selectVisibleEntry(db, isSuperAdmin, { userId, id }));
}

/** JSON has no dates. */
function withDates<Row extends EntryRow>(row: Row): Row {
  return {
    ...row,
    written_at: row.written_at && new Date(row.written_at),
    created_at: new Date(row.created_at),
    updated_at: new Date(row.updated_at),
  };
}

/** The columns of the table `page` that `namesOf` reads. */
const READ_BY_NAMES = [
  ...(['id', 'user_id', 'notebook_id', 'team_id', 'org_id', 'music_track_id'] as const),
  ...(['metadata_audience', 'content_audience', 'content_hidden'] as const),
] satisfies (keyof EntryRow)[];

/** Reads the names of entries that were read or written before, in one statement. */
export async function findNamesOfEntries(db: Db, viewer: Viewer, entries: readonly EntryRow[]): Promise<EntryNames> {
  const { rows } = await sql<{ names: EntryNames }>`
    with ${groupsOf(viewer)}, page as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(entries, READ_BY_NAMES)}::jsonb) as entry (
        id uuid, user_id uuid, notebook_id uuid, team_id uuid, org_id uuid, music_track_id text,
        metadata_audience uuid, content_audience uuid, content_hidden boolean))
    select ${namesOf(viewer)} as names`.execute(db);
  return onlyRow(rows).names;
}

/**
 * What can be known of a private entry without a notebook and photos before it is inserted: the track that its author played last at `now`,
 * and the names that its view shows.
 */
export async function findNamesOfNewEntry(db: Db, userId: string, now: Date): Promise<EntryNames> {
  const { author, track } = onlyRow(await selectNamesOfNewEntry(db, null, { userId, now }));
  return { ...NO_NAMES, authors: [{ ...author, can_receive: false }], tracks: track ? [track] : [] };
}

const NO_NAMES: EntryNames = {
  authors: [],
  notebooks: [],
  teams: [],
  organizations: [],
  tracks: [],
  photos: [],
  readers: [],
};

const selectNamesOfNewEntry = compileOnce(
  (_shape: null, { userId, now }: { userId: string; now: Date }) => sql<{
    author: UserSummary;
    track: EntryNames['tracks'][number] | null;
  }>`
    select json_build_object('id', id, 'full_name', full_name, 'avatar_url', avatar_url, 'is_ai', is_ai) as author, (
      select ${TRACK} from music_track where id = (
        select track_id from music_play where user_id = ${userId} and played_at <= ${now}
        order by played_at desc, id desc limit 1)) as track
    from profile where id = ${userId}`,
);

const TRACK = sql`json_build_object('id', id, 'name', name, 'artists', artist_names, 'image_url', album_image_url)`;

/** An `EntryNames` for the entries in the table `page`, as JSON. Comes after `viewer_group`. */
function namesOf(viewer: Viewer): RawBuilder<EntryNames> {
  const { userId, isSuperAdmin } = viewer;
  const mayName = (group: string) => (isSuperAdmin ? sql`true` : isGroupOfViewer(group));
  return sql`json_build_object(
    'authors', (
      select coalesce(json_agg(author), '[]') from (
        select id, full_name, avatar_url, is_ai,
          is_active and id <> ${userId} and id not in (
            select blocked_id from user_block where blocker_id = ${userId}
            union all
            select blocker_id from user_block where blocked_id = ${userId}) as can_receive
        from profile where id = any (${idsInPage('user_id')})) author),
    'notebooks', (
      select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
      from notebook
      where user_id = any (${idsInPage('user_id')}) and id = any (${idsInPage('notebook_id')})
        and ${isNotebookVisibleTo(viewer)}),
    'teams', (
      select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
      from team where id = any (${idsInPage('team_id')}) and ${mayName('team.id')}),
    'organizations', (
      select coalesce(json_agg(json_build_object('id', id, 'name', name)), '[]')
      from organization where id = any (${idsInPage('org_id')}) and ${mayName('organization.id')}),
    'tracks', (
      select coalesce(json_agg(${TRACK}), '[]') from music_track where id = any (${idsInPage('music_track_id')})),
    'photos', (${photosOf(sql`select id, user_id from page where not content_hidden`)}),
    'readers', (
      select coalesce(json_agg(counted), '[]')
      from (${countsOfReaders(userId, questionsIn(userId), MAX_PEOPLE_COUNT)}) counted))`;
}

/** An array, so that few rows are found by index, whatever the planner believes about the table `page`. */
const idsInPage = (column: string): RawBuilder<unknown> => sql`array(select ${sql.ref(column)} from page)`;

/**
 * The pairs of audiences of the viewer's own entries, in either order, since `decideReaderships` decides which it asks about. All users
 * within a smaller audience are never asked about.
 */
function questionsIn(userId: string): RawBuilder<unknown> {
  return sql`
    select distinct audience, within
    from page entry
    cross join lateral (values
      (metadata_audience, metadata_audience), (content_audience, metadata_audience), (metadata_audience, content_audience)
    ) as question (audience, within)
    where entry.user_id = ${userId} and (audience <> '00000000-0000-0000-0000-000000000000' or within = audience)
      and within is not null`;
}
