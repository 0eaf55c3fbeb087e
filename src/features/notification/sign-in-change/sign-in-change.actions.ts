import type { NotificationDeps } from '../deps.ts';
import type { DataOf } from '../notification/kind.schema.ts';
import { notifyAfterwards } from '../notification/notify.actions.ts';
import { signInChanged } from './sign-in-change.template.ts';

/** Notifies a user of a change of how they sign in. Never throws. */
export async function notifySignInChange(
  deps: Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'log'>,
  userId: string,
  change: DataOf<'sign_in_changed'>['change'],
): Promise<void> {
  await notifyAfterwards(deps, [signInChanged(userId, change)]);
}
