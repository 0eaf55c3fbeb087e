import type { ImportedPhoto } from '#features/journal';
import type { CollectionRecord } from '../../collection/collection.store.ts';

/** A record of an export of Meadow. `sourceId` starts with the collection. */
export type MeadowRecord = {
  kind: 'record';
  sourceId: string;
  collection: string;
  /** The line of its file. */
  position: number;
  record: CollectionRecord;
  file: ImportedPhoto | null;
  /** The exported account. */
  accountId: string;
};
