import Type, { type Static } from 'typebox';

/** How what people hand in stands: shown to everybody once it is approved, and not before. */
export const Decision = Type.Enum(['pending', 'approved', 'declined'], { title: 'DecisionStatus' });
export type Decision = Static<typeof Decision>;

export const Decline = Type.Object(
  {
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'Nobody but super admins ever sees it.',
    }),
  },
  { title: 'DeclineReason' },
);
export type Decline = Static<typeof Decline>;
