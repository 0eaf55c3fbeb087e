export { type NotificationDeps, notify, notifyAfterwards, notifyOrFail } from './notice.actions.ts';
export type { NewNotification } from './notice.rules.ts';
