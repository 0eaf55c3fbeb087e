import Type, { type Static } from 'typebox';

export const CheckInRunBody = Type.Object(
  {
    success: Type.Boolean(),
    message: Type.String(),
    results: Type.Object({
      checked_in: Type.Integer(),
      skipped: Type.Integer({
        description: 'Users who are due but do not check in today, have already checked in, or are in no chain.',
      }),
      failed: Type.Integer(),
      errors: Type.Array(Type.String()),
    }),
  },
  { title: 'SyntheticCheckInRun' },
);
export type CheckInRunBody = Static<typeof CheckInRunBody>;
