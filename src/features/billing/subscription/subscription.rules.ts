/** The state of a subscription at an instant, from an event about the subscription. */
export type State = { kind: 'created' | 'updated' | 'deleted'; status: string; at: Date };

/** The result of a payment at an instant: of a checkout (`due` if it was not paid there) or of an invoice. */
export type Payment = { kind: 'due' | 'checked-out' | 'first-failed' | 'failed' | 'paid'; at: Date };

/** What the status of a subscription is computed from: its latest state and latest payment. */
export type SubscriptionFacts = { state: State | null; payment: Payment | null; createdAt: Date };

/** An event that the provider sent about a subscription. */
export type ProviderEvent = { state: State; startedAt: Date } | { payment: Payment };

const ACTIVE = 'active';

/** Final statuses. */
const TERMINAL = ['canceled', 'incomplete_expired'];

/** The states in which the provider charges nothing now or later. */
const NOT_BILLED = [...TERMINAL, 'incomplete'];

/** The order of statuses, kinds of states and kinds of payments with the same timestamp (of one second). */
const STATUSES = ['incomplete', 'trialing', 'active', 'past_due', 'paused', 'unpaid', 'incomplete_expired', 'canceled'];
const STATES = ['created', 'updated', 'deleted'];
const PAYMENTS = ['due', 'checked-out', 'first-failed', 'failed', 'paid'];

/**
 * Adds an event to the facts. The result does not depend on the order or repetition of events: the latest state and payment by
 * the provider's timestamp count, and the end of a subscription counts as the latest state.
 */
export function applyEvent(facts: SubscriptionFacts, event: ProviderEvent): SubscriptionFacts {
  if ('payment' in event) {
    const isLater = facts.payment === null || compare(rankOfPayment(event.payment), rankOfPayment(facts.payment)) > 0;
    const payment = isLater ? event.payment : facts.payment;
    return { ...facts, payment, createdAt: earliestOf(facts.createdAt, event.payment.at) };
  }
  const isLater = facts.state === null || compare(rankOfState(event.state), rankOfState(facts.state)) > 0;
  const state = isLater ? event.state : facts.state;
  return { ...facts, state, createdAt: earliestOf(facts.createdAt, event.startedAt) };
}

/**
 * The status of a subscription in the provider's terms. A payment changes it only if it is later than the state and the state
 * depends on payments.
 */
export function statusOf({ state, payment }: SubscriptionFacts): string {
  if (state === null) return statusByPayment(payment);
  if (payment === null || payment.at <= state.at) return state.status;
  if (isPaid(payment) && ['incomplete', 'past_due'].includes(state.status)) return ACTIVE;
  if (payment.kind === 'failed' && [ACTIVE, 'trialing'].includes(state.status)) return 'past_due';
  return state.status;
}

/** Whether the provider charges for a subscription of this status, so that a second one would be paid twice. */
export function isBilled(status: string): boolean {
  return !NOT_BILLED.includes(status);
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
  return [Number(isLast), at.getTime(), STATES.indexOf(kind), STATUSES.indexOf(status)];
}

/** Compares two lists of the same length by their first difference; positive if `one` is greater. */
function compare(one: readonly number[], other: readonly number[]): number {
  const differences = one.map((value, index) => value - (other[index] ?? 0));
  return differences.find((difference) => difference !== 0) ?? 0;
}

const earliestOf = (one: Date, other: Date) => (one <= other ? one : other);
