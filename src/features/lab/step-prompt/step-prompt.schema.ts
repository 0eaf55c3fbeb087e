import Type, { type Static } from 'typebox';

export const StepPromptRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      prompted: Type.Integer({ description: 'Users prompted by this run.' }),
      failed: Type.Integer({ description: 'Users that the next run retries.' }),
      errors: Type.Array(Type.String(), { description: 'At most 100 descriptions of failures.' }),
    }),
  },
  { title: 'StepPromptRun' },
);
export type StepPromptRun = Static<typeof StepPromptRun>;
