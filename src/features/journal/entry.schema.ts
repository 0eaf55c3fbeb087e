import Type, { type Static } from 'typebox';
import { declareErrors } from '../../platform/errors.ts';
import { listSchema, PageQuery } from '../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../platform/http/shapes.ts';
import { ToneAnalysis } from '../tone/index.ts';
import { Sharing, SharingInput, VisibilityLevel } from './visibility.schema.ts';

const Title = Type.String({ minLength: 1, maxLength: 200 });
const Content = Type.String({ maxLength: 100_000 });
const Mood = Type.String({ minLength: 1, maxLength: 50 });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), { maxItems: 50 });

export const Entry = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    title: Title,
    content: Nullable(Type.String({ description: 'null where it is hidden from you.' })),
    content_hidden: Type.Boolean(),
    mood: Nullable(Type.String()),
    emotional_tone: Nullable(ToneAnalysis),
    tags: Tags,
    notebook_id: Nullable(Uuid),
    ...Sharing.properties,
    effective_metadata_visibility: VisibilityLevel,
    effective_content_visibility: VisibilityLevel,
    music_track_id: Nullable(Type.String()),
    background_image_url: Nullable(
      Type.String({ description: 'Works for less than an hour; null where the entry has no picture.' }),
    ),
    mentions: Nullable(
      Type.Array(Type.Object({ user_id: Uuid, name: Type.String() }), {
        description:
          'People whom the text names, but nobody who has blocked the author or whom the author has blocked.',
      }),
    ),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Entry' },
);
export type Entry = Static<typeof Entry>;

export const EntryBody = Type.Object({ entry: Entry }, { title: 'EntryBody' });
export const EntryList = listSchema('entries', Entry);

export const NewEntry = Type.Object(
  {
    title: Title,
    content: Content,
    mood: Type.Optional(Nullable(Mood)),
    tags: Type.Optional(Tags),
    notebook_id: Type.Optional(Nullable(Uuid)),
    ...SharingInput.properties,
  },
  { title: 'NewEntry' },
);
export type NewEntry = Static<typeof NewEntry>;

export const EntryChange = Type.Object(
  {
    title: Type.Optional(Title),
    content: Type.Optional(Content),
    mood: Type.Optional(Nullable(Mood)),
    tags: Type.Optional(Tags),
    notebook_id: Type.Optional(Nullable(Uuid)),
    ...SharingInput.properties,
  },
  { title: 'EntryChange' },
);
export type EntryChange = Static<typeof EntryChange>;

const DayOrInstant = Type.Union([Type.String({ format: 'date' }), Type.String({ format: 'date-time' })], {
  title: 'DateOrInstant',
  description: 'A day where you live (`preferences.timezone`), which is included, or an instant.',
});

export const EntryQuery = Type.Object({
  ...PageQuery.properties,
  scope: Type.Optional(
    Type.Enum(['mine', 'shared'], {
      description: 'Only your own entries, or only those of others; both where not given.',
    }),
  ),
  notebook_id: Type.Optional(Uuid),
  mood: Type.Optional(Mood),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  from: Type.Optional(DayOrInstant),
  to: Type.Optional(DayOrInstant),
  q: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description:
        'Words to find in titles and texts, as far as you may read them; "a phrase", -without, this or that.',
    }),
  ),
});
export type EntryQuery = Static<typeof EntryQuery>;

export const BackfillResult = Type.Object(
  { processed: Type.Integer(), remaining: Type.Integer() },
  { title: 'MentionBackfill' },
);

export const entryErrors = declareErrors({
  searchTooBroad: {
    status: 503,
    code: 'journal.search-too-broad',
    message:
      'The search took longer than a second. Narrow it: take rarer words, a notebook, or dates with from and to.',
  },
  tooManySearches: {
    status: 429,
    code: 'journal.too-many-searches',
    message: 'Too many searches of yours are waiting. Wait for their answers, then search again.',
  },
  searchBusy: {
    status: 503,
    code: 'journal.search-busy',
    message: 'Too many searches are waiting. Try again in a moment.',
  },
  notFound: {
    status: 404,
    code: 'journal.entry-not-found',
    message: 'There is no such entry, or it is not shared with you.',
  },
  notOwner: { status: 403, code: 'journal.not-owner', message: 'Only the author of an entry can change it.' },
  notebookNotYours: {
    status: 400,
    code: 'journal.notebook-not-yours',
    message: 'The notebook_id must be one of your own notebooks.',
  },
});
