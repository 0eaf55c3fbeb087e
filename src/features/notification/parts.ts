import type { AccountDeps } from '#features/account';
import type { NotificationDeps } from './deps.ts';
import { notifyTokenCreated } from './sign-in-change/sign-in-change.actions.ts';

export function createNotificationParts(deps: NotificationDeps): Pick<AccountDeps, 'notifyTokenCreated'> {
  return { notifyTokenCreated: (tx, userId) => notifyTokenCreated(deps, tx, userId) };
}
