import { outsideOfRun } from '../../run.ts';
import type { BarrierStatements, LeaseStatements } from './lease.store.ts';

/*
 * Lets nodes keep facts of the database in memory, and a change of them wait until no node uses the former ones.
 *
 * A node holds a lease: a row that it inserts over the connection which listens to messages about changes. It uses its memory for
 * `LEASE_MS` after it has asked, over that connection, whether the row still is as it knows it. A barrier writes a question into each row
 * and sends it behind the messages. A node that does not know of the question cannot renew, one that has heard it has heard the messages
 * before it and acknowledges, and after `LEASE_MS` no node uses what it had when it was asked.
 */

/** How long a node uses its memory, counted from before it asked whether it may. */
export const LEASE_MS = 900;
/** A node in use renews this often. */
const RENEWAL_MS = 300;
/** How long a barrier waits at most. The clocks of two nodes may run at slightly different rates. */
export const BARRIER_MS = LEASE_MS + 50;
const POLL_MS = 2;

/** A clock that only runs forward, in milliseconds. */
export type MonotonicClock = () => number;

export type LeaseOptions = {
  /** The statements over the connection that listens, another object after each loss; null while there is none. */
  connection: () => LeaseStatements | null;
  now: MonotonicClock;
  newId: () => string;
  /** Forgets all that is in memory, and what is being looked up. Called before the memory is used again after a gap. */
  onGap: () => void;
};

export type Lease = {
  /** Whether memory may be used now. Renews the lease in the background, so that an idle node holds none. */
  isHeld(): boolean;
  /** Receives each question of a barrier, once all messages before it have been processed. */
  onQuestion(id: string, number: number): void;
  /** Gives the lease up. */
  close(): Promise<void>;
};

type Held = { statements: LeaseStatements; id: string; heard: number; until: number };

export function createLease({ connection, now, newId, onGap }: LeaseOptions): Lease {
  let held: Held | null = null;
  let formerId: string | null = null;
  let renewAt = Number.NEGATIVE_INFINITY;
  let renewing: Promise<void> | null = null;
  let isClosed = false;

  async function renew(sentAt: number): Promise<void> {
    const statements = connection();
    if (statements === null) return;
    if (held?.statements !== statements) {
      const id = newId();
      // Before the row is there: its first question may arrive before the result.
      held = { statements, id, heard: 0, until: Number.NEGATIVE_INFINITY };
      await statements.insert(id, formerId);
      formerId = id;
    }
    const current = held;
    const renewal = await statements.renew(current.id, current.heard);
    if (renewal === 'revoked') held = null;
    if (renewal !== 'renewed') {
      renewAt = sentAt;
      return;
    }
    if (now() >= current.until) onGap();
    current.until = sentAt + LEASE_MS;
  }

  function startRenewal(sentAt: number): void {
    renewAt = sentAt + RENEWAL_MS;
    renewing = renew(sentAt)
      // The connection is lost, and the next one has a lease of its own; or the database refuses writes.
      .catch(() => {
        held = null;
      })
      .finally(() => {
        renewing = null;
      });
  }

  return {
    isHeld: () => {
      const time = now();
      if (time >= renewAt && renewing === null && !isClosed) outsideOfRun(() => startRenewal(time));
      return held !== null && held.statements === connection() && time < held.until;
    },
    onQuestion: (id, number) => {
      if (held?.id !== id) return;
      held.heard = number;
      // If this fails, the barrier waits until the lease has run out.
      held.statements.acknowledge({ id, number }).catch(() => undefined);
    },
    close: async () => {
      isClosed = true;
      await renewing;
      const last = held;
      held = null;
      await last?.statements.delete(last.id).catch(() => undefined);
    },
  };
}

export type BarrierOptions = {
  statements: BarrierStatements;
  now: MonotonicClock;
  sleep: (durationMs: number) => Promise<void>;
};

/**
 * Creates a wait until no node, this one included, uses anything that changes committed before the call have replaced: each node has
 * processed their messages, or its lease has run out. Takes milliseconds, and `BARRIER_MS` if a node does not respond. Its lease is revoked
 * then, so that the next barrier does not wait for it.
 */
export function createBarrier({ statements, now, sleep }: BarrierOptions): () => Promise<void> {
  async function wait(): Promise<void> {
    let open = await statements.ask();
    // A lease may have been renewed until the instant of the question.
    const end = now() + BARRIER_MS;
    while (open.length > 0) {
      const left = end - now();
      if (left <= 0) return statements.revoke(open);
      await sleep(Math.min(POLL_MS, left));
      open = await statements.listOpen(open);
    }
  }
  // A request that is run again asks again.
  return () => outsideOfRun(wait);
}
