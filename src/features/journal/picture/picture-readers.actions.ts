import type { FileReaders, MediaDeps } from '#features/media';
import { createBatchedLookup } from '#platform/concurrency/batched-lookup.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import { filesOf } from '#platform/db/table/tables.ts';
import type { JournalDeps } from '../deps.ts';
import {
  listReadersOfBackgrounds,
  listReadersOfPhotos,
  type PictureKey,
  type PictureReaders,
} from './picture.store.ts';
import { photoKeyOf, userIdOf } from './picture-key.rules.ts';

const BACKGROUNDS = 'entry-backgrounds';

type ListReaders = (keys: readonly PictureKey[]) => Promise<PictureReaders[]>;

/** Creates the lookups of who may see the pictures of entries now. Those of a page that are requested at once share one statement. */
export function createPictureReaders(
  { db, clock }: Pick<JournalDeps, 'db' | 'clock'>,
  tables: readonly Table[],
): MediaDeps['fileReaders'] {
  const photos = createLookup((keys) => listReadersOfPhotos(db, keys, clock.now()));
  const others = filesOf(tables).filter(({ folder, isForOwner }) => folder === BACKGROUNDS && isForOwner);
  return {
    'entry-photos': (key) => photos(photoKeyOf(key)),
    [BACKGROUNDS]: createLookup((keys) => listReadersOfBackgrounds(db, others, keys)),
  };
}

function createLookup(list: ListReaders): (key: string) => Promise<FileReaders | undefined> {
  return createBatchedLookup<string, FileReaders>(async (texts) => {
    const keys = texts.flatMap((key) => {
      const userId = userIdOf(key);
      return userId === null ? [] : [{ key, userId }];
    });
    if (keys.length === 0) return new Map();
    return new Map((await list(keys)).map(({ key, audience }) => [key, { audience }]));
  });
}
