import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';
import { listSchema } from '../../../platform/http/pagination.ts';
import { Nullable, Timestamp, Uuid } from '../../../platform/http/shapes.ts';
import { NewScoringConfig, ScoringConfig } from '../scoring/scoring.schema.ts';

const Name = Type.String({ minLength: 1, maxLength: 200 });
const Description = Type.String({ maxLength: 5_000 });
const Limit = Nullable(Type.String({ format: 'date-time', pattern: '^2', description: 'In the years 2000 to 2999.' }));

export const Competition = Type.Object(
  {
    id: Uuid,
    name: Name,
    description: Description,
    scoring_config: ScoringConfig,
    starts_at: Nullable(Timestamp),
    ends_at: Nullable(Timestamp),
    is_active: Type.Boolean({ description: 'Whether the list of competitions shows it.' }),
    entry_open: Type.Boolean({
      description: 'Whether it takes entries, while it is active, from its start to its end.',
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
    is_active: Type.Optional(Type.Boolean({ description: 'False where not given.' })),
    entry_open: Type.Optional(Type.Boolean({ description: 'False where not given.' })),
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
    message: 'There is no such competition. See GET /api/lab/competitions.',
  },
  endsBeforeStart: {
    status: 400,
    code: 'competition.ends-before-start',
    message: 'A competition ends after it has started. Send a later ends_at, or an earlier starts_at.',
  },
});
