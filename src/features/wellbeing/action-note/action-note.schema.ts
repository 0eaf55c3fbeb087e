import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema, PageQuery } from '../../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';

const Content = Type.String({ minLength: 1, maxLength: 2_000 });

export const ActionNote = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    content: Content,
    goal_id: Nullable(Uuid),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ActionNote' },
);
export type ActionNote = Static<typeof ActionNote>;

export const ActionNoteBody = Type.Object({ action_note: ActionNote }, { title: 'ActionNoteBody' });
export const ActionNoteList = listSchema('action_notes', ActionNote);

export const ActionNoteQuery = Type.Object({
  ...PageQuery.properties,
  goal_id: Type.Optional(Type.String({ format: 'uuid', description: 'Notes that link to this goal.' })),
});
export type ActionNoteQuery = Static<typeof ActionNoteQuery>;

export const NewActionNote = Type.Object(
  { content: Content, goal_id: Type.Optional(Nullable(Uuid)) },
  { title: 'NewActionNote' },
);
export type NewActionNote = Static<typeof NewActionNote>;

export const ActionNoteChange = Type.Object(
  {
    content: Type.Optional(Content),
    goal_id: Type.Optional(Nullable(Uuid)),
  },
  { title: 'ActionNoteChange' },
);
export type ActionNoteChange = Static<typeof ActionNoteChange>;

export const actionNoteErrors = declareErrors({
  notFound: { status: 404, code: 'action-note.not-found', message: 'You have no action note with this id.' },
  goalNotYours: {
    status: 400,
    code: 'action-note.goal-not-yours',
    message: 'The goal_id must be one of your own goals.',
  },
});
