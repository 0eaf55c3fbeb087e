import Type, { type Static } from 'typebox';

export const KeptAnswerRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      forgotten: Type.Integer({ description: 'Keys that this run has removed with their answers.' }),
    }),
  },
  { title: 'KeptAnswerRun' },
);
export type KeptAnswerRun = Static<typeof KeptAnswerRun>;
