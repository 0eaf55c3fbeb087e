import Type, { type Static } from 'typebox';

export const GoalDueRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({ notified: Type.Integer({ description: 'Users notified by this run.' }) }),
  },
  { title: 'GoalDueRun' },
);
export type GoalDueRun = Static<typeof GoalDueRun>;
