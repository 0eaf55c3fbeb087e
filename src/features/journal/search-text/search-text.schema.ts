import Type, { type Static } from 'typebox';

export const FoldRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      folded_entries: Type.Integer({ minimum: 0 }),
      built_indexes: Type.Array(Type.String()),
    }),
  },
  { title: 'FoldRun' },
);
export type FoldRun = Static<typeof FoldRun>;
