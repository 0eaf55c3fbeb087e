import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  applyProviderEvent,
  isRunning,
  type ProviderEvent,
  type SubscriptionFacts,
  statusOf,
} from './subscription.rules.ts';
import { permutationsOf } from './test-payment-events.ts';

const STARTED = new Date('2026-03-01T12:00:00Z');
const at = (second: number) => new Date(STARTED.getTime() + second * 1_000);

const state = (kind: 'created' | 'updated' | 'deleted', status: string, second: number): ProviderEvent => ({
  state: { kind, status, at: at(second) },
  startedAt: STARTED,
});
const payment = (kind: 'due' | 'checked-out' | 'first-failed' | 'failed' | 'paid', second: number): ProviderEvent => ({
  payment: { kind, at: at(second) },
});

/** What is known once all of this has been told, in this order, to somebody who had heard nothing. */
function known(told: readonly ProviderEvent[]): SubscriptionFacts {
  const [first] = told;
  const createdAt = first === undefined ? STARTED : 'state' in first ? first.startedAt : first.payment.at;
  return told.reduce(applyProviderEvent, { state: null, payment: null, createdAt });
}

const created = state('created', 'incomplete', 0);
const activated = state('updated', 'active', 1);

describe('how a subscription stands', () => {
  test.each<{ what: string; told: ProviderEvent[]; status: string }>([
    { what: 'nobody has told anything', told: [], status: 'incomplete' },
    { what: 'it was made, and waits for its first payment', told: [created], status: 'incomplete' },
    { what: 'it became active', told: [created, activated], status: 'active' },
    { what: 'a checkout alone was told, and paid', told: [payment('checked-out', 2)], status: 'active' },
    { what: 'a checkout alone was told, and nothing was paid there', told: [payment('due', 2)], status: 'incomplete' },
    { what: 'a payment alone was told', told: [payment('paid', 2)], status: 'active' },
    { what: 'a failed payment alone was told', told: [payment('failed', 2)], status: 'past_due' },
    { what: 'a failed first payment alone was told', told: [payment('first-failed', 2)], status: 'incomplete' },
    { what: 'its first payment is newer than its word', told: [created, payment('paid', 1)], status: 'active' },
    { what: 'its first payment failed', told: [created, payment('first-failed', 1)], status: 'incomplete' },
    { what: 'a payment failed since', told: [activated, payment('failed', 2)], status: 'past_due' },
    {
      what: 'a payment of a trial failed',
      told: [state('updated', 'trialing', 1), payment('failed', 2)],
      status: 'past_due',
    },
    { what: 'a payment failed, in the same second', told: [activated, payment('failed', 1)], status: 'active' },
    { what: 'a payment failed before', told: [activated, payment('failed', 0)], status: 'active' },
    {
      what: 'it was paid again after a failure',
      told: [activated, payment('failed', 2), state('updated', 'past_due', 2), payment('paid', 3)],
      status: 'active',
    },
    {
      what: 'a payment succeeded in the second in which another one failed',
      told: [activated, payment('paid', 2), payment('failed', 2)],
      status: 'active',
    },
    {
      what: 'a trial began, and its invoice of nothing is paid',
      told: [state('created', 'trialing', 0), payment('paid', 1)],
      status: 'trialing',
    },
    {
      what: 'an old invoice is paid once it was given up',
      told: [state('updated', 'unpaid', 1), payment('paid', 2)],
      status: 'unpaid',
    },
    {
      what: 'it pauses, and something is paid',
      told: [state('updated', 'paused', 1), payment('paid', 2)],
      status: 'paused',
    },
    { what: 'it was made and changed in one second', told: [created, state('updated', 'active', 0)], status: 'active' },
    {
      what: 'it changed twice in one second',
      told: [state('updated', 'active', 5), state('updated', 'past_due', 5)],
      status: 'past_due',
    },
    { what: 'it has ended', told: [activated, state('deleted', 'canceled', 3)], status: 'canceled' },
    {
      what: 'it has ended, and something is told that came about later',
      told: [state('deleted', 'canceled', 3), state('updated', 'active', 9), payment('paid', 9)],
      status: 'canceled',
    },
    {
      what: 'it ended without ever having begun',
      told: [state('updated', 'incomplete_expired', 3), state('updated', 'active', 9), payment('paid', 9)],
      status: 'incomplete_expired',
    },
    {
      what: 'the provider has a word that is new',
      told: [activated, state('updated', 'resting', 3)],
      status: 'resting',
    },
  ])('is $status where $what', ({ told, status }) => {
    for (const order of permutationsOf(told)) expect(statusOf(known(order))).toBe(status);
  });
});

test.each([
  ['a state, of a start later than what is known', state('created', 'active', 5), 0, 0],
  ['a payment before what is known', payment('paid', 3), 7, 3],
  ['a payment after what is known', payment('paid', 9), 7, 7],
])('the start is the earliest that was told: %s', (_what, told, knownSecond, startSecond) => {
  const before = { state: null, payment: null, createdAt: at(knownSecond) };
  expect(applyProviderEvent(before, told).createdAt).toEqual(at(startSecond));
});

describe('the order in which events come', () => {
  const LIVES: { what: string; told: ProviderEvent[] }[] = [
    { what: 'a first payment', told: [created, payment('paid', 1), activated, payment('checked-out', 2), activated] },
    {
      what: 'an end',
      told: [created, activated, payment('checked-out', 2), payment('failed', 8), state('deleted', 'canceled', 9)],
    },
    {
      what: 'everything in one second',
      told: [
        state('created', 'incomplete', 0),
        state('updated', 'active', 0),
        payment('paid', 0),
        payment('checked-out', 0),
        state('deleted', 'canceled', 0),
      ],
    },
    {
      what: 'a failure and a recovery',
      told: [created, activated, payment('failed', 5), state('updated', 'past_due', 5), payment('paid', 7)],
    },
  ];

  test.each(LIVES)('changes nothing in the end, in none of 120 orders: $what', ({ told }) => {
    const orders = permutationsOf(told);
    expect(orders).toHaveLength(120);
    const ends = new Set(orders.map((order) => JSON.stringify(known(order))));
    expect([...ends]).toEqual([JSON.stringify(known(told))]);
  });

  const anyTold = fc.oneof(
    fc
      .tuple(
        fc.constantFrom('created' as const, 'updated' as const, 'deleted' as const),
        fc.constantFrom('incomplete', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'incomplete_expired'),
        fc.nat({ max: 4 }),
      )
      .map(([kind, status, second]) => state(kind, kind === 'deleted' ? 'canceled' : status, second)),
    fc
      .tuple(
        fc.constantFrom(
          'due' as const,
          'checked-out' as const,
          'first-failed' as const,
          'failed' as const,
          'paid' as const,
        ),
        fc.nat({ max: 4 }),
      )
      .map(([kind, second]) => payment(kind, second)),
  );

  test('nor how often each of them comes, whatever they are', () => {
    const lives = fc
      .array(anyTold, { minLength: 1, maxLength: 8 })
      .chain((told) =>
        fc.tuple(fc.constant(told), fc.shuffledSubarray([...told, ...told], { minLength: 2 * told.length })),
      );
    fc.assert(
      fc.property(lives, ([told, shuffled]) => {
        expect(known(shuffled)).toEqual(known(told));
      }),
      { numRuns: 2_000 },
    );
  });
});

test.each([
  ['active', true],
  ['trialing', true],
  ['past_due', true],
  ['unpaid', true],
  ['paused', true],
  ['resting', true],
  ['incomplete', false],
  ['incomplete_expired', false],
  ['canceled', false],
])('a subscription that is %s: another one would be paid twice: %s', (status, expected) => {
  expect(isRunning(status)).toBe(expected);
});
