import { mentionsIn } from '#features/account';
import type { Tx } from '#platform/db/database.ts';
import { AppError } from '#platform/errors.ts';
import { distinctTags } from '#platform/text/search/tag.ts';
import { type PhotoDeps, storeImportedPhoto as storePhoto } from '../photo/photo.actions.ts';
import { PHOTO_SIDES } from '../photo/photo.schema.ts';
import { foldEntry } from '../search-text/search-text.actions.ts';
import { searchColumns } from '../search-text/search-text.store.ts';
import { decideEffectiveSharing, OWNER_ONLY } from '../visibility/visibility.rules.ts';
import type { Sharing } from '../visibility/visibility.schema.ts';
import type { FittedEntry, ImportedNotebook, ImportedPhoto, LeftOut } from './entry-import.rules.ts';
import {
  attachImportedPhotos,
  claimTags,
  insertImportedEntries,
  insertImportedNotebooks,
  lockNotebooksWithIds,
} from './entry-import.store.ts';

/** Never inherits from a notebook, which can be shared by now. */
const PRIVATE: Sharing = {
  metadata_visibility: 'private',
  content_visibility: 'private',
  team_id: null,
  org_id: null,
};

/** What becomes of the picture: the id of the stored photo, or why it is left out. */
type PhotoResult = { photoId: string } | { omitted: LeftOut };

/** Stores the photo, which an entry can take within a day. */
export async function storeImportedPhoto(deps: PhotoDeps, userId: string, photo: ImportedPhoto): Promise<PhotoResult> {
  return orLeftOut(photo, async () => ({ photoId: await storePhoto(deps, userId, photo) }));
}

/** Decodes the photo without storing it. */
export async function checkImportedPhoto(
  { images }: Pick<PhotoDeps, 'images'>,
  userId: string,
  photo: ImportedPhoto,
): Promise<LeftOut | null> {
  const side = PHOTO_SIDES.small;
  const result = await orLeftOut(photo, async () => {
    await images.prepare(userId, photo, { width: side, height: side, fit: 'inside', format: 'webp' });
    return null;
  });
  return result?.omitted ?? null;
}

/** Does `work` with a picture. A permanent error leaves the picture out. */
export async function orLeftOut<Result>(photo: ImportedPhoto, work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 429) throw error;
    const reason = TOO_LARGE.has(error.code) ? ('too-large' as const) : ('unreadable' as const);
    return { omitted: { kind: 'photo', reason, example: photo.name } };
  }
}

const TOO_LARGE = new Set(['archive.too-large', 'image.too-many-frames', 'image.too-many-pixels', 'image.too-slow']);

/** Inserts notebooks that only their owner can read, in the caller's transaction. */
export async function importNotebooks(
  { clock }: Pick<PhotoDeps, 'clock'>,
  tx: Tx,
  userId: string,
  notebooks: readonly (ImportedNotebook & { id: string })[],
): Promise<void> {
  if (notebooks.length === 0) return;
  const now = clock.now();
  const rows = notebooks.map(({ id, name, description }) => ({
    ...{ id, user_id: userId, name, description, ...OWNER_ONLY },
    ...{ created_at: now, updated_at: now },
  }));
  await insertImportedNotebooks(tx, rows);
}

/** `photoIds` are of photos that no other request knows. */
type EntryToImport = FittedEntry & { id: string; notebookId: string | null; photoIds: readonly string[] };

/**
 * Inserts entries that only their author can read, in the caller's transaction. They count as no activity: no tone is detected, no one is
 * notified. An entry of a deleted notebook has none.
 */
export async function importEntries(tx: Tx, userId: string, entries: readonly EntryToImport[]): Promise<void> {
  if (entries.length === 0) return;
  const notebookIds = [...new Set(entries.flatMap(({ notebookId }) => notebookId ?? []))];
  const existing = await lockNotebooksWithIds(tx, userId, notebookIds);
  // All at once, in the order in which other entries of the user wait for them.
  await claimTags(tx, userId, distinctTags(entries.flatMap(({ tags }) => tags)));
  await insertImportedEntries(
    tx,
    entries.map((entry) => rowOf(userId, entry, existing)),
  );
  const photos = entries.flatMap(({ id: entryId, photoIds }) =>
    photoIds.map((id, position) => ({ id, entry_id: entryId, position: position + 1 })),
  );
  if (photos.length > 0 && (await attachImportedPhotos(tx, userId, photos)) < photos.length)
    throw new Error('A photo of the import was deleted before its entry was stored.');
}

function rowOf(userId: string, entry: EntryToImport, notebookIds: ReadonlySet<string>) {
  const effective = decideEffectiveSharing(PRIVATE, null);
  return {
    id: entry.id,
    user_id: userId,
    title: entry.title,
    content: entry.content,
    ...searchColumns(foldEntry(entry)),
    mentions: JSON.stringify(mentionsIn(entry.content)),
    mood: entry.mood,
    tags: [...entry.tags],
    entry_date: entry.entryDate,
    created_date: entry.createdDate,
    notebook_id: entry.notebookId !== null && notebookIds.has(entry.notebookId) ? entry.notebookId : null,
    ...PRIVATE,
    effective_metadata_visibility: effective.metadataLevel,
    effective_content_visibility: effective.contentLevel,
    metadata_audience: effective.metadataAudience,
    content_audience: effective.contentAudience,
    is_imported: true,
    created_at: entry.createdAt,
    updated_at: entry.updatedAt,
  };
}
