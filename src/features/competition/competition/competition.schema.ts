import Type, { type Static } from 'typebox';
import { declareErrors } from '#platform/errors.ts';
import { listSchema } from '#platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '#platform/http/shapes.ts';

const Weight = (counted: string) =>
  Type.Number({ minimum: -1_000, maximum: 1_000, description: `For ${counted}. At most two decimals.` });

const WEIGHTS = {
  clone: Weight('each other user with a copy of the template'),
  completion: Weight('each other user who completed a copy'),
  replication_confirmed: Weight('each replication that confirms the prediction'),
  replication_refuted: Weight('each replication that does not confirm it'),
  build: Weight('each approved video about the template by another user'),
};

export const ScoringConfig = Type.Object(WEIGHTS, { title: 'ScoringConfig' });
export type ScoringConfig = Static<typeof ScoringConfig>;

export const NewScoringConfig = Type.Partial(Type.Object(WEIGHTS), {
  title: 'NewScoringConfig',
  description: 'Omitted weights are 0.',
});
export type NewScoringConfig = Static<typeof NewScoringConfig>;

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Description = Type.String({ maxLength: 5_000 });
const Limit = Nullable(Type.String({ format: 'date-time', pattern: '^2', description: 'From the year 2000 to 2999.' }));

export const Competition = Type.Object(
  {
    id: Uuid,
    name: Name,
    description: Description,
    scoring_config: ScoringConfig,
    starts_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    is_active: Type.Boolean({ description: 'Whether the competition is listed.' }),
    entry_open: Type.Boolean({
      description: 'Whether templates can enter while the competition is active, from its start to its end.',
    }),
    last_scored_at: Nullable(Timestamp),
    created_at: Timestamp,
    updated_at: Timestamp,
  },
  { title: 'Competition' },
);
export type Competition = Static<typeof Competition>;

export const CompetitionBody = Type.Object({ competition: Competition }, { title: 'CompetitionBody' });
export const CompetitionList = listSchema('competitions', Competition);

export const NewCompetition = Type.Object(
  {
    name: Name,
    description: Type.Optional(Description),
    scoring_config: NewScoringConfig,
    starts_at: Type.Optional(Limit),
    ends_at: Type.Optional(Limit),
    is_active: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
    entry_open: Type.Optional(Type.Boolean({ description: 'Defaults to false.' })),
  },
  { title: 'NewCompetition' },
);
export type NewCompetition = Static<typeof NewCompetition>;

export const CompetitionChange = Type.Object(
  {
    name: Type.Optional(Name),
    description: Type.Optional(Description),
    scoring_config: Type.Optional(NewScoringConfig),
    starts_at: Type.Optional(Limit),
    ends_at: Type.Optional(Limit),
    is_active: Type.Optional(Type.Boolean()),
    entry_open: Type.Optional(Type.Boolean()),
  },
  { title: 'CompetitionChange' },
);
export type CompetitionChange = Static<typeof CompetitionChange>;

export const competitionErrors = declareErrors({
  notFound: {
    status: 404,
    code: 'competition.not-found',
    message: 'The competition does not exist. See GET /api/lab/competitions.',
  },
  endsBeforeStart: {
    status: 400,
    code: 'competition.ends-before-start',
    message: 'A competition must end after its start. Send a later ends_at or an earlier starts_at.',
  },
  weightTooFine: {
    status: 400,
    code: 'competition.weight-too-fine',
    message: 'Weights have at most two decimals. Round the weights of scoring_config.',
  },
});
