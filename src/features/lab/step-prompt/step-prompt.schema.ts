import Type, { type Static } from 'typebox';

export const StepPromptRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      prompted: Type.Integer({ description: 'People who were told by this run.' }),
      failed: Type.Integer({ description: 'People whom the next run tries again.' }),
      errors: Type.Array(Type.String(), { description: 'What went wrong, for the first hundred of them.' }),
    }),
  },
  { title: 'StepPromptRun' },
);
export type StepPromptRun = Static<typeof StepPromptRun>;
