export type { NotificationDeps } from './deps.ts';
export { deleteDevicesOf } from './device/device.store.ts';
export { hasNotification, selectUnreadCount } from './notification/notification.store.ts';
export { notify, notifyAfterwards, notifyOrFail } from './notification/notify.actions.ts';
export type { NewNotification } from './notification/notify.rules.ts';
export { notifySignInChange } from './sign-in-change/sign-in-change.actions.ts';
