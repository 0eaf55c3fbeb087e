import Type, { type Static } from 'typebox';

/** The response of the model. Its text is truncated to the length of a drop. */
export const DropResponse = Type.Object({ message: Type.String() });

export const DailyDropRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    is_complete: Type.Boolean({ description: 'false if the time of the run was over. The next run continues.' }),
    results: Type.Object({
      total: Type.Integer({ description: 'Users who want a daily drop.' }),
      generated: Type.Integer({ description: 'Users who received a drop by this run.' }),
      skipped: Type.Integer({ description: 'Users who already had a drop of the day or withdrew their consent.' }),
      failed: Type.Integer({ description: 'Users that the next run tries again.' }),
      errors: Type.Array(Type.String(), {
        description: 'The first hundred failures, each with user id and error code.',
      }),
    }),
  },
  { title: 'DailyDropRun' },
);
export type DailyDropRun = Static<typeof DailyDropRun>;
