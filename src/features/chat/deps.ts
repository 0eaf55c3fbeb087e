import type { NotificationDeps } from '../notification/index.ts';

export type ChatDeps = Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'log'>;
