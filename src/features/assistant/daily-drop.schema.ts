import Type, { type Static } from 'typebox';

/** What a model is asked for. What comes is cut to the length of a drop. */
export const DropAnswer = Type.Object({ message: Type.String() });

export const DailyDropRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    is_complete: Type.Boolean({ description: 'False where the time of one run was over: the next run goes on.' }),
    results: Type.Object({
      total: Type.Integer({ description: 'People who get a drop a day.' }),
      generated: Type.Integer({ description: 'People who got it by this run.' }),
      skipped: Type.Integer({ description: 'People who had got it, or have changed their mind meanwhile.' }),
      failed: Type.Integer({ description: 'People whom the next run tries again.' }),
      errors: Type.Array(Type.String(), {
        description: 'Whom it failed for and by what kind of failure, for the first hundred of them.',
      }),
    }),
  },
  { title: 'DailyDropRun' },
);
export type DailyDropRun = Static<typeof DailyDropRun>;
