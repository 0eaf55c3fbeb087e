import type { NotificationDeps } from '#features/notification';

export type ChatDeps = Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'log'>;
