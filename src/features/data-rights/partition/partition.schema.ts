import Type, { type Static } from 'typebox';

export const PartitionRun = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      made: Type.Array(Type.String(), { description: 'The partitions that this run made.' }),
      errors: Type.Array(Type.String(), {
        description: 'What failed, by table. The next run tries again.',
      }),
    }),
  },
  { title: 'PartitionRun' },
);
export type PartitionRun = Static<typeof PartitionRun>;
