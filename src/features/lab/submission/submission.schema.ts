import Type, { type Static } from 'typebox';

export const DecisionStatus = Type.Enum(['pending', 'approved', 'declined'], { title: 'DecisionStatus' });
export type DecisionStatus = Static<typeof DecisionStatus>;

export const DeclineReason = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'Only super admins can see it.',
    }),
  },
  { title: 'DeclineReason' },
);
export type DeclineReason = Static<typeof DeclineReason>;
