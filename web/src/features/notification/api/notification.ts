import type { components } from '@meadow/client';

export type Notification = components['schemas']['Notification'];
