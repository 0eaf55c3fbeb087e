import Type, { type Static } from 'typebox';
import { UserSummary } from '#features/account';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Entry = Type.Object(
  {
    id: Uuid,
    competition_id: Uuid,
    template_id: Uuid,
    user_id: Uuid,
    score: Type.Number({ description: '0 until the first scoring.' }),
    created_at: Timestamp,
  },
  { title: 'CompetitionEntry' },
);
export type Entry = Static<typeof Entry>;

export const EntryBody = Type.Object({ entry: Entry }, { title: 'CompetitionEntryBody' });

export const NewEntry = Type.Object(
  {
    template_id: Uuid,
    attested: Type.Optional(
      Type.Boolean({
        description:
          'For classroom users: confirms that a teacher supervises the experiment. Required for the safety level `with_supervision`.',
      }),
    ),
  },
  { title: 'NewCompetitionEntry' },
);
export type NewEntry = Static<typeof NewEntry>;

export const Counts = Type.Object(
  {
    clone: Type.Integer(),
    completion: Type.Integer(),
    replication_confirmed: Type.Integer(),
    replication_refuted: Type.Integer(),
    build: Type.Integer(),
  },
  { title: 'CompetitionCounts' },
);
export type Counts = Static<typeof Counts>;

const RankedEntry = Type.Object(
  {
    place: Type.Integer({ minimum: 1, description: 'The rank. Entries with the same score have the same rank.' }),
    entry_id: Uuid,
    template_id: Uuid,
    title: Nullable(Type.String({ description: 'The title of the template. null while the template is not public.' })),
    user: UserSummary,
    score: Type.Number(),
    counts: Counts,
    created_at: Timestamp,
  },
  { title: 'CompetitionRank' },
);
export type RankedEntry = Static<typeof RankedEntry>;

export const Leaderboard = listSchema('leaderboard', RankedEntry);

export const entryErrors = declareErrors({
  closed: {
    status: 400,
    code: 'competition.entries-closed',
    message: 'The competition is not open for entries. See its is_active, entry_open, starts_at and ends_at.',
  },
  notYourTemplate: {
    status: 403,
    code: 'competition.not-your-template',
    message: 'Only the owner can enter a template. Enter one of your own.',
  },
  templateNotPublic: {
    status: 400,
    code: 'competition.template-not-public',
    message: 'Only a public template can be entered. Make it public first.',
  },
  alreadyEntered: {
    status: 400,
    code: 'competition.already-entered',
    message: 'This template has already been entered. See GET /api/lab/competitions/:id/leaderboard.',
  },
});
