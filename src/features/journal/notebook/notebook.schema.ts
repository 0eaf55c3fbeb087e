import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { ChangeKeys, UpdatedSince } from '#platform/http/changes.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { NewId, Version } from '#platform/http/records.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Audience } from '../audience/audience.schema.ts';
import { Sharing, SharingInput } from '../visibility/visibility.schema.ts';

export const MAX_NAME_LENGTH = 100;
export const MAX_DESCRIPTION_LENGTH = 1_000;

const Name = Type.String({ minLength: 1, maxLength: MAX_NAME_LENGTH });
const Description = Type.String({ maxLength: MAX_DESCRIPTION_LENGTH });

export const Notebook = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    name: Name,
    description: Description,
    ...Sharing.properties,
    audience: Nullable(Audience, {
      description: 'Of the entries that inherit the visibility of the notebook. null in notebooks of other users.',
    }),
    version: Version,
    entry_count: Type.Integer({ minimum: 0, description: 'The entries of the notebook that you may see.' }),
    inheriting_entry_count: Type.Integer({
      minimum: 0,
      description:
        'Those of these entries that inherit a level of the notebook: a change of its visibility applies to them.',
    }),
    last_entry_at: Nullable(Timestamp, { description: 'When the newest of these entries was written.' }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Notebook' },
);
export type Notebook = Static<typeof Notebook>;

export const NotebookBody = Type.Object({ notebook: Notebook }, { title: 'NotebookBody' });
export const NotebookList = Type.Object(
  { ...listSchema('notebooks', Notebook).properties, ...ChangeKeys },
  { title: 'NotebookPage' },
);
export type NotebookList = Static<typeof NotebookList>;

export const NotebookQuery = Type.Object({
  ...PageQuery.properties,
  updated_since: UpdatedSince,
  scope: Type.Optional(
    Type.Enum(['mine', 'shared'], {
      description: 'Your own notebooks (default), or those of other users that are shared with you.',
    }),
  ),
});
export type NotebookQuery = Static<typeof NotebookQuery>;

export const NewNotebook = Type.Object(
  {
    id: Type.Optional(NewId),
    name: Name,
    description: Type.Optional(Description),
    ...SharingInput.properties,
  },
  { title: 'NewNotebook' },
);
export type NewNotebook = Static<typeof NewNotebook>;

export const NotebookChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    ...SharingInput.properties,
  },
  { title: 'NotebookChange' },
);
export type NotebookChange = Static<typeof NotebookChange>;

export const notebookErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'journal.notebook-not-found',
    message: 'The notebook does not exist, or it is not shared with you.',
  },
  notYours: {
    status: 400,
    code: 'journal.notebook-not-yours',
    message: 'The notebook_id must be one of your own notebooks.',
  },
  notOwner: { status: 403, code: 'journal.notebook-not-owner', message: 'Only the owner of a notebook can change it.' },
});
