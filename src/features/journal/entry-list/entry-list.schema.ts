import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { ChangeKeys, UpdatedSince } from '#platform/http/changes.ts';
import { listSchema, PageQuery } from '#platform/http/pagination.ts';
import { Nullable, Uuid } from '#platform/http/shapes.ts';
import { Entry, Mood } from '../entry/entry.schema.ts';

export const MAX_FACET_ENTRIES = 1_000;
export const MAX_FACET_VALUES = 50;

const EntryCount = Type.Integer({ minimum: 1 });

const Facets = Type.Object(
  {
    notebooks: Type.Array(
      Type.Object({
        id: Uuid,
        name: Nullable(Type.String({ description: 'null if the notebook is not shared with you.' })),
        entry_count: EntryCount,
      }),
    ),
    tags: Type.Array(Type.Object({ tag: Type.String(), entry_count: EntryCount })),
    moods: Type.Array(Type.Object({ mood: Type.String({ description: 'In lower case.' }), entry_count: EntryCount })),
    years: Type.Array(
      Type.Object({ year: Type.Integer({ description: 'Of the `entry_date`.' }), entry_count: EntryCount }),
    ),
    counted_entries: Type.Integer({ minimum: 0, maximum: MAX_FACET_ENTRIES }),
    is_complete: Type.Boolean({
      description: 'false if there are more entries. Then the newest 1,000 are counted.',
    }),
  },
  {
    title: 'EntryFacets',
    description:
      'Counts of the entries of all pages that you may see, most frequent first, at most 50 of each. An entry counts once for each of its tags.',
  },
);

export const EntryList = Type.Object(
  { ...listSchema('entries', Entry).properties, facets: Type.Optional(Facets), ...ChangeKeys },
  { title: 'EntryPage' },
);
export type EntryList = Static<typeof EntryList>;

const DateOrInstant = Type.Union([Type.String({ format: 'date' }), Type.String({ format: 'date-time' })], {
  title: 'DateOrInstant',
  description: 'A whole day, compared with `entry_date`, or an instant, compared with `created_at`. Inclusive.',
});

const Tag = Type.String({ minLength: 1, maxLength: 50 });
const MAX_FILTER_VALUES = 10;

const EntrySort = Type.Enum(['newest', 'oldest', 'entry_date', 'relevance'], {
  description:
    '`newest` (default) and `oldest` are by `created_at`. `entry_date` is newest first, for `scope=mine`. `relevance` is for a search: one page with the best of the newest 500 matches.',
});
export type EntrySort = Static<typeof EntrySort>;

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
      description: 'In any case. Repeat it for entries with all of up to 10 tags.',
    }),
  ),
  sort: Type.Optional(EntrySort),
  fields: Type.Optional(
    Type.Enum(['all', 'summary'], {
      description: '`summary` leaves the `content` out (null) and keeps `excerpt` and `word_count`.',
    }),
  ),
  facets: Type.Optional(
    Type.Boolean({ description: 'true adds `facets`. Such lists count as searches for the limits of searches.' }),
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

export const listErrors = declareErrors({
  cursorOfOtherSort: {
    status: 400,
    code: 'journal.cursor-of-other-sort',
    message: 'This cursor belongs to a list in another order. Send the `sort` of the page before, or no cursor.',
  },
  sortNeedsOwn: {
    status: 400,
    code: 'journal.sort-needs-own-entries',
    message: 'Only your own entries can be sorted by `entry_date`. Send `scope=mine` as well.',
  },
  sortNeedsSearch: {
    status: 400,
    code: 'journal.sort-needs-search',
    message: 'Only a search can be sorted by `relevance`. Send `q` as well.',
  },
});
