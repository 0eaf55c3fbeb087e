const REASONS = {
  monthly_recurring: 'These are your drops of the month.',
  refund: 'A purchase was refunded.',
  admin_adjustment: 'An administrator credited them.',
} as const;

type Award = { id: string; user_id: string | null; amount: number };

/** Each transaction is posted once, so that it needs no key. */
export function dropsAwarded({ id, user_id, amount }: Award, type: keyof typeof REASONS) {
  return {
    // A transaction that was just posted has a user.
    userId: user_id ?? '',
    kind: 'drops_awarded' as const,
    title: amount === 1 ? 'You received 1 drop' : `You received ${amount} drops`,
    body: REASONS[type],
    data: { transaction_id: id, amount, type },
  };
}
