export {
  canReportMessage,
  listReportedMessages,
  type ReportedMessage,
} from './message/reported-message.store.ts';
export { deleteSquadRoomsBefore } from './room/expired-room.store.ts';
export { selectUnreadMessageCount } from './room/room.store.ts';
