import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { ChangeKeys, UpdatedSince } from '../../../platform/http/changes.ts';
import { listSchema, PageQuery } from '../../../platform/http/pagination.ts';
import { Uuid } from '../../../platform/http/shapes.ts';
import { Entry, Mood } from '../entry/entry.schema.ts';

export const EntryList = Type.Object(
  { ...listSchema('entries', Entry).properties, ...ChangeKeys },
  { title: 'EntryPage' },
);
export type EntryList = Static<typeof EntryList>;

const DateOrInstant = Type.Union([Type.String({ format: 'date' }), Type.String({ format: 'date-time' })], {
  title: 'DateOrInstant',
  description: 'A whole day, compared with `entry_date`, or an instant, compared with `created_at`. Inclusive.',
});

const Tag = Type.String({ minLength: 1, maxLength: 50 });
const MAX_FILTER_VALUES = 10;

export const EntryQuery = Type.Object({
  ...PageQuery.properties,
  scope: Type.Optional(
    Type.Enum(['mine', 'shared'], { description: 'Your own entries or those of others. Both by default.' }),
  ),
  notebook_id: Type.Optional(Uuid),
  user_id: Type.Optional(
    Type.String({ format: 'uuid', description: 'Only entries of this author, of those that you may see.' }),
  ),
  mood: Type.Optional(
    Type.Union([Mood, Type.Array(Mood, { maxItems: MAX_FILTER_VALUES })], {
      description: 'Repeat it for entries with any of up to 10 moods.',
    }),
  ),
  tag: Type.Optional(
    Type.Union([Tag, Type.Array(Tag, { maxItems: MAX_FILTER_VALUES })], {
      description: 'Repeat it for entries with all of up to 10 tags.',
    }),
  ),
  updated_since: UpdatedSince,
  from: Type.Optional(DateOrInstant),
  to: Type.Optional(DateOrInstant),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Searches the titles and the content that you may read: `words`, `"a phrase"`, `-without`, `this or that`.',
    }),
  ),
});
export type EntryQuery = Static<typeof EntryQuery>;

export const searchErrors = declareErrors({
  tooBroad: {
    status: 503,
    code: 'journal.search-too-broad',
    message: 'The search took longer than a second. Use rarer words, a notebook, or dates with `from` and `to`.',
  },
  tooMany: {
    status: 429,
    code: 'journal.too-many-searches',
    message: 'Too many of your searches are waiting. Wait until they are done, then search again.',
  },
  busy: {
    status: 503,
    code: 'journal.search-busy',
    message: 'Too many searches are waiting. Try again in a moment.',
  },
});
