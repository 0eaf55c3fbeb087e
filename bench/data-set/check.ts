import type pg from 'pg';
import { decideEffectiveSharing } from '../../src/features/journal/visibility/visibility.rules.ts';
import type { Sharing } from '../../src/features/journal/visibility/visibility.schema.ts';

const CHECKED_ENTRIES = 5_000;

type CheckedEntry = {
  id: string;
  own: Sharing;
  /** Of its notebook. Without one it is null. */
  handed_down: Sharing | null;
  metadata_level: string;
  content_level: string;
  metadata_audience: string | null;
  content_audience: string | null;
};

/**
 * Throws where an entry of the data set stores other effective columns than the service would have. The data set works them
 * out in SQL, far away from the rules that are the measure of it.
 */
export async function checkEffectiveSharing(client: pg.Client): Promise<void> {
  const { rows } = await client.query<CheckedEntry>(
    `select entry.id, ${sharingOf('entry')} as own,
       case when notebook.id is not null then ${sharingOf('notebook')} end as handed_down,
       effective_metadata_visibility as metadata_level, effective_content_visibility as content_level,
       metadata_audience, content_audience
     from journal_entry entry left join notebook on notebook.id = entry.notebook_id
     where entry.metadata_audience is not null or entry.content_audience is not null or entry.notebook_id is not null
     limit $1`,
    [CHECKED_ENTRIES],
  );
  for (const entry of rows) {
    const right = decideEffectiveSharing(entry.own, entry.handed_down);
    const isRight =
      entry.metadata_level === right.metadataLevel &&
      entry.content_level === right.contentLevel &&
      entry.metadata_audience === right.metadataAudience &&
      entry.content_audience === right.contentAudience;
    if (!isRight) throw new Error(`The data set shares entry ${entry.id} other than the rules say: correct it first.`);
  }
}

function sharingOf(table: 'entry' | 'notebook'): string {
  const columns = ['metadata_visibility', 'content_visibility', 'team_id', 'org_id'];
  return `jsonb_build_object(${columns.map((column) => `'${column}', ${table}.${column}`).join(', ')})`;
}
