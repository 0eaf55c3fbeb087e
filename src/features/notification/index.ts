export { type NoticeDeps, notify, notifyAfterwards } from './notice.actions.ts';
export type { NewNotice, NoticeData, NoticePush } from './notice.rules.ts';
