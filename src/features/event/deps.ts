import type { Signatures } from '../../platform/crypto/signatures.ts';
import type { Channel } from '../../platform/db/connection/channel.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { AccountDeps } from '../account/index.ts';
import type { StoredEvent } from './event/event.rules.ts';
import type { Sequencer } from './sequencer/sequencer.actions.ts';
import type { EventHub } from './stream/event-hub.actions.ts';

export type EventDeps = AccountDeps & {
  sequencer: Sequencer;
  /** Announces the kinds of stored events (`isKindAnnounced`). */
  eventChannel: Pick<Channel, 'subscribe'>;
  /** The streams of this node. */
  eventHub: EventHub;
  /** Signs the tickets of streams. */
  eventTickets: Signatures;
  /** Called with events in the transaction that gives them their position, in their order. */
  onEventsStored: (tx: Tx, events: readonly StoredEvent[]) => Promise<void>;
  /** Which of these users may read which of these rooms now, by room. Implemented by a higher feature. */
  listRoomReceivers: (
    rooms: readonly string[],
    userIds: readonly string[],
  ) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
};
