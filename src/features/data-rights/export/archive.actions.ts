import { keyOfUrl } from '#features/media';
import type { Collection } from '#platform/db/table/table-facts.ts';
import { collectionsOf, filesOf, findCollection } from '#platform/db/table/tables.ts';
import { createZip, type ZipWriter } from '#platform/zip/zip-writer.ts';
import type { OpenedFile } from '#providers/storage/storage.ts';
import {
  type CollectionRecord,
  type Cursor,
  listImportedRecords,
  listMedia,
  listRecords,
} from '../collection/collection.store.ts';
import { createEntryNames, markdownOf } from '../collection/entry-file.rules.ts';
import { type EntryPosition, listEntryFacts } from '../collection/entry-file.store.ts';
import type { ExportDeps } from '../deps.ts';
import { endingOf } from './archive.rules.ts';
import { archiveReadme } from './archive.template.ts';
import { EXPORT_FORMAT, EXPORT_VERSION } from './export.schema.ts';

type ArchiveDeps = Pick<ExportDeps, 'db' | 'storage' | 'clock' | 'publicUrl' | 'version' | 'tables'>;

/** Called after each page with the number of its records or files. An error ends the archive. */
export type OnProgress = (items: number) => Promise<void>;

/** Records of a page. An entry has up to 100,000 characters. */
const PAGE_SIZE = 100;
/** The maximum number of missing files that the manifest lists. */
const MAX_LISTED_FILES = 1_000;

/**
 * Streams the archive of a user as fast as it is read, with constant memory. Each page of records is a read of its own, so that no
 * transaction lasts as long as the archive.
 */
export function streamArchive(deps: ArchiveDeps, userId: string, onProgress: OnProgress): OpenedFile['stream'] {
  const exportedAt = deps.clock.now();
  return createZip(exportedAt, async (zip) => {
    const profile = await readProfileRecord(deps, userId);
    const name = String(profile.full_name);
    await zip.addText('README.txt', archiveReadme({ name, exportedAt, serviceUrl: deps.publicUrl }));
    const collections = [];
    for (const collection of collectionsOf(deps.tables))
      collections.push(await addCollection(deps, userId, zip, collection, onProgress));
    const entries = await addEntries(deps, userId, zip, onProgress);
    const media = await addMedia(deps, userId, zip, profile, onProgress);
    const manifest = {
      format: EXPORT_FORMAT,
      version: EXPORT_VERSION,
      meadow: deps.version,
      exported_at: exportedAt.toISOString(),
      account: { id: userId, email: profile.email, full_name: name },
      collections,
      entries,
      media,
    };
    await zip.addText('manifest.json', `${JSON.stringify(manifest, null, 2)}\n`);
  });
}

async function readProfileRecord({ db, tables }: ArchiveDeps, userId: string): Promise<CollectionRecord> {
  const collection = findCollection(tables, 'account/profile') as Collection;
  const { records } = await listRecords(db, collection, userId, null, 1);
  const [profile] = records;
  if (profile === undefined) throw new Error('The user of the export does not exist.');
  return profile;
}

type ListPage<Row> = (after: Cursor | null) => Promise<{ records: Row[]; next: Cursor | null }>;

async function* pagesOf<Row>(list: ListPage<Row>, onProgress: OnProgress): AsyncGenerator<Row> {
  let after: Cursor | null = null;
  do {
    const { records, next }: { records: Row[]; next: Cursor | null } = await list(after);
    yield* records;
    await onProgress(records.length);
    after = next;
  } while (after !== null);
}

async function addCollection(
  { db }: ArchiveDeps,
  userId: string,
  zip: ZipWriter,
  collection: Collection,
  onProgress: OnProgress,
) {
  let records = 0;
  // Only entries are many enough to be progress.
  const progress: OnProgress = (items) => onProgress(collection.name === 'journal/entries' ? items : 0);
  async function* lines() {
    const current = pagesOf((after) => listRecords(db, collection, userId, after, PAGE_SIZE), progress);
    const imported = pagesOf((after) => listImportedRecords(db, collection.name, userId, after, PAGE_SIZE), progress);
    for (const list of [imported, current]) {
      for await (const record of list) {
        records += 1;
        yield JSON.stringify(record);
      }
    }
  }
  const file = `data/${collection.name}.ndjson`;
  const { sizeBytes, sha256 } = await zip.addLines(file, lines());
  return { name: collection.name, file, records, size_bytes: sizeBytes, sha256 };
}

/** Returns the number of files. */
async function addEntries(
  { db }: ArchiveDeps,
  userId: string,
  zip: ZipWriter,
  onProgress: OnProgress,
): Promise<number> {
  const nameOf = createEntryNames();
  let after: EntryPosition | null = null;
  for (let count = 0; ; ) {
    const entries = await listEntryFacts(db, userId, after, PAGE_SIZE);
    for (const entry of entries) await zip.addText(nameOf(entry), markdownOf(entry));
    count += entries.length;
    await onProgress(entries.length);
    if (entries.length < PAGE_SIZE) return count;
    after = entries.at(-1) ?? null;
  }
}

async function addMedia(
  deps: ArchiveDeps,
  userId: string,
  zip: ZipWriter,
  { avatar_url: avatarUrl }: CollectionRecord,
  onProgress: OnProgress,
) {
  let files = 0;
  let missing = 0;
  const missingFiles: string[] = [];
  const add = async (path: string, key: string) => {
    const file = await deps.storage.read(key);
    if (file === null) {
      missing += 1;
      if (missingFiles.length < MAX_LISTED_FILES) missingFiles.push(path);
      return;
    }
    await zip.addBytes(path, file.bytes);
    files += 1;
  };
  const avatarKey = typeof avatarUrl === 'string' ? keyOfUrl(deps, avatarUrl) : null;
  // Another folder can have private files of others.
  if (avatarKey?.startsWith('avatars/')) await add(`media/avatar${endingOf(avatarKey)}`, avatarKey);
  for (const kind of filesOf(deps.tables).flatMap(({ exported }) => exported ?? [])) {
    for await (const { path, key } of pagesOf(
      (after) => listMedia(deps.db, kind, userId, after, PAGE_SIZE),
      async () => undefined,
    )) {
      await add(path, key);
      await onProgress(1);
    }
  }
  return { files, missing, missing_files: missingFiles };
}
