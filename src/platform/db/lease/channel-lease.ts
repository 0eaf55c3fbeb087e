import { sleep } from '../../concurrency/sleep.ts';
import type { Channel, ChannelConnection } from '../connection/channel.ts';
import type { Db } from '../database.ts';
import { barrierStatements, type LeaseStatements, leaseStatements } from './lease.store.ts';
import { createBarrier, createLease, type Lease } from './lease.ts';

/** The lease of a memory, as its user sees it. */
export type MemoryLease = Pick<Lease, 'isHeld' | 'close'>;

export type MemoryLeaseHandlers = {
  /** Receives each message about a change. Forgets what the change has replaced. */
  onMessage: (message: string) => void;
  /** Forgets everything: messages may be missing. */
  onGap: () => void;
};

export type ChannelLeaseOptions = MemoryLeaseHandlers & {
  /** A channel that no other part uses. `createChannelBarrier` gets the same name. */
  channel: Channel;
  newId: () => string;
};

/** Creates a lease over the connection of a channel, which the first use opens. */
export function createChannelLease({ channel, newId, onGap, onMessage }: ChannelLeaseOptions): MemoryLease {
  const known = new WeakMap<ChannelConnection, LeaseStatements>();
  let isSubscribed = false;

  const statementsOf = (connection: ChannelConnection) => {
    const statements = known.get(connection) ?? leaseStatements(connection);
    known.set(connection, statements);
    return statements;
  };
  const lease = createLease({
    connection: () => {
      const connection = channel.connection();
      return connection === null ? null : statementsOf(connection);
    },
    now: () => performance.now(),
    newId,
    onGap,
  });

  function subscribe(): void {
    isSubscribed = true;
    channel.subscribe({
      onMessage: (message) => {
        const [id = '', number] = message.split(' ');
        if (number === undefined) onMessage(message);
        else lease.onQuestion(id, Number(number));
      },
      // The next lease begins with a gap.
      onReconnect: () => undefined,
    });
  }

  return {
    isHeld: () => {
      if (!isSubscribed) subscribe();
      return lease.isHeld();
    },
    close: lease.close,
  };
}

/** Creates a barrier (`createBarrier`) for the nodes with a lease over the channel of this name. */
export function createChannelBarrier(db: Db, channel: string): () => Promise<void> {
  return createBarrier({ statements: barrierStatements(db, channel), now: () => performance.now(), sleep });
}
