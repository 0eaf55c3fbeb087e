import { expect, test } from 'vitest';
import type { BarrierStatements, LeaseStatements, Question } from '#platform/db/lease/lease.store.ts';
import { createBarrier, createLease, type MonotonicClock } from '#platform/db/lease/lease.ts';
import { seededRandom } from '#platform/seeded-random.ts';
import { byTier } from '#test/tier.ts';
import { createAccountCache } from './account-cache.actions.ts';
import type { AccountWithSession } from './authentication.store.ts';

/*
 * Nodes, a database and a network in memory, around the real rules of cache, lease and barrier. Time passes only here. Requests and
 * changes come at random instants; messages and results take random times, connections are cut with and without a notice, nodes pause and
 * die, and their clocks run at different rates. No request that arrives after a change was answered may be admitted by the former facts.
 */

const SEEDS = byTier(60, 600);
const NODES = 3;
const USERS = ['ada', 'ben'];
const DURATION_MS = 6_000;

/** How a rule is broken, to see that the model notices. */
type Breakage = {
  /** The node renews without reading its row. */
  renewsBlindly?: boolean;
  /** Memory survives a gap. */
  keepsMemory?: boolean;
  /** The node counts its lease by a clock that is slow. */
  hasSlowClock?: boolean;
  /** The node acknowledges before it has processed the messages ahead of the question. */
  acknowledgesEarly?: boolean;
  /** A lookup joins one that was sent before. */
  sharesLookups?: boolean;
  /** The barrier asks before the change is committed. */
  asksEarly?: boolean;
  /** The barrier does not wait for nodes that have not acknowledged. */
  waitsForNone?: boolean;
  /** The barrier waits for acknowledgements, but only for a short time. */
  isImpatient?: boolean;
};

type Outcome = { staleReads: number; reads: number; lookups: number; changes: number };

/** Passes time: runs what is due, in order, and lets all promises settle in between. */
function createTime() {
  const due: { at: number; order: number; work: () => void }[] = [];
  let [now, order] = [0, 0];
  return {
    now: () => now,
    at: (at: number, work: () => void) => {
      order += 1;
      due.push({ at: Math.max(at, now), order, work });
    },
    pass: async (until: number) => {
      for (;;) {
        const next = due.reduce((first, one) =>
          one.at < first.at || (one.at === first.at && one.order < first.order) ? one : first,
        );
        if (next.at > until) return;
        due.splice(due.indexOf(next), 1);
        now = next.at;
        next.work();
        await new Promise(setImmediate);
      }
    },
  };
}

async function simulate(seed: string, broken: Breakage = {}): Promise<Outcome> {
  const random = seededRandom(seed);
  const upTo = (limit: number) => random() * limit;
  const pick = <Value>(values: readonly Value[]) => values[Math.floor(upTo(values.length))] as Value;
  const isLikely = (probability: number) => random() < probability;
  const time = createTime();
  const outcome: Outcome = { staleReads: 0, reads: 0, lookups: 0, changes: 0 };

  const facts = new Map(USERS.map((user) => [user, 0]));
  const responded = new Map(USERS.map((user) => [user, 0]));
  const rows = new Map<string, { asked: number; acknowledged: number }>();
  const listening = new Set<{ send: (message: string) => void }>();
  const notify = (message: string) => {
    for (const connection of listening) connection.send(message);
  };
  const commitChange = (user: string) => {
    facts.set(user, (facts.get(user) ?? 0) + 1);
    notify(user);
    return facts.get(user) ?? 0;
  };

  /** Mostly fast, now and then slow. */
  const delay = () => (isLikely(0.05) ? upTo(400) : upTo(4));

  function startNode(nodeId: number) {
    const rate = 0.98 + upTo(0.04);
    let pausedUntil = 0;
    let isDead = false;
    let connectionCount = 0;
    const slowness = broken.hasSlowClock ? 3 : 1;
    const clockFrom =
      (factor: number): MonotonicClock =>
      () =>
        1_000 + (time.now() * rate) / factor;

    /** Runs in the node: not while it is paused. */
    const inNode = (at: number, work: () => void): void =>
      time.at(at, () => {
        if (isDead) return;
        if (time.now() < pausedUntil) inNode(pausedUntil, work);
        else work();
      });

    /** A statement over some connection of the pool. */
    const overPool = <Result>(execute: () => Result): Promise<Result> =>
      new Promise((resolve) => {
        time.at(time.now() + delay(), () => {
          const result = execute();
          inNode(time.now() + delay(), () => resolve(result));
        });
      });

    type Connection = { statements: LeaseStatements; cut: (isNoticed: boolean) => void };
    let connection: Connection | null = null;
    let onMessage: (message: string) => void = () => undefined;
    let onQuestion: (id: string, number: number) => void = () => undefined;

    function connect(): void {
      connectionCount += 1;
      const name = `${nodeId}/${connectionCount}`;
      let isCut = false;
      let [lastUp, lastResult, lastMessage] = [0, 0, 0];
      const rejects = new Set<(error: Error) => void>();
      const arrive = (message: string) => {
        const [id = '', number] = message.split(' ');
        if (number !== undefined) onQuestion(id, Number(number));
        else if (broken.acknowledgesEarly) inNode(time.now() + 50, () => onMessage(message));
        else onMessage(message);
      };
      // Messages keep their order, and so do results.
      const listener = {
        send: (message: string) => {
          lastMessage = Math.max(lastMessage, time.now() + delay());
          inNode(lastMessage, () => {
            if (!isCut && connection === own) arrive(message);
          });
        },
      };
      const run = <Result>(execute: () => Result): Promise<Result> =>
        new Promise((resolve, reject) => {
          rejects.add(reject);
          lastUp = Math.max(lastUp, time.now() + delay());
          time.at(lastUp, () => {
            if (isCut) return;
            const result = execute();
            lastResult = Math.max(lastResult, time.now() + delay());
            inNode(lastResult, () => {
              if (!isCut && connection === own) resolve(result);
            });
          });
        });
      const statements: LeaseStatements = {
        insert: (id, formerId) =>
          run(() => {
            if (formerId !== null) rows.delete(formerId);
            rows.set(id, { asked: 0, acknowledged: 0 });
          }),
        renew: (id, heard) =>
          run(() => {
            const row = rows.get(id);
            if (broken.renewsBlindly) return 'renewed';
            if (row === undefined) return 'revoked';
            return row.asked <= heard ? 'renewed' : 'asked';
          }),
        acknowledge: ({ id, number }) =>
          run(() => {
            const row = rows.get(id);
            if (row !== undefined) row.acknowledged = Math.max(row.acknowledged, number);
          }),
        delete: (id) => run(() => void rows.delete(id)),
      };
      const own: Connection = {
        statements,
        cut: (isNoticed) => {
          isCut = true;
          listening.delete(listener);
          const lose = () => {
            if (connection !== own) return;
            connection = null;
            for (const reject of rejects) reject(new Error(`${name} was lost.`));
            inNode(time.now() + upTo(300), connect);
          };
          inNode(time.now() + (isNoticed ? upTo(5) : 500 + upTo(3_000)), lose);
        },
      };
      connection = own;
      listening.add(listener);
    }
    connect();

    let leaseCount = 0;
    const sent = new Map<string, Promise<AccountWithSession>>();
    const cache = createAccountCache({
      lookUp: (user) => {
        outcome.lookups += 1;
        const found = (broken.sharesLookups && sent.get(user)) || overPool(() => accountOf(facts.get(user) ?? 0));
        sent.set(user, found);
        return found.finally(() => sent.delete(user));
      },
      createLease: (handlers) => {
        onMessage = handlers.onMessage;
        const lease = createLease({
          connection: () => connection?.statements ?? null,
          now: clockFrom(slowness),
          newId: () => {
            leaseCount += 1;
            return `lease-${nodeId}-${leaseCount}`;
          },
          onGap: broken.keepsMemory ? () => undefined : handlers.onGap,
        });
        onQuestion = lease.onQuestion;
        return lease;
      },
    });

    const statements: BarrierStatements = {
      ask: () =>
        overPool(() =>
          [...rows].map(([id, row]): Question => {
            row.asked += 1;
            notify(`${id} ${row.asked}`);
            return { id, number: row.asked };
          }),
        ),
      listOpen: (questions) =>
        broken.waitsForNone ? Promise.resolve([]) : overPool(() => questions.filter((question) => isOpen(question))),
      revoke: (questions) =>
        overPool(() => {
          for (const question of questions) if (isOpen(question)) rows.delete(question.id);
        }),
    };
    const isOpen = ({ id, number }: Question) => (rows.get(id)?.acknowledged ?? number) < number;
    const barrier = createBarrier({
      statements,
      now: clockFrom(broken.isImpatient ? 0.1 : 1),
      sleep: (durationMs) => new Promise((resolve) => inNode(time.now() + durationMs / rate, resolve)),
    });

    return {
      request: async (user: string): Promise<void> => {
        const hasResponded = responded.get(user) ?? 0;
        const account = await cache.findAccount(user);
        outcome.reads += 1;
        if (versionOf(account) < hasResponded) outcome.staleReads += 1;
      },
      change: async (user: string): Promise<void> => {
        if (broken.asksEarly) await barrier();
        const version = await overPool(() => commitChange(user));
        if (!broken.asksEarly) await barrier();
        outcome.changes += 1;
        responded.set(user, Math.max(responded.get(user) ?? 0, version));
      },
      cut: (isNoticed: boolean) => connection?.cut(isNoticed),
      pause: (durationMs: number) => {
        pausedUntil = Math.max(pausedUntil, time.now() + durationMs);
      },
      kill: () => {
        isDead = true;
        connection?.cut(true);
      },
      whenAwake: (work: () => void) => inNode(time.now(), work),
    };
  }

  const nodes = Array.from({ length: NODES }, (_, index) => startNode(index));
  let started = NODES;
  const every = (meanMs: number, work: () => void) => {
    const schedule = () => {
      time.at(time.now() + upTo(2 * meanMs), () => {
        work();
        schedule();
      });
    };
    schedule();
  };
  // A busy node and idle ones.
  every(6, () => {
    const node = isLikely(0.5) ? (nodes[0] as (typeof nodes)[0]) : pick(nodes);
    node.whenAwake(() => void node.request(pick(USERS)));
  });
  every(150, () => {
    const node = pick(nodes);
    node.whenAwake(() => void node.change(pick(USERS)));
  });
  every(2_000, () => void commitChange(pick(USERS)));
  every(1_500, () => pick(nodes).cut(isLikely(0.3)));
  every(1_500, () => pick(nodes).pause(upTo(1_500)));
  every(4_000, () => {
    const index = Math.floor(upTo(NODES));
    nodes[index]?.kill();
    nodes[index] = startNode(started);
    started += 1;
  });
  await time.pass(DURATION_MS);
  return outcome;
}

const accountOf = (version: number) => ({ email: String(version), is_session_over: false }) as AccountWithSession;
const versionOf = (account: AccountWithSession | undefined) => Number(account?.email);

test('no node admits a request by facts that an answered change has replaced', async () => {
  const total: Outcome = { staleReads: 0, reads: 0, lookups: 0, changes: 0 };
  for (let seed = 0; seed < SEEDS; seed += 1) {
    const outcome = await simulate(`right ${seed}`);
    expect(outcome.staleReads, `seed ${seed}`).toBe(0);
    for (const key of ['reads', 'lookups', 'changes'] as const) total[key] += outcome[key];
  }
  // It did happen: changes were answered, and most requests were answered from memory.
  expect(total.changes).toBeGreaterThan(SEEDS * 10);
  expect(total.lookups).toBeLessThan(total.reads / 2);
});

const BREAKAGES: (keyof Breakage)[] = [
  'renewsBlindly',
  'keepsMemory',
  'hasSlowClock',
  'acknowledgesEarly',
  'sharesLookups',
  'asksEarly',
  'waitsForNone',
  'isImpatient',
];

test.each(BREAKAGES)('the model notices a rule that is broken: %s', async (breakage) => {
  for (let seed = 0; seed < 100; seed += 1) {
    if ((await simulate(`broken ${seed}`, { [breakage]: true })).staleReads > 0) return;
  }
  expect.unreachable('The model does not notice.');
});
