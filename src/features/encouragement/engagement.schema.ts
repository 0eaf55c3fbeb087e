import Type, { type Static } from 'typebox';

export const EngagementRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      processed: Type.Integer({ description: 'Drops that were looked at.' }),
      engaged: Type.Integer({ description: 'Drops of which this run found that their recipient has written since.' }),
      bonus_awarded: Type.Integer({ description: 'Bonus drops that their senders got for it, in all.' }),
      failed: Type.Integer({ description: 'Drops that the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'The ids of the first hundred of these, and what to expect.' }),
    }),
  },
  { title: 'EngagementRun' },
);
export type EngagementRun = Static<typeof EngagementRun>;
