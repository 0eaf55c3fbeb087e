import type { Actor } from '#access/actor.ts';
import { accountErrors } from '../account.schema.ts';
import type { AccountDeps } from '../deps.ts';
import { journalAddressOf, journalKeysIn } from './journal-address.rules.ts';
import { listUserIdsByJournalKey, updateJournalKey } from './journal-address.store.ts';

/** Replaces the actor's journal address. The former one stops working immediately. */
export async function replaceJournalAddress(
  deps: Pick<AccountDeps, 'db' | 'clock' | 'mailDomain'>,
  actor: Actor,
): Promise<string> {
  const key = await updateJournalKey(deps.db, actor.userId, deps.clock.now());
  if (key === undefined) throw accountErrors.tokenInvalid();
  return journalAddressOf(key, deps.mailDomain);
}

/** The ids of the users whose journal addresses occur in a text, such as the recipients of an email. */
export async function listUserIdsByJournalAddress(
  deps: Pick<AccountDeps, 'db' | 'mailDomain'>,
  text: string,
): Promise<string[]> {
  const keys = journalKeysIn(text, deps.mailDomain);
  return keys.length === 0 ? [] : listUserIdsByJournalKey(deps.db, keys);
}
