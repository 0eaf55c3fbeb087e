import Type, { type Static } from 'typebox';

export const RecomputeRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      competitions: Type.Integer({ description: 'Competitions scored by this run.' }),
      failed: Type.Integer({ description: 'Competitions that the next run retries.' }),
      errors: Type.Array(Type.String(), { description: 'At most 100 descriptions of failures.' }),
    }),
  },
  { title: 'CompetitionRecomputeRun' },
);
export type RecomputeRun = Static<typeof RecomputeRun>;
