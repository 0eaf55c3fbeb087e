import type { EventDeps } from '#features/event';
import type { ChatDeps } from './deps.ts';
import { listRoomReceivers } from './room/room.actions.ts';

export function createChatParts(deps: ChatDeps): Pick<EventDeps, 'listRoomReceivers'> {
  return { listRoomReceivers: (rooms, userIds) => listRoomReceivers(deps, rooms, userIds) };
}
