export { type NoticeDeps, notify, notifyAfterwards } from './notice.actions.ts';
export type { NewNotice } from './notice.rules.ts';
