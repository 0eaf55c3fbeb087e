import Type, { type Static } from 'typebox';

export const IdempotencyCleanupRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      forgotten: Type.Integer({ description: 'Keys that this run deleted with their responses.' }),
    }),
  },
  { title: 'IdempotencyCleanupRun' },
);
export type IdempotencyCleanupRun = Static<typeof IdempotencyCleanupRun>;
