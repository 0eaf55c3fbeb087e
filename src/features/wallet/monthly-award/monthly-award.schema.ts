import Type, { type Static } from 'typebox';

export const OwnAward = Type.Object(
  {
    awarded: Type.Boolean({ description: 'Whether this request awarded drops.' }),
    amount: Type.Integer({
      description: 'Drops awarded for this month, by this request or before; 0 if you are not eligible.',
    }),
    balance: Type.Integer(),
  },
  { title: 'MonthlyAward' },
);
export type OwnAward = Static<typeof OwnAward>;

export const AwardRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      awarded: Type.Integer({ description: 'Users who received their drops by this run.' }),
      already: Type.Integer({ description: 'Users who had received them before.' }),
      failed: Type.Integer({ description: 'Users that the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'The first hundred failures, each with its user id.' }),
    }),
  },
  { title: 'MonthlyAwardRun' },
);
export type AwardRun = Static<typeof AwardRun>;
