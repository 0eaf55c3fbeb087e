export type { ChatDeps } from './deps.ts';
export {
  canReportMessage,
  listReportedMessages,
  type ReportedMessage,
} from './message/reported-message.store.ts';
export { deleteSquadRoomsBefore } from './room/expired-room.store.ts';
export { listRoomReceivers } from './room/room.actions.ts';
export { selectUnreadMessageCount } from './room/room.store.ts';
