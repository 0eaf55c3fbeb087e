import type { Db } from '#platform/db/database.ts';
import type { EffectiveSharing } from '../visibility/visibility.rules.ts';
import { decideReaderships, type Readership } from './audience.rules.ts';
import { type Audience, MAX_PEOPLE_COUNT, type Readers } from './audience.schema.ts';
import { countReaders, type ReadersRow } from './readers.store.ts';

/** Describes the audience of each of an author's records, in the order given, with at most one statement for all. */
export async function describeAudiences(
  db: Db,
  authorId: string,
  records: readonly EffectiveSharing[],
): Promise<Audience[]> {
  const readerships = records
    .map(decideReaderships)
    .flatMap(({ metadata, content }) => [metadata, content])
    .filter((readership) => readership !== null);
  const counts = readerships.length === 0 ? [] : await countReaders(db, authorId, readerships, MAX_PEOPLE_COUNT);
  return records.map((sharing) => audienceAmong(sharing, counts));
}

/** Describes an audience, given the counts of all readers. */
export function audienceAmong(sharing: EffectiveSharing, counts: readonly ReadersRow[]): Audience {
  const { metadata, content } = decideReaderships(sharing);
  return { metadata: readersOf(metadata, counts), content: readersOf(content, counts) };
}

/** Describes the audiences of the user's own records among these, by their ids. Only authors learn who else reads. */
export async function describeOwnAudiences<Row extends { id: string; user_id: string }>(
  db: Db,
  userId: string,
  rows: readonly Row[],
  sharingOf: (row: Row) => EffectiveSharing,
): Promise<ReadonlyMap<string, Audience>> {
  const own = rows.filter(({ user_id }) => user_id === userId);
  const audiences = await describeAudiences(db, userId, own.map(sharingOf));
  return new Map(audiences.map((audience, index) => [own[index]?.id ?? '', audience]));
}

const KINDS = { user: 'private', team: 'team', org: 'organization', public: 'public' } as const;

function readersOf(readership: Readership | null, rows: readonly ReadersRow[]): Readers {
  const row = rows.find(({ audience, within }) => audience === readership?.audience && within === readership.within);
  // A group that was deleted since the record was read has no readers left.
  if (readership === null || row === undefined) return { kind: 'private', name: null, people_count: 0 };
  return { kind: KINDS[readership.level], name: row.name, people_count: row.people_count };
}
