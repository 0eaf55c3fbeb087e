import type { Tx } from '#platform/db/database.ts';
import type { NotificationDeps } from '../deps.ts';
import type { DataOf } from '../notification/kind.schema.ts';
import { notify, notifyAfterwards } from '../notification/notify.actions.ts';
import { signInChanged } from './sign-in-change.template.ts';

/** Notifies a user of a change of how they sign in. Never throws. */
export async function notifySignInChange(
  deps: Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'log'>,
  userId: string,
  change: DataOf<'sign_in_changed'>['change'],
): Promise<void> {
  await notifyAfterwards(deps, [signInChanged(userId, change)]);
}

/** Notifies a user of a new personal access token, in the transaction that creates it. Never throws. */
export async function notifyTokenCreated(
  deps: Pick<NotificationDeps, 'db' | 'clock' | 'ids' | 'log'>,
  tx: Tx,
  userId: string,
): Promise<void> {
  await notify(deps, tx, [signInChanged(userId, 'token_created')]);
}
