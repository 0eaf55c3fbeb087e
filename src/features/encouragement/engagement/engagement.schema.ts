import Type, { type Static } from 'typebox';

export const EngagementRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      processed: Type.Integer({ description: 'Checked drops.' }),
      engaged: Type.Integer({ description: 'Drops for which this run found engagement.' }),
      bonus_awarded: Type.Integer({ description: 'Bonus drops awarded to the senders.' }),
      failed: Type.Integer({ description: 'Drops that the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'The ids of the first hundred failed drops.' }),
    }),
  },
  { title: 'EngagementRun' },
);
export type EngagementRun = Static<typeof EngagementRun>;
