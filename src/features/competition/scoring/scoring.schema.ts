import Type, { type Static } from 'typebox';
import { declareErrors } from '../../../platform/errors.ts';

const Weight = (counted: string) =>
  Type.Number({ minimum: -1_000, maximum: 1_000, description: `For ${counted}; with two decimals at most.` });

const WEIGHTS = {
  clone: Weight('each other person who copies the template'),
  completion: Weight('each of them who does all steps of a copy'),
  replication_confirmed: Weight('each replication that confirms the prediction'),
  replication_refuted: Weight('each replication that does not'),
  build: Weight('each approved video about it by somebody else'),
};

export const ScoringConfig = Type.Object(WEIGHTS, { title: 'ScoringConfig' });
export type ScoringConfig = Static<typeof ScoringConfig>;

export const NewScoringConfig = Type.Partial(Type.Object(WEIGHTS), {
  title: 'NewScoringConfig',
  description: 'What is not given is 0.',
});
export type NewScoringConfig = Static<typeof NewScoringConfig>;

/** How often there is of an entry what the weights are for. */
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

export const RecomputeRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      competitions: Type.Integer({ description: 'Competitions that were scored.' }),
      failed: Type.Integer({ description: 'Competitions that the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'What went wrong, for the first hundred of them.' }),
    }),
  },
  { title: 'CompetitionRecomputeRun' },
);
export type RecomputeRun = Static<typeof RecomputeRun>;

export const scoringErrors = declareErrors({
  weightTooFine: {
    status: 400,
    code: 'competition.weight-too-fine',
    message: 'Weights have two decimals at most. Round those of scoring_config.',
  },
});
