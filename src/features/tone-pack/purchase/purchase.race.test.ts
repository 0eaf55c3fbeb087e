import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { expectLedgerToBalance } from '#test/ledger.ts';
import { startSecondNode } from '#test/second-node.ts';
import { PATIENT_LOCKS, type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { packsOf } from '../test-packs.ts';

const app = await startTestApp({ environment: PATIENT_LOCKS });
const { deps, person, call } = app;
const nodes = [app, await startSecondNode(app)];
const { offer, read, balanceOf, giveDrops, purchasesOf } = packsOf(app);
afterAll(async () => {
  await expectLedgerToBalance(deps.db);
  await expectPaidForWhatIsOwned();
});

const nodeOf = (index: number) => nodes[index % 2] ?? app;

/** Hundreds at once can wait for longer than a node lets them: as their clients would, they ask again. */
async function untilServed(ask: () => Promise<TestResponse>): Promise<TestResponse> {
  const response = await ask();
  return response.status === 503 ? untilServed(ask) : response;
}

const buy = (buyer: Person, { id }: { id: string }, index = 0, order?: object) =>
  untilServed(() => nodeOf(index).call(buyer, 'POST', `/api/tone-packs/${id}/purchase`, order));
const remove = (owner: Person, { id }: { id: string }, index = 0) =>
  untilServed(() => nodeOf(index).call(owner, 'DELETE', `/api/tone-packs/${id}`));
const change = (owner: Person, { id }: { id: string }, fields: object, index = 0) =>
  untilServed(() => nodeOf(index).call(owner, 'PUT', `/api/tone-packs/${id}`, fields));

const result = (responses: TestResponse[]) => {
  const names = responses.map(({ status, body }) => body.code ?? String(status));
  return Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((other) => other === name).length]));
};

/** Each purchase that cost something has its debit, and each debit its purchase. */
async function expectPaidForWhatIsOwned(): Promise<void> {
  const purchases = await deps.db
    .selectFrom('tone_pack_purchase')
    .select(['transaction_id', 'user_id'])
    .where('transaction_id', 'is not', null)
    .execute();
  const debits = await deps.db
    .selectFrom('drops_transaction')
    .select(['id as transaction_id', 'user_id'])
    .where('type', '=', 'purchase')
    .execute();
  const sorted = (rows: { transaction_id: string | null; user_id: string | null }[]) =>
    rows.map((row) => `${row.transaction_id} ${row.user_id}`).toSorted();
  expect(purchases.length).toBeGreaterThan(0);
  expect(sorted(purchases)).toEqual(sorted(debits));
}

const list = <Item>(count: number, make: (index: number) => Item) =>
  Array.from({ length: count }, (_, index) => make(index));

/** What a test needs before its race: ten at a time, so that a busy machine can serve them. */
async function inTurn<Item>(count: number, make: (index: number) => Promise<Item>): Promise<Item[]> {
  const made: Item[] = [];
  while (made.length < count) {
    made.push(...(await Promise.all(list(Math.min(10, count - made.length), (index) => make(made.length + index)))));
  }
  return made;
}

async function buyerWith(drops: number): Promise<Person> {
  const buyer = await person();
  if (drops !== 50) await giveDrops(buyer, drops - 50);
  return buyer;
}

describe('200 concurrent purchases of different packs on two nodes', () => {
  const CASES = [
    { funds: 50, price: 7, succeed: 7 },
    { funds: 1_000, price: 10, succeed: 100 },
    { funds: 199, price: 1, succeed: 199 },
    { funds: 50, price: 51, succeed: 0 },
  ];
  test.each(CASES.slice(0, byTier(1, CASES.length)))(
    'with funds of $funds for $price each, $succeed succeed',
    async ({ funds, price, succeed }) => {
      const [seller, buyer] = [await person(), await buyerWith(funds)];
      const packs = await inTurn(200, () => offer(seller, price));
      const responses = await Promise.all(packs.map((pack, index) => buy(buyer, pack, index)));
      expect(result(responses)).toEqual({
        ...(succeed > 0 && { '201': succeed }),
        'tone-pack.too-few-drops': 200 - succeed,
      });
      expect(await balanceOf(buyer)).toBe(funds - succeed * price);
      const { body } = await call(buyer, 'GET', '/api/tone-packs');
      const bought = [...body.public, ...body.purchased].filter(({ id, access }: { id: string; access: string }) => {
        return access === 'purchased' && packs.some((pack) => pack.id === id);
      });
      expect(bought).toHaveLength(succeed);
    },
  );

  test('of ten packs, 20 times each, buy each once', async () => {
    const [seller, buyer] = [await person(), await buyerWith(100)];
    const packs = await Promise.all(list(10, () => offer(seller, 10)));
    const responses = await Promise.all(list(200, (index) => buy(buyer, packs[index % 10] ?? packs[0], index)));
    expect(result(responses)).toEqual({ '201': 10, 'tone-pack.already-purchased': 190 });
    expect(await balanceOf(buyer)).toBe(0);
  });
});

test('50 concurrent purchases of one pack on two nodes are charged once', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const [seller, buyer] = [await person(), await buyerWith(500)];
    const pack = await offer(seller, 10);
    const responses = await Promise.all(list(50, (index) => buy(buyer, pack, index)));
    expect(result(responses)).toEqual({ '201': 1, 'tone-pack.already-purchased': 49 });
    expect([await balanceOf(buyer), (await purchasesOf(pack)).length]).toEqual([490, 1]);
  }
});

test('20 concurrent purchases of a free pack on two nodes store one', async () => {
  const [seller, buyer] = [await person(), await person()];
  const pack = await offer(seller, 0);
  const responses = await Promise.all(list(20, (index) => buy(buyer, pack, index)));
  expect(result(responses)).toEqual({ '201': 1, 'tone-pack.already-purchased': 19 });
  expect([await balanceOf(buyer), (await purchasesOf(pack)).length]).toEqual([50, 1]);
});

test('100 concurrent buyers of one pack are charged once each', async () => {
  const seller = await person();
  const pack = await offer(seller, 10);
  const buyers = await inTurn(100, () => person());
  const responses = await Promise.all(buyers.map((buyer, index) => buy(buyer, pack, index)));
  expect(result(responses)).toEqual({ '201': 100 });
  expect(await inTurn(100, (index) => balanceOf(buyers[index] as Person))).toEqual(list(100, () => 40));
  expect(await purchasesOf(pack)).toHaveLength(100);
});

test('purchases during the deletion of the pack: exactly the buyers keep access', async () => {
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const seller = await person();
    const pack = await offer(seller, 10);
    const buyers = await Promise.all(list(4, () => person()));
    const deletion = () => remove(seller, pack, round);
    const [first, second, deleted, ...others] = await Promise.all([
      buy(buyers[0] as Person, pack),
      buy(buyers[1] as Person, pack, 1),
      deletion(),
      buy(buyers[2] as Person, pack),
      buy(buyers[3] as Person, pack, 1),
    ]);
    expect(deleted.status).toBe(200);
    const responses = [first, second, ...others] as TestResponse[];
    for (const [index, { status }] of responses.entries()) {
      const buyer = buyers[index] as Person;
      expect([201, 404]).toContain(status);
      expect(await balanceOf(buyer)).toBe(status === 201 ? 40 : 50);
      expect((await read(buyer, pack)).status).toBe(status === 201 ? 200 : 404);
    }
    const row = await deps.db
      .selectFrom('tone_pack')
      .select('unlisted_at')
      .where('id', '=', pack.id)
      .executeTakeFirst();
    expect(row !== undefined).toBe(responses.some(({ status }) => status === 201));
    expect(row === undefined || row.unlisted_at !== null).toBe(true);
  }
});

test('purchases during price changes are charged the expected or the current price', async () => {
  const prices = [10, 30];
  for (let round = 0; round < byTier(1, 6); round += 1) {
    const seller = await person();
    const pack = await offer(seller, 10);
    const buyers = await Promise.all(list(6, () => person()));
    const [responses] = await Promise.all([
      Promise.all(
        buyers.map((buyer, index) => buy(buyer, pack, index, index < 3 ? { expected_price: 10 } : undefined)),
      ),
      change(seller, pack, { price_drops: 30 }, round),
    ]);
    for (const [index, { status, body }] of responses.entries()) {
      const paid = 50 - (await balanceOf(buyers[index] as Person));
      if (status === 201) {
        expect(body.purchase.price_drops).toBe(paid);
        expect(index < 3 ? [10] : prices).toContain(paid);
      } else {
        expect([body.code, paid]).toEqual(['tone-pack.price-changed', 0]);
        expect(index).toBeLessThan(3);
      }
    }
  }
});

test('purchases while the pack becomes free or private are charged or rejected', async () => {
  for (const fields of [{ price_drops: 0 }, { is_public: false }]) {
    for (let round = 0; round < byTier(1, 6); round += 1) {
      const seller = await person();
      const pack = await offer(seller, 10);
      const buyers = await Promise.all(list(4, () => person()));
      const [responses] = await Promise.all([
        Promise.all(buyers.map((buyer, index) => buy(buyer, pack, index))),
        change(seller, pack, fields, round),
      ]);
      for (const [index, { status, body }] of responses.entries()) {
        expect(['tone-pack.not-found', undefined]).toContain(body.code);
        expect(await balanceOf(buyers[index] as Person)).toBe(status === 201 ? 50 - body.purchase.price_drops : 50);
      }
    }
  }
});

test('20 concurrent requests with one Idempotency-Key buy once', async () => {
  const [seller, buyer] = [await person(), await person()];
  const pack = await offer(seller, 10);
  const key = { 'idempotency-key': randomUUID() };
  const url = `/api/tone-packs/${pack.id}/purchase`;
  const responses = await Promise.all(list(20, (index) => nodeOf(index).call(buyer, 'POST', url, undefined, key)));
  expect(responses.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
  for (const { status, body } of responses) expect(status === 201 || body.code === 'idempotency.in-flight').toBe(true);
  expect(await balanceOf(buyer)).toBe(40);
});
