import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { DatedQuery } from '../record.schema.ts';

const Content = Type.String({ minLength: 1, maxLength: 2_000 });
const NoteDate = Type.String({
  format: 'date',
  description: 'The day that the note is about: from 1900-01-01 until tomorrow in your time zone.',
});

export const ActionNote = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    content: Content,
    goal_id: Nullable(Uuid),
    note_date: CalendarDate,
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'ActionNote' },
);
export type ActionNote = Static<typeof ActionNote>;

export const ActionNoteBody = Type.Object({ action_note: ActionNote }, { title: 'ActionNoteBody' });
export const ActionNoteList = listSchema('action_notes', ActionNote);

export const ActionNoteQuery = Type.Object({
  ...DatedQuery.properties,
  goal_id: Type.Optional(Type.String({ format: 'uuid', description: 'Notes that link to this goal.' })),
});
export type ActionNoteQuery = Static<typeof ActionNoteQuery>;

export const NewActionNote = Type.Object(
  { content: Content, goal_id: Type.Optional(Nullable(Uuid)), note_date: Type.Optional(NoteDate) },
  { title: 'NewActionNote' },
);
export type NewActionNote = Static<typeof NewActionNote>;

export const ActionNoteChange = Type.Object(
  {
    content: Type.Optional(Content),
    goal_id: Type.Optional(Nullable(Uuid)),
    note_date: Type.Optional(NoteDate),
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
  dateOutOfRange: {
    status: 400,
    code: 'action-note.date-out-of-range',
    message: 'The note_date must not be after tomorrow in your time zone.',
  },
});
