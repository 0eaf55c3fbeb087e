import Type, { type Static } from 'typebox';

export const RetentionRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      deleted: Type.Array(Type.Object({ name: Type.String(), count: Type.Integer() }), {
        description: 'What this run deleted: each kind of data of which it deleted any.',
      }),
      is_complete: Type.Boolean({
        description: 'false if the time of a run was too short or something failed. The next run continues.',
      }),
      errors: Type.Array(Type.String()),
    }),
  },
  { title: 'RetentionRun' },
);
export type RetentionRun = Static<typeof RetentionRun>;
