import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import type { Actor } from '#access/actor.ts';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { adjustBalance, refundPurchase } from './adjustment/adjustment.actions.ts';
import { type Posting, type PostingOutcome, postToLedger } from './index.ts';
import { awardMonth } from './monthly-award/monthly-award.actions.ts';

/*
 * Random sequences of what people and super admins do with drops, each with people of its own, against a model in memory that
 * is as simple as the rules are: what is answered must agree at every step, and what is stored at the end, row by row. Far more
 * sequences, of the postings that these deeds come to, are in ledger.model.test.ts.
 */

const SEQUENCES = byTier(40, 160);
/** Sequences that run beside each other, on different people. */
const LANES = 8;
const PEOPLE = 3;
const MONTHS = ['2026-10', '2026-11', '2026-12'];
const MAX_BALANCE = 2_147_483_647;

const { deps, superAdmin } = await startTestApp();
const root: Actor = { userId: (await superAdmin()).id, isSuperAdmin: true, impersonatorId: null };
afterAll(() => expectLedgerToBalance(deps.db));

type Row = { type: string; amount: number; balance_after: number };
type Purchase = { person: number; price: number; isRefunded: boolean };

type Model = {
  people: { balance: number; rows: Row[]; months: Map<string, number> }[];
  /** The purchases by the number of their key. */
  purchases: Map<number, Purchase>;
};

/** The same in the database: the ids of the people, and those of the transactions of purchases. */
type Real = { people: string[]; purchases: Map<number, string> };

type Step = fc.AsyncCommand<Model, Real>;

const stepsTaken = new Map<string, number>();
const count = (name: string) => stepsTaken.set(name, (stepsTaken.get(name) ?? 0) + 1);

/** Moves drops in the model as far as the balance allows it; what it refuses is the outcome. */
function move(
  model: Model,
  person: number,
  type: string,
  amount: number,
): 'posted' | 'balance-too-low' | 'balance-too-high' {
  const one = personOf(model, person);
  const balance = one.balance + amount;
  if (balance < 0) return 'balance-too-low';
  if (balance > MAX_BALANCE) return 'balance-too-high';
  one.balance = balance;
  one.rows.push({ type, amount, balance_after: balance });
  return 'posted';
}

function personOf(model: Model, person: number) {
  const one = model.people[person];
  if (one === undefined) throw new Error('The model has no such person.');
  return one;
}

const actorOf = (real: Real, person: number): Actor => {
  return { userId: real.people[person] ?? '', isSuperAdmin: false, impersonatorId: null };
};

const post = (posting: Posting): Promise<PostingOutcome> =>
  deps.db.transaction().execute((tx) => postToLedger(deps, tx, posting));

/** The error code or the outcome. */
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'posted',
    (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
  );

const REFUSALS = {
  posted: 'posted',
  'balance-too-low': 'wallet.balance-too-low',
  'balance-too-high': 'wallet.balance-too-high',
};

const award = (person: number, month: string, isSubscriber: boolean): Step => ({
  check: () => true,
  run: async (model, real) => {
    count('award');
    const one = personOf(model, person);
    const known = one.months.get(month);
    const amount = known ?? (isSubscriber ? 250 : 30);
    const outcome = known === undefined ? move(model, person, 'monthly_recurring', amount) : 'posted';
    const inMonth = {
      ...deps,
      clock: { now: () => new Date(`${month}-15T12:00:00Z`) },
      listActiveSubscribers: async (userIds: readonly string[]) => new Set(isSubscriber ? userIds : []),
    };
    const response = awardMonth(inMonth, actorOf(real, person));
    if (outcome !== 'posted') return expect(await outcomeOf(response)).toBe(REFUSALS[outcome]);
    one.months.set(month, amount);
    expect(await response).toEqual({ awarded: known === undefined, amount, balance: one.balance });
  },
  toString: () => `award(${person}, ${month}, ${isSubscriber ? 'subscriber' : 'none'})`,
});

const adjust = (person: number, drops: number): Step => ({
  check: () => true,
  run: async (model, real) => {
    count('adjust');
    const outcome = move(model, person, 'admin_adjustment', drops);
    const response = adjustBalance(deps, root, actorOf(real, person).userId, { delta: drops, reason: 'Because' });
    expect(await outcomeOf(response)).toBe(REFUSALS[outcome]);
    if (outcome === 'posted') expect((await response).balance_after).toBe(personOf(model, person).balance);
  },
  toString: () => `adjust(${person}, ${drops})`,
});

const buy = (person: number, price: number, key: number): Step => ({
  check: () => true,
  run: async (model, real) => {
    count('buy');
    const known = model.purchases.get(key);
    const { userId } = actorOf(real, person);
    const transactionKey = `purchase:${real.people[0]}:${key}`;
    const response = post({ userId, type: 'purchase', amount: -price, transactionKey, description: 'A pack' });
    if (known !== undefined && known.person !== person) {
      return expect(await outcomeOf(response)).toBe('Error: A transaction key was used for two different postings.');
    }
    const posted = await response;
    if (known !== undefined) {
      expect(posted).toMatchObject({ outcome: 'already-posted', transaction: { id: real.purchases.get(key) } });
      return;
    }
    expect(posted.outcome).toBe(move(model, person, 'purchase', -price));
    if (posted.outcome !== 'posted') return;
    model.purchases.set(key, { person, price, isRefunded: false });
    real.purchases.set(key, posted.transaction.id);
  },
  toString: () => `buy(${person}, ${price}, key ${key})`,
});

const refund = (key: number): Step => ({
  check: ({ purchases }) => purchases.has(key),
  run: async ({ ...model }, real) => {
    count('refund');
    const purchase = model.purchases.get(key);
    if (purchase === undefined) throw new Error('The model has no such purchase.');
    const { person, price, isRefunded } = purchase;
    const outcome = isRefunded ? null : move(model, person, 'refund', price);
    const response = refundPurchase(deps, root, real.purchases.get(key) ?? '');
    expect(await outcomeOf(response)).toBe(outcome === null ? 'wallet.already-refunded' : REFUSALS[outcome]);
    if (outcome === 'posted') purchase.isRefunded = true;
  },
  toString: () => `refund(key ${key})`,
});

const fill = (person: number): Step => ({
  check: () => true,
  run: async (model, real) => {
    count('fill');
    const amount = MAX_BALANCE - 100;
    const { userId } = actorOf(real, person);
    const posted = await post({
      userId,
      type: 'refund',
      amount,
      transactionKey: randomUUID(),
      description: 'A fortune',
    });
    expect(posted.outcome).toBe(move(model, person, 'refund', amount));
  },
  toString: () => `fill(${person})`,
});

const people = fc.integer({ min: 0, max: PEOPLE - 1 });
const keys = fc.integer({ min: 0, max: 3 });
const delta = fc.integer({ min: -60, max: 60 }).filter((drops) => drops !== 0);
const steps = [
  fc.tuple(people, fc.constantFrom(...MONTHS), fc.boolean()).map((of) => award(...of)),
  fc.oneof(
    { weight: 3, arbitrary: fc.tuple(people, delta).map((of) => adjust(...of)) },
    { weight: 1, arbitrary: people.map(fill) },
  ),
  fc.tuple(people, fc.integer({ min: 1, max: 80 }), keys).map((of) => buy(...of)),
  fc.tuple(people, fc.integer({ min: 1, max: 80 }), keys).map((of) => buy(...of)),
  keys.map(refund),
];

/** Users who start with the signup bonus. */
async function newPeople(number: number): Promise<string[]> {
  const ids = Array.from({ length: number }, () => randomUUID());
  await deps.db.transaction().execute(async (tx) => {
    await sql`
      insert into profile (id, role_changed_at, created_at, updated_at)
      select id, now(), now(), now() from unnest(${ids}::uuid[]) as id`.execute(tx);
    await deps.onUsersCreated(tx, ids);
  });
  return ids;
}

const waiting = await newPeople(SEQUENCES * PEOPLE);

/** Those for a sequence; more of them where one that failed is made smaller. */
const nextPeople = async (): Promise<string[]> =>
  waiting.length > 0 ? waiting.splice(-PEOPLE) : await newPeople(PEOPLE);

async function storedOf(userIds: string[]) {
  const rows = await deps.db
    .selectFrom('profile')
    .innerJoin('drops_transaction', 'user_id', 'profile.id')
    .select(['user_id', 'drops_balance', 'type', 'amount', 'balance_after'])
    .where('profile.id', 'in', userIds)
    .execute();
  return userIds.map((userId) => {
    const own = rows.filter(({ user_id }) => user_id === userId);
    return { balance: own[0]?.drops_balance, rows: sorted(own) };
  });
}

/** Within an instant, rows have no order. */
const sorted = (rows: Row[]) =>
  rows.map(({ type, amount, balance_after }) => `${type} ${amount} ${balance_after}`).sort();

let sequences = 0;
const agrees = fc.asyncProperty(fc.commands(steps, { maxCommands: 10 }), async (sequence) => {
  sequences += 1;
  const ids = await nextPeople();
  const model: Model = {
    people: ids.map(() => ({
      balance: 50,
      rows: [{ type: 'signup_bonus', amount: 50, balance_after: 50 }],
      months: new Map(),
    })),
    purchases: new Map(),
  };
  await fc.asyncModelRun(() => ({ model, real: { people: ids, purchases: new Map() } }), sequence);
  const expected = model.people.map(({ balance, rows }) => ({ balance, rows: sorted(rows) }));
  expect(await storedOf(ids)).toEqual(expected);
});

test('the database matches the model after random sequences', async () => {
  // Few runs contain every kind of step often only by chance, so those of each push are always the same.
  const optionsOf = (lane: number) => ({ numRuns: SEQUENCES / LANES, ...byTier({ seed: lane + 1 }, {}) });
  await Promise.all(Array.from({ length: LANES }, (_, lane) => fc.assert(agrees, optionsOf(lane))));
  expect(sequences).toBe(SEQUENCES);
  // Every kind of step was taken often.
  expect([...stepsTaken.values()].filter((times) => times > SEQUENCES / 10)).toHaveLength(5);
});
