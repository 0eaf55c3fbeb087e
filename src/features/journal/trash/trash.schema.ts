import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Entry } from '../entry/entry.schema.ts';
import { Notebook } from '../notebook/notebook.schema.ts';

export const TRASH_DAYS = 30;

const TrashItem = Type.Object(
  {
    id: Uuid,
    kind: Type.Enum(['entry', 'notebook']),
    title: Type.String({ description: 'The title of the entry or the name of the notebook.' }),
    deleted_at: Timestamp,
    purge_at: Timestamp,
  },
  { title: 'TrashItem' },
);
export type TrashItem = Static<typeof TrashItem>;

export const TrashList = listSchema('items', TrashItem);

export const RestoredRecord = Type.Object(
  { entry: Nullable(Entry), notebook: Nullable(Notebook) },
  { title: 'RestoredRecord' },
);
export type RestoredRecord = Static<typeof RestoredRecord>;

export const trashErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'journal.not-in-trash',
    message: 'Your trash does not contain this record. It may have been restored, or deleted for good.',
  },
});
