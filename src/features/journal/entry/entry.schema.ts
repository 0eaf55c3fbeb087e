import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { ToneAnalysis } from '#features/tone';
import { declareErrors } from '#platform/errors.ts';
import { NewId, Version } from '#platform/http/records.ts';
import { CalendarDate, Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';
import { Audience } from '../audience/audience.schema.ts';
import { Photo, PhotoIds } from '../photo/photo.schema.ts';
import { Sharing, SharingInput, VisibilityLevel } from '../visibility/visibility.schema.ts';

export const MAX_TITLE_LENGTH = 200;
export const MAX_CONTENT_LENGTH = 100_000;
export const MAX_TAGS = 50;

const Title = Type.String({ minLength: 1, maxLength: MAX_TITLE_LENGTH });
const Content = Type.String({ maxLength: MAX_CONTENT_LENGTH });
export const Mood = Type.String({ minLength: 1, maxLength: 50 });
const Tags = Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
  maxItems: MAX_TAGS,
  description: 'Case and spaces around them do not matter: each has the form in which its author first wrote it.',
});

const EntryDate = Type.String({
  format: 'date',
  description: 'The day that the entry is about: from 1900-01-01 until tomorrow in your time zone.',
});

const Named = (title: string, description: string) =>
  Nullable(Type.Object({ id: Uuid, name: Type.String() }, { title, description }));

const TrackOfEntry = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    artists: Type.Array(Type.String()),
    image_url: Nullable(Type.String()),
  },
  { title: 'TrackOfEntry' },
);

const Matches = (name: string) =>
  Type.Array(Type.Object({ start: Type.Integer(), end: Type.Integer() }), {
    description: `The matches in \`${name}\`, in UTF-16 code units: \`${name}.slice(start, end)\`.`,
  });

const Snippet = Type.Object(
  {
    text: Type.String({ description: 'The part of the content around the first match, on one line.' }),
    matches: Matches('text'),
  },
  { title: 'Snippet' },
);
export type Snippet = Static<typeof Snippet>;

export const Entry = Type.Object(
  {
    id: Uuid,
    user_id: Uuid,
    author: UserSummary,
    title: Title,
    content: Nullable(
      Type.String({ description: 'null if it is hidden from you, and in a list with `fields=summary`.' }),
    ),
    content_hidden: Type.Boolean(),
    excerpt: Nullable(
      Type.String({
        description:
          'The start of the content on one line, without Markdown, up to 200 characters. null if the content is hidden from you.',
      }),
    ),
    word_count: Nullable(Type.Integer({ description: 'null if the content is hidden from you.' })),
    snippet: Type.Optional(
      Nullable(Snippet, { description: 'Only in a list with `q`. null if the content is hidden from you.' }),
    ),
    title_matches: Type.Optional(Matches('title')),
    mood: Nullable(Type.String()),
    emotional_tone: Nullable(ToneAnalysis),
    tags: Tags,
    entry_date: CalendarDate,
    notebook_id: Nullable(Uuid),
    notebook: Named('NotebookOfEntry', 'null if there is none, or if it is not shared with you.'),
    ...Sharing.properties,
    team: Named('TeamOfEntry', 'null if there is none, or if you are not a member.'),
    organization: Named('OrganizationOfEntry', 'null if there is none, or if you are not a member.'),
    inherits: Type.Object(
      { metadata: Type.Boolean(), content: Type.Boolean() },
      {
        title: 'Inheritance',
        description: 'Whether the level is that of the notebook. A level `user` that does not inherit is `private`.',
      },
    ),
    effective_metadata_visibility: VisibilityLevel,
    effective_content_visibility: VisibilityLevel,
    audience: Nullable(Audience, { description: 'null in entries of other users.' }),
    music_track_id: Nullable(Type.String()),
    track: Nullable(TrackOfEntry),
    background_image_url: Nullable(
      Type.String({ description: 'Expires within two days. null if the entry has no background.' }),
    ),
    photos: Type.Array(Photo, {
      description: 'In the order of the author. Empty if the content is hidden from you.',
    }),
    mentions: Nullable(
      Type.Array(Type.Object({ user_id: Uuid, name: Type.String() }), {
        description: 'The users that the text mentions, without users in a blocked pair with the author.',
      }),
    ),
    can: Type.Object(
      {
        edit: Type.Boolean(),
        delete: Type.Boolean(),
        encourage: Type.Boolean({ description: 'Whether the author can receive a drop from you.' }),
      },
      { title: 'EntryPermissions', description: 'What you can do with the entry.' },
    ),
    version: Version,
    written_at: Type.String({
      format: 'date-time',
      description: 'When the author wrote the entry: `created_at` unless the client sent another time.',
    }),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Entry' },
);
export type Entry = Static<typeof Entry>;

export const EntryBody = Type.Object({ entry: Entry }, { title: 'EntryBody' });

export const NewEntry = Type.Object(
  {
    id: Type.Optional(NewId),
    title: Title,
    content: Content,
    mood: Type.Optional(Nullable(Mood)),
    tags: Type.Optional(Tags),
    entry_date: Type.Optional(EntryDate),
    written_at: Type.Optional(
      Type.String({
        format: 'date-time',
        description:
          'When you wrote it, if that was earlier, such as without a connection: at most 30 days ago. Decides the default of `entry_date` and the linked track.',
      }),
    ),
    notebook_id: Type.Optional(Nullable(Uuid)),
    photo_ids: Type.Optional(PhotoIds),
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
    entry_date: Type.Optional(EntryDate),
    notebook_id: Type.Optional(Nullable(Uuid)),
    photo_ids: Type.Optional(PhotoIds),
    ...SharingInput.properties,
  },
  { title: 'EntryChange' },
);
export type EntryChange = Static<typeof EntryChange>;

export const entryErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'journal.entry-not-found',
    message: 'The entry does not exist, or it is not shared with you.',
  },
  dateOutOfRange: {
    status: 400,
    code: 'journal.entry-date-out-of-range',
    message: 'The entry_date must not be after tomorrow in your time zone.',
  },
  writtenAtOutOfRange: {
    status: 400,
    code: 'journal.written-at-out-of-range',
    message: 'written_at must be at most 30 days ago, and at most 2 minutes ahead. Leave it out for the present time.',
  },
  notOwner: { status: 403, code: 'journal.not-owner', message: 'Only the author of an entry can change it.' },
});
