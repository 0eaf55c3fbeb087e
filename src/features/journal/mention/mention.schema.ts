import Type, { type Static } from 'typebox';

export const BackfillResult = Type.Object(
  { processed: Type.Integer(), remaining: Type.Integer() },
  { title: 'MentionBackfill' },
);
export type BackfillResult = Static<typeof BackfillResult>;
