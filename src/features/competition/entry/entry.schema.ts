import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema } from '../../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';
import { Counts } from '../scoring/scoring.schema.ts';

const Entry = Type.Object(
  {
    id: Uuid,
    competition_id: Uuid,
    template_id: Uuid,
    user_id: Uuid,
    score: Type.Number({ description: '0 until it is computed the next time.' }),
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
      Type.Boolean({ description: 'In a classroom: that a teacher is there, where the experiment needs supervision.' }),
    ),
  },
  { title: 'NewCompetitionEntry' },
);
export type NewEntry = Static<typeof NewEntry>;

const LeaderboardPlace = Type.Object(
  {
    place: Type.Integer({ minimum: 1, description: 'Entries with the same score have the same place.' }),
    entry_id: Uuid,
    template_id: Uuid,
    title: Nullable(Type.String({ description: 'Of the template; null while it is not public.' })),
    user: Type.Object({ id: Uuid, full_name: Type.String(), avatar_url: Nullable(Type.String()) }),
    score: Type.Number(),
    counts: Counts,
    created_at: Timestamp,
  },
  { title: 'CompetitionRank' },
);
export type LeaderboardPlace = Static<typeof LeaderboardPlace>;

export const Leaderboard = listSchema('leaderboard', LeaderboardPlace);

export const entryErrors = declareErrors({
  closed: {
    status: 400,
    code: 'competition.entries-closed',
    message: 'The competition takes no entries now. See its is_active, entry_open, starts_at and ends_at.',
  },
  notYourTemplate: {
    status: 403,
    code: 'competition.not-your-template',
    message: 'Only the author of a template can enter it. Enter one of your own.',
  },
  templateNotPublic: {
    status: 400,
    code: 'competition.template-not-public',
    message: 'Only a template that everybody sees can be entered. Make it public first.',
  },
  alreadyEntered: {
    status: 400,
    code: 'competition.already-entered',
    message: 'This template takes part already. See GET /api/lab/competitions/:id/leaderboard.',
  },
});
