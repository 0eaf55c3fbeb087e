import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { createBatchedLookup } from '#platform/concurrency/batched-lookup.ts';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { type Posting, postAll } from './ledger.actions.ts';
import { monthlyKey, refundKey } from './ledger.rules.ts';
import type { TransactionRow } from './ledger.store.ts';

/*
 * Random sequences of postings, each with people of its own, against a model in memory: whether a posting moves drops, and
 * what is left then, must agree at every step, and what is stored at the end, row by row. Sequences run beside each other, and
 * each step of all of them is one transaction with a posting for each.
 */

const SEQUENCES = byTier(500, 2_000);
const LANES = 250;
const PEOPLE = 3;
const MONTHS = ['2026-10', '2026-11', '2026-12'];
const MAX_BALANCE = 2_147_483_647;

const { deps } = await startTestApp();
afterAll(() => expectLedgerToBalance(deps.db));

type Row = { type: string; amount: number; balance_after: number };
type Model = { balances: number[]; rows: Row[][]; postings: Posting[]; keys: Set<string>; purchases: TransactionRow[] };
/** The ids of the people. */
type Real = readonly string[];
type Step = fc.AsyncCommand<Model, Real>;

/** The row, or undefined where nothing moved. */
const post = createBatchedLookup(
  async (postings: readonly Posting[]): Promise<ReadonlyMap<Posting, TransactionRow>> => {
    const rows = await deps.db.transaction().execute((tx) => postAll(deps, tx, postings));
    const rowOf = new Map(rows.map((row) => [row.user_id, row]));
    return new Map(
      postings.flatMap((posting) => {
        const row = rowOf.get(posting.userId);
        return row === undefined ? [] : [[posting, row] as const];
      }),
    );
  },
);

const stepsTaken = new Map<string, number>();

/** Posts, in the model and in the database, and holds one against the other. */
async function step(name: string, model: Model, person: number, posting: Posting): Promise<void> {
  stepsTaken.set(name, (stepsTaken.get(name) ?? 0) + 1);
  const { type, amount, transactionKey } = posting;
  const balance = (model.balances[person] ?? 0) + amount;
  const isMoved = !model.keys.has(transactionKey) && balance >= 0 && balance <= MAX_BALANCE;
  const row = await post(posting);
  expect(row?.balance_after).toBe(isMoved ? balance : undefined);
  model.postings.push(posting);
  if (row === undefined) return;
  model.keys.add(transactionKey);
  model.balances[person] = balance;
  model.rows[person]?.push({ type, amount, balance_after: balance });
  if (type === 'purchase') model.purchases.push(row);
}

const of = (real: Real, person: number, type: Posting['type'], amount: number, transactionKey: string): Posting => ({
  userId: real[person] ?? '',
  type,
  amount,
  transactionKey,
  description: 'A step',
});

const award = (person: number, month: string, amount: number): Step => ({
  check: () => true,
  run: (model, real) =>
    step('award', model, person, of(real, person, 'monthly_recurring', amount, monthlyKey(real[person] ?? '', month))),
  toString: () => `award(${person}, ${month}, ${amount})`,
});

const adjust = (person: number, drops: number): Step => ({
  check: () => true,
  run: (model, real) => step('adjust', model, person, of(real, person, 'admin_adjustment', drops, randomUUID())),
  toString: () => `adjust(${person}, ${drops})`,
});

const buy = (person: number, price: number, what: number): Step => ({
  check: () => true,
  run: (model, real) =>
    // A thing is sold once, to one of the people.
    step('buy', model, person, of(real, person, 'purchase', -price, `purchase:${real[0]}:${what}`)),
  toString: () => `buy(${person}, ${price}, ${what})`,
});

const refund = (which: number): Step => ({
  check: ({ purchases }) => purchases.length > 0,
  run: async (model, real) => {
    const { id, user_id, amount } = model.purchases[which % model.purchases.length] as TransactionRow;
    const person = real.indexOf(user_id ?? '');
    await step('refund', model, person, of(real, person, 'refund', -amount, refundKey(id)));
  },
  toString: () => `refund(${which})`,
});

const repeat = (which: number): Step => ({
  check: ({ postings }) => postings.length > 0,
  run: async (model, real) => {
    const posting = model.postings[which % model.postings.length] as Posting;
    await step('repeat', model, real.indexOf(posting.userId), { ...posting });
  },
  toString: () => `repeat(${which})`,
});

const fill = (person: number): Step => ({
  check: () => true,
  run: (model, real) => step('fill', model, person, of(real, person, 'refund', MAX_BALANCE - 100, randomUUID())),
  toString: () => `fill(${person})`,
});

const people = fc.integer({ min: 0, max: PEOPLE - 1 });
const any = fc.nat({ max: 100 });
const delta = fc.integer({ min: -60, max: 60 }).filter((drops) => drops !== 0);
const steps = [
  fc.tuple(people, fc.constantFrom(...MONTHS), fc.constantFrom(30, 250)).map((values) => award(...values)),
  fc.oneof(
    { weight: 5, arbitrary: fc.tuple(people, delta).map((values) => adjust(...values)) },
    { weight: 1, arbitrary: people.map(fill) },
  ),
  fc.tuple(people, fc.integer({ min: 1, max: 80 }), fc.nat({ max: 5 })).map((values) => buy(...values)),
  any.map(refund),
  any.map(repeat),
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

/** Those of all sequences; more are made where one that failed is made smaller. */
const waiting: string[] = [];
while (waiting.length < SEQUENCES * PEOPLE) waiting.push(...(await newPeople(1_000)));
const nextPeople = async (): Promise<string[]> =>
  waiting.length >= PEOPLE ? waiting.splice(-PEOPLE) : await newPeople(PEOPLE);

type Stored = { balance: number; rows: string[] };

const stored = createBatchedLookup(async (userIds: readonly string[]): Promise<ReadonlyMap<string, Stored>> => {
  const rows = await deps.db
    .selectFrom('drops_transaction')
    .innerJoin('profile', 'profile.id', 'user_id')
    .select(['profile.id', 'drops_balance', 'type', 'amount', 'balance_after'])
    .where(sql<boolean>`user_id = any (${[...userIds]}::uuid[])`)
    .execute();
  const found = new Map<string, Stored>();
  for (const row of rows) {
    const one = found.get(row.id) ?? { balance: row.drops_balance, rows: [] };
    found.set(row.id, { ...one, rows: [...one.rows, textOf(row)].sort() });
  }
  return found;
});

/** Within an instant, rows have no order, so they are compared as sorted texts. */
const textOf = ({ type, amount, balance_after }: Row) => `${type} ${amount} ${balance_after}`;

let sequences = 0;
const agrees = fc.asyncProperty(fc.commands(steps, { maxCommands: 20, size: '+1' }), async (sequence) => {
  sequences += 1;
  const real = await nextPeople();
  const model: Model = {
    balances: real.map(() => 50),
    rows: real.map(() => [{ type: 'signup_bonus', amount: 50, balance_after: 50 }]),
    postings: [],
    keys: new Set(),
    purchases: [],
  };
  await fc.asyncModelRun(() => ({ model, real }), sequence);
  const expected = model.rows.map((rows, person) => ({
    balance: model.balances[person],
    rows: rows.map(textOf).sort(),
  }));
  expect(await Promise.all(real.map((id) => stored(id)))).toEqual(expected);
});

test('the ledger matches the model after random postings', {
  timeout: 300_000,
}, async () => {
  // Few runs contain every kind of step often only by chance, so those of each push are always the same.
  const optionsOf = (lane: number) => ({ numRuns: SEQUENCES / LANES, ...byTier({ seed: lane + 1 }, {}) });
  await Promise.all(Array.from({ length: LANES }, (_, lane) => fc.assert(agrees, optionsOf(lane))));
  expect(sequences).toBe(SEQUENCES);
  // Every kind of step was taken often.
  expect([...stepsTaken.values()].filter((times) => times > SEQUENCES / 10)).toHaveLength(6);
});
