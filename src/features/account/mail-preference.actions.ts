import type { AccountDeps } from './account.actions.ts';
import { updatePreferenceOff } from './mail-preference.store.ts';

/** Somebody wants no more mails of a kind. That they are who they say is the caller's to know. */
export async function optOutOfMails(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  kind: 'digest' | 'reminders',
): Promise<void> {
  await updatePreferenceOff(deps.db, userId, `email_${kind}`, deps.clock.now());
}
