/** How a subscription stood by itself at a moment, as the provider tells it. */
export type State = { kind: 'created' | 'updated' | 'deleted'; status: string; at: Date };

/** How a payment for a subscription went at a moment: at a checkout (`due` where nothing was paid there), or for an invoice. */
export type Payment = { kind: 'due' | 'checked-out' | 'first-failed' | 'failed' | 'paid'; at: Date };

/** All that decides about a subscription: the latest of either kind that has been told, and since when there is one. */
export type SubscriptionFacts = { state: State | null; payment: Payment | null; createdAt: Date };

/** What one event tells. */
export type ProviderEvent = { state: State; startedAt: Date } | { payment: Payment };

const ACTIVE = 'active';

/** Nothing follows these. */
const TERMINAL = ['canceled', 'incomplete_expired'];

/** Nobody is charged in these, now or later. */
const NOT_RUNNING = [...TERMINAL, 'incomplete'];

/** In the order in which a subscription comes to them, for two of the same second. */
const LIFE = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'unpaid', 'incomplete_expired', 'canceled'];
const STATES = ['created', 'updated', 'deleted'];
const PAYMENTS = ['due', 'checked-out', 'first-failed', 'failed', 'paid'];

/**
 * What is known once an event has been told, too. In whatever order events come, and however often, the same is known in the
 * end: of each kind the latest by the provider's own time counts, and the end of a subscription is the latest of all.
 */
export function applyProviderEvent(known: SubscriptionFacts, told: ProviderEvent): SubscriptionFacts {
  if ('payment' in told) {
    const isLater = known.payment === null || compare(rankOfPayment(told.payment), rankOfPayment(known.payment)) > 0;
    const payment = isLater ? told.payment : known.payment;
    return { ...known, payment, createdAt: earlierOf(known.createdAt, told.payment.at) };
  }
  const isLater = known.state === null || compare(rankOfState(told.state), rankOfState(known.state)) > 0;
  const state = isLater ? told.state : known.state;
  return { ...known, state, createdAt: earlierOf(known.createdAt, told.startedAt) };
}

/**
 * How a subscription stands, in the provider's word. What it tells of the subscription itself decides; a payment counts where
 * that is older, or has not come yet, and only for what a payment can change.
 */
export function statusOf({ state, payment }: SubscriptionFacts): string {
  if (state === null) return statusByPayment(payment);
  if (payment === null || payment.at <= state.at) return state.status;
  if (isPaid(payment) && ['incomplete', 'past_due'].includes(state.status)) return ACTIVE;
  if (payment.kind === 'failed' && [ACTIVE, 'trialing'].includes(state.status)) return 'past_due';
  return state.status;
}

/** Whether somebody with a subscription of this status would pay twice, once they had another one. */
export function isRunning(status: string): boolean {
  return !NOT_RUNNING.includes(status);
}

function statusByPayment(payment: Payment | null): string {
  if (payment === null) return 'incomplete';
  if (isPaid(payment)) return ACTIVE;
  return payment.kind === 'failed' ? 'past_due' : 'incomplete';
}

const isPaid = ({ kind }: Payment) => kind === 'checked-out' || kind === 'paid';

const rankOfPayment = ({ kind, at }: Payment) => [at.getTime(), PAYMENTS.indexOf(kind)];

function rankOfState({ kind, status, at }: State): number[] {
  const isLast = kind === 'deleted' || TERMINAL.includes(status);
  return [Number(isLast), at.getTime(), STATES.indexOf(kind), LIFE.indexOf(status)];
}

/** Above 0 where the first of two lists of the same length is the greater one, by its first difference. */
function compare(one: readonly number[], other: readonly number[]): number {
  const differences = one.map((value, index) => value - (other[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

const earlierOf = (one: Date, other: Date) => (one <= other ? one : other);
