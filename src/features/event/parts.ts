import type { Machine } from '#access/machine.ts';
import { createSignatures } from '#platform/crypto/signatures.ts';
import { type Channel, createChannel } from '#platform/db/connection/channel.ts';
import { codeOf } from '#platform/errors.ts';
import type { EventDeps } from './deps.ts';
import { createSequencer } from './sequencer/sequencer.actions.ts';
import { EVENT_CHANNEL } from './sequencer/sequencer.store.ts';
import { createEventHub } from './stream/event-hub.actions.ts';

type EventParts = Pick<EventDeps, 'sequencer' | 'eventHub' | 'eventTickets'> & { eventChannel: Channel };

export function createEventParts(deps: EventDeps & Machine & { accountChannel: Channel }): EventParts {
  const { db, clock, ids, log } = deps;
  const eventChannel = createChannel({
    connectionString: deps.directUrl,
    name: EVENT_CHANNEL,
    clock,
    ids,
    onDisconnect: (error) =>
      log.warn({ event: 'events.disconnected', code: codeOf(error) }, 'New events are not announced for now'),
  });
  deps.onClose(eventChannel.close);
  const eventHub = createEventHub({
    db,
    log,
    events: eventChannel,
    accounts: deps.accountChannel,
    listRoomReceivers: (rooms, userIds) => deps.listRoomReceivers(rooms, userIds),
  });
  deps.onClose(eventHub.close);
  const sequencer = createSequencer({
    db,
    clock,
    log,
    onEventsStored: (tx, events) => deps.onEventsStored(tx, events),
  });
  deps.onCommit(sequencer.wake);
  deps.onClose(sequencer.stop);
  return { eventChannel, eventHub, sequencer, eventTickets: createSignatures(deps.secretFor('event ticket')) };
}
