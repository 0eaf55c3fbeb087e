import Type, { type TProperties } from 'typebox';
import { GoalQuery, NewGoalCheckIn } from '#features/goal';
import { EntryQuery, MoodQuery, NewEntry } from '#features/journal';
import { declareErrors } from '#platform/errors.ts';
import { PageQuery } from '#platform/http/pagination.ts';
import { CalendarDate, Uuid } from '#platform/http/shapes.ts';

const MAX_RECORDS = 50;
export const DEFAULT_RECORDS = 20;

const input = <Properties extends TProperties>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

const PAGE = {
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: MAX_RECORDS, description: `The default is ${DEFAULT_RECORDS}.` }),
  ),
  cursor: PageQuery.properties.cursor,
};

export const SearchEntries = input({
  q: EntryQuery.properties.q,
  scope: EntryQuery.properties.scope,
  from: Type.Optional(CalendarDate),
  to: Type.Optional(CalendarDate),
  mood: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  ...PAGE,
});

export const ReadEntry = input({ id: Uuid });

const { id, title, content, mood, tags, entry_date } = NewEntry.properties;
export const WriteEntry = input({ id, title: Type.Optional(title), content, mood, tags, entry_date });

export const ListMoods = input(MoodQuery.properties);

export const ListGoals = input({ status: GoalQuery.properties.status, ...PAGE });

export const ListGoalCheckIns = input({
  goal_id: Type.Optional(Type.String({ format: 'uuid', description: 'Of all goals if it is omitted.' })),
  ...PAGE,
});

export const CheckInGoal = input({ goal_id: Uuid, ...NewGoalCheckIn.properties });

export const ReadToday = input({});

export const toolErrors = declareErrors({
  inputInvalid: {
    status: 400,
    code: 'mcp.input-invalid',
    message: 'The arguments do not fit the input schema of the tool.',
  },
});
