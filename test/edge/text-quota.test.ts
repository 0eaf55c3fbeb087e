import { describe, expect, test } from 'vitest';
import { startSecondNode } from '../second-node.ts';
import { type Person, startTestApp } from '../start-test-app.ts';

const LIMIT = 300_000;
const app = await startTestApp({ environment: { TEXT_BYTES_PER_DAY: `${LIMIT}` } });
const { call, clock, deps, issuer, person } = app;
const secondNode = await startSecondNode(app);

/** An entry whose JSON has so many bytes. */
function entryOf(bytes: number) {
  const entry = { title: 'Long', content: '', mood: 'calm' };
  return { ...entry, content: 'x'.repeat(bytes - JSON.stringify(entry).length) };
}

const write = (author: Person, bytes: number, headers?: Record<string, string>) =>
  call(author, 'POST', '/api/journal', entryOf(bytes), headers);

async function countEntries({ id }: Person): Promise<number> {
  const { count } = await deps.db
    .selectFrom('journal_entry')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', id)
    .executeTakeFirstOrThrow();
  return count;
}

const SPENT = { status: 429, body: { code: 'request.daily-text-spent' } };

describe('text of a day', () => {
  test('beyond what one person may send is refused and not stored; they may read, others write, and tomorrow they do', async () => {
    const [ada, ben] = [await person(), await person()];
    for (let number = 0; number < 3; number += 1) expect((await write(ada, 100_000)).status).toBe(201);
    const refused = await write(ada, 100);
    expect(refused).toMatchObject(SPENT);
    expect(await countEntries(ada)).toBe(3);

    const seconds = Number(refused.headers['retry-after']);
    const midnight = new Date(clock.now().getTime() + seconds * 1000).toISOString();
    expect(midnight).toMatch(/T00:00:00/);
    expect((await call(ada, 'GET', '/api/journal')).status).toBe(200);
    expect((await write(ben, 100_000)).status).toBe(201);
    clock.advance(seconds * 1000);
    ada.token = await issuer.sign(ada.id, clock.now(), { email: ada.email, name: 'A Person' });
    expect((await write(ada, 100_000)).status).toBe(201);
  });

  test('counts whatever is written: a note, and a change', async () => {
    const ada = await person();
    const { body } = await write(ada, 90_000);
    for (let change = 0; change < 2; change += 1) {
      expect((await call(ada, 'PUT', `/api/journal/${body.entry.id}`, entryOf(90_000))).status).toBe(200);
    }
    const note = { content: 'x'.repeat(1_900) };
    const statuses: number[] = [];
    for (let number = 0; number < 20; number += 1) {
      statuses.push((await call(ada, 'POST', '/api/action-notes', note)).status);
    }
    // 30,000 bytes are left, and a note takes 1,914 of them.
    expect(statuses).toEqual([...Array(15).fill(201), ...Array(5).fill(429)]);
  });

  test('counts twice where the answer is stored for a key, and a repeated request is free', async () => {
    const ada = await person();
    const first = await write(ada, 100_000, { 'idempotency-key': 'one' });
    expect(first.status).toBe(201);
    expect(await write(ada, 100_000, { 'idempotency-key': 'two' })).toMatchObject(SPENT);
    expect((await write(ada, 100_000)).status).toBe(201);
    expect(await write(ada, 100)).toMatchObject(SPENT);
    const again = await write(ada, 100_000, { 'idempotency-key': 'one' });
    expect([again.status, again.body]).toEqual([201, first.body]);
  });

  test('of twenty texts at once on two nodes, as many are stored as the day allows', async () => {
    const ada = await person();
    const entry = entryOf(50_000);
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, number) =>
        (number % 2 === 0 ? call : secondNode.call)(ada, 'POST', '/api/journal', entry),
      ),
    );
    const statuses = responses.map(({ status }) => status).toSorted();
    expect(statuses).toEqual([...Array(6).fill(201), ...Array(14).fill(429)]);
    expect(await countEntries(ada)).toBe(6);
  });
});
