import type { Push } from '../../providers/push/push.ts';
import type { EventDeps } from '../event/index.ts';

export type NotificationDeps = EventDeps & {
  push: Push;
  isDraining: () => boolean;
};
