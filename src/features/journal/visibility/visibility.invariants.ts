import { sql } from 'kysely';
import { type Invariant, judgeRows } from '#platform/db/invariant.ts';
import { decideEffectiveSharing } from './visibility.rules.ts';
import type { Sharing } from './visibility.schema.ts';

type EntryRow = {
  id: string;
  own: Sharing;
  notebook: Sharing | null;
  stored: {
    metadataLevel: string;
    metadataAudience: string | null;
    contentLevel: string;
    contentAudience: string | null;
  };
};

const sharing = sql`'metadata_visibility', metadata_visibility, 'content_visibility', content_visibility, 'team_id', team_id, 'org_id', org_id`;

export const VISIBILITY_INVARIANTS: readonly Invariant[] = [
  {
    name: 'journal.effective-visibility',
    holds: 'The stored audience of an entry is what its own sharing and that of its notebook decide.',
    advice:
      'Stop the server: an entry may be shown to others than its author wants. Have the author save its sharing again.',
    find: ({ db }, limit) =>
      judgeRows(
        db,
        sql<EntryRow>`
          select id, jsonb_build_object(${sharing}) as own,
            (select jsonb_build_object(${sharing}) from notebook where notebook.id = notebook_id) as notebook,
            jsonb_build_object('metadataLevel', effective_metadata_visibility, 'metadataAudience', metadata_audience,
              'contentLevel', effective_content_visibility, 'contentAudience', content_audience) as stored
          from journal_entry`,
        ({ id, own, notebook, stored }) => {
          const decided = decideEffectiveSharing(own, notebook);
          const names = Object.keys(decided) as (keyof typeof decided)[];
          return names.every((name) => decided[name] === stored[name]) ? null : `journal_entry ${id}`;
        },
        limit,
      ),
  },
];
