import type { AccountDeps } from '#features/account';
import type { Signatures } from '#platform/crypto/signatures.ts';
import type { Channel } from '#platform/db/connection/channel.ts';
import type { Sequencer, SequencerOptions } from './sequencer/sequencer.actions.ts';
import type { DeliveryDeps } from './stream/delivery.actions.ts';
import type { EventHub } from './stream/event-hub.actions.ts';

export type EventDeps = AccountDeps & {
  sequencer: Sequencer;
  /** Announces the kinds of stored events (`isKindAnnounced`). */
  eventChannel: Pick<Channel, 'subscribe'>;
  /** The streams of this node. */
  eventHub: EventHub;
  /** Signs the tickets of streams. */
  eventTickets: Signatures;
  onEventsStored: SequencerOptions['onEventsStored'];
  listRoomReceivers: DeliveryDeps['listRoomReceivers'];
};
