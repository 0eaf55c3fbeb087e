import Type, { type Static } from 'typebox';

export const OwnAward = Type.Object(
  {
    awarded: Type.Boolean({ description: 'Whether this request brought drops.' }),
    amount: Type.Integer({
      description: 'What this month brought, by this request or before; 0 where nothing is due.',
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
      awarded: Type.Integer({ description: 'People who got their drops by this run.' }),
      already: Type.Integer({ description: 'People who had got them before.' }),
      failed: Type.Integer({ description: 'People whom the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'What went wrong, for the first hundred of them.' }),
    }),
  },
  { title: 'MonthlyAwardRun' },
);
export type AwardRun = Static<typeof AwardRun>;
