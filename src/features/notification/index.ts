export { type NoticeDeps, notify, notifyAfterwards, notifyOrFail } from './notice.actions.ts';
export type { NewNotice } from './notice.rules.ts';
