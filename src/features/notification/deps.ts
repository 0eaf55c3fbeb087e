import type { EventDeps } from '#features/event';
import type { Push } from '#providers/push/push.ts';

export type NotificationDeps = EventDeps & {
  push: Push;
  isDraining: () => boolean;
};
