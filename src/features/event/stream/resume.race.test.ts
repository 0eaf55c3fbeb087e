import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listenOnLoopback } from '#test/edge/raw-http.ts';
import { startSecondNode } from '#test/second-node.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { publishEvents } from '../index.ts';
import { openTestStream, type ReceivedEvent, type TestStream } from './test-stream.ts';

/*
 * A client whose connection is cut at random instants, and which continues at either of two nodes, while both nodes write in
 * overlapping transactions that commit in another order than they began: it gets each of its events exactly once, in their order.
 */

const CUTS = byTier(50, 200);
const WRITERS = 6;
/** Events that the client may be behind. With more than a thousand, its stream would begin anew. */
const MAX_BEHIND = 400;

const app = await startTestApp();
const other = await startSecondNode(app);
const nodes = [app.deps, other.deps];
const ports = [await listenOnLoopback(app.server), await listenOnLoopback(other.server)];
for (const { sequencer } of nodes) sequencer.start();

test(`sends each event exactly once and in order over ${CUTS} cuts`, { timeout: 300_000 }, async () => {
  const ada = await app.person();
  const received: ReceivedEvent[] = [];
  let isOver = false;
  let written = 0;
  let published = 0;

  /** Publishes in transactions of random length, so that they overlap; some are rolled back. */
  async function write(index: number): Promise<void> {
    const node = nodes[index % nodes.length] ?? app.deps;
    while (!isOver) {
      if (published - received.length > MAX_BEHIND) {
        await delay(5);
        continue;
      }
      await node.db
        .transaction()
        .execute(async (tx) => {
          let ofAda = 0;
          for (let count = Math.ceil(Math.random() * 3); count > 0; count -= 1) {
            const data = { transaction_id: randomUUID(), amount: 1, balance: 0 };
            const isOfAda = Math.random() < 0.8;
            const audience = { userIds: [isOfAda ? ada.id : randomUUID()] };
            ofAda += Number(isOfAda);
            await publishEvents(node, tx, [{ kind: 'wallet.changed', audience, data }]);
            await delay(Math.random() * 15);
          }
          if (Math.random() < 0.1) throw new Error('rolled back');
          return ofAda;
        })
        .then(
          (count) => {
            published += count;
          },
          () => undefined,
        );
      written += 1;
    }
  }

  let lastId: string | undefined;
  async function readOnce(port: number, isDone: (stream: TestStream) => boolean): Promise<void> {
    const headers = lastId === undefined ? {} : { 'last-event-id': lastId };
    const stream = await openTestStream(port, { token: ada.token, headers });
    expect(stream.status).toBe(200);
    while (!isDone(stream)) await delay(1);
    // What arrives after this instant is lost, as with a connection that breaks.
    received.push(...stream.events());
    // The client is not behind with what was published before its first stream.
    if (lastId === undefined) published = received.length;
    lastId = stream.lastId() ?? lastId;
    stream.disconnect();
    await stream.ended;
  }

  const writing = Array.from({ length: WRITERS }, (_, index) => write(index));
  for (let cut = 0; cut < CUTS || Math.min(written, published) < CUTS + 20; cut += 1) {
    let looks = Math.random() * 25;
    // The first stream tells where the next one continues.
    const isDone = (stream: TestStream) => {
      looks -= 1;
      return looks < 0 && (lastId ?? stream.lastId()) !== undefined;
    };
    await readOnce(ports[cut % ports.length] ?? 0, isDone);
  }
  isOver = true;
  await Promise.all(writing);
  await expect
    .poll(() => app.deps.db.selectFrom('event_outbox').select('id').execute(), { timeout: 60_000 })
    .toEqual([]);

  const [ready] = received;
  expect(ready?.event).toBe('ready');
  const rows = await app.deps.db
    .selectFrom('event')
    .select(['position', 'audience'])
    .where('position', '>', Number(ready?.id))
    .orderBy('position')
    .execute();
  const expected = rows.flatMap(({ position, audience }) => (audience.includes(ada.id) ? [String(position)] : []));
  expect(written).toBeGreaterThan(CUTS);
  expect(expected.length).toBeGreaterThan(CUTS);
  // An event that is lost is passed by the id of the next heartbeat.
  await readOnce(ports[0] ?? 0, (stream) => Number(stream.lastId() ?? lastId) >= Number(expected.at(-1)));
  expect(received.slice(1).map(({ id }) => id)).toEqual(expected);
});
