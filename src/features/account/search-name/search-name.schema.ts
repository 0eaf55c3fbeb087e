import Type, { type Static } from 'typebox';

export const NameFoldRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({ folded_names: Type.Integer({ minimum: 0 }) }),
  },
  { title: 'NameFoldRun' },
);
export type NameFoldRun = Static<typeof NameFoldRun>;
