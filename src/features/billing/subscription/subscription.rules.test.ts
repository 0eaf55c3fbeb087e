import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { permutationsOf } from '../payment-event/test-payment-events.ts';
import { applyEvent, isBilled, type ProviderEvent, type SubscriptionFacts, statusOf } from './subscription.rules.ts';

const STARTED = new Date('2026-03-01T12:00:00Z');
const at = (second: number) => new Date(STARTED.getTime() + second * 1_000);

const state = (kind: 'created' | 'updated' | 'deleted', status: string, second: number): ProviderEvent => ({
  state: { kind, status, at: at(second) },
  startedAt: STARTED,
});
const payment = (kind: 'due' | 'checked-out' | 'first-failed' | 'failed' | 'paid', second: number): ProviderEvent => ({
  payment: { kind, at: at(second) },
});

/** The facts after these events, in this order. */
function known(events: readonly ProviderEvent[]): SubscriptionFacts {
  const [first] = events;
  const createdAt = first === undefined ? STARTED : 'state' in first ? first.startedAt : first.payment.at;
  return events.reduce(applyEvent, { state: null, payment: null, createdAt });
}

const created = state('created', 'incomplete', 0);
const activated = state('updated', 'active', 1);

describe('statusOf', () => {
  test.each<{ what: string; events: ProviderEvent[]; status: string }>([
    { what: 'there was no event', events: [], status: 'incomplete' },
    { what: 'it was created and waits for its first payment', events: [created], status: 'incomplete' },
    { what: 'it became active', events: [created, activated], status: 'active' },
    { what: 'only a paid checkout is known', events: [payment('checked-out', 2)], status: 'active' },
    { what: 'only an unpaid checkout is known', events: [payment('due', 2)], status: 'incomplete' },
    { what: 'only a payment is known', events: [payment('paid', 2)], status: 'active' },
    { what: 'only a failed payment is known', events: [payment('failed', 2)], status: 'past_due' },
    { what: 'only a failed first payment is known', events: [payment('first-failed', 2)], status: 'incomplete' },
    { what: 'its first payment is later than its state', events: [created, payment('paid', 1)], status: 'active' },
    { what: 'its first payment failed', events: [created, payment('first-failed', 1)], status: 'incomplete' },
    { what: 'a payment failed since', events: [activated, payment('failed', 2)], status: 'past_due' },
    {
      what: 'a payment of a trial failed',
      events: [state('updated', 'trialing', 1), payment('failed', 2)],
      status: 'past_due',
    },
    { what: 'a payment failed, in the same second', events: [activated, payment('failed', 1)], status: 'active' },
    { what: 'a payment failed before', events: [activated, payment('failed', 0)], status: 'active' },
    {
      what: 'it was paid again after a failure',
      events: [activated, payment('failed', 2), state('updated', 'past_due', 2), payment('paid', 3)],
      status: 'active',
    },
    {
      what: 'a payment succeeded in the second in which another one failed',
      events: [activated, payment('paid', 2), payment('failed', 2)],
      status: 'active',
    },
    {
      what: 'a trial began, and its invoice of nothing is paid',
      events: [state('created', 'trialing', 0), payment('paid', 1)],
      status: 'trialing',
    },
    {
      what: 'an old invoice is paid after cancellation',
      events: [state('updated', 'unpaid', 1), payment('paid', 2)],
      status: 'unpaid',
    },
    {
      what: 'it is paused and a payment arrives',
      events: [state('updated', 'paused', 1), payment('paid', 2)],
      status: 'paused',
    },
    {
      what: 'it was created and updated in one second',
      events: [created, state('updated', 'active', 0)],
      status: 'active',
    },
    {
      what: 'it was updated twice in one second',
      events: [state('updated', 'active', 5), state('updated', 'past_due', 5)],
      status: 'past_due',
    },
    { what: 'it has ended', events: [activated, state('deleted', 'canceled', 3)], status: 'canceled' },
    {
      what: 'it has ended and a later event arrives',
      events: [state('deleted', 'canceled', 3), state('updated', 'active', 9), payment('paid', 9)],
      status: 'canceled',
    },
    {
      what: 'it ended without starting',
      events: [state('updated', 'incomplete_expired', 3), state('updated', 'active', 9), payment('paid', 9)],
      status: 'incomplete_expired',
    },
    {
      what: 'the provider has a new status',
      events: [activated, state('updated', 'resting', 3)],
      status: 'resting',
    },
  ])('is $status if $what', ({ events, status }) => {
    for (const order of permutationsOf(events)) expect(statusOf(known(order))).toBe(status);
  });
});

test.each([
  ['a state, of a start later than what is known', state('created', 'active', 5), 0, 0],
  ['a payment before what is known', payment('paid', 3), 7, 3],
  ['a payment after what is known', payment('paid', 9), 7, 7],
])('createdAt is the earliest known start: %s', (_what, events, knownSecond, startSecond) => {
  const before = { state: null, payment: null, createdAt: at(knownSecond) };
  expect(applyEvent(before, events).createdAt).toEqual(at(startSecond));
});

describe('applyEvent', () => {
  const LIVES: { what: string; events: ProviderEvent[] }[] = [
    { what: 'a first payment', events: [created, payment('paid', 1), activated, payment('checked-out', 2), activated] },
    {
      what: 'an end',
      events: [created, activated, payment('checked-out', 2), payment('failed', 8), state('deleted', 'canceled', 9)],
    },
    {
      what: 'everything in one second',
      events: [
        state('created', 'incomplete', 0),
        state('updated', 'active', 0),
        payment('paid', 0),
        payment('checked-out', 0),
        state('deleted', 'canceled', 0),
      ],
    },
    {
      what: 'a failure and a recovery',
      events: [created, activated, payment('failed', 5), state('updated', 'past_due', 5), payment('paid', 7)],
    },
  ];

  test.each(LIVES)('does not depend on the order of events: $what', ({ events }) => {
    const orders = permutationsOf(events);
    expect(orders).toHaveLength(120);
    const ends = new Set(orders.map((order) => JSON.stringify(known(order))));
    expect([...ends]).toEqual([JSON.stringify(known(events))]);
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

  test('does not depend on repeated events', () => {
    const lives = fc
      .array(anyTold, { minLength: 1, maxLength: 8 })
      .chain((events) =>
        fc.tuple(fc.constant(events), fc.shuffledSubarray([...events, ...events], { minLength: 2 * events.length })),
      );
    fc.assert(
      fc.property(lives, ([events, shuffled]) => {
        expect(known(shuffled)).toEqual(known(events));
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
])('isBilled of %s is %s', (status, expected) => {
  expect(isBilled(status)).toBe(expected);
});
