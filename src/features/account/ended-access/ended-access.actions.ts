import type { Tx } from '#platform/db/database.ts';
import type { AccountDeps } from '../deps.ts';
import { updateJournalKey } from '../journal-address/journal-address.store.ts';
import { deletePersonalTokensOf, lockPersonalTokensOf } from '../personal-token/personal-token.store.ts';
import { updateWithoutConsents, updateWithoutMcp } from './ended-access.store.ts';

type EndedAccessDeps = Pick<AccountDeps, 'clock'>;

/** Revokes all personal access tokens of a user and the consent to MCP, and replaces the journal address. Returns the number of tokens. */
export async function endPrograms({ clock }: EndedAccessDeps, tx: Tx, userId: string): Promise<number> {
  const now = clock.now();
  // A token that is created at the same time is revoked, or its session is over.
  await lockPersonalTokensOf(tx, userId);
  const tokens = await deletePersonalTokensOf(tx, userId, now);
  await updateJournalKey(tx, userId, now);
  await updateWithoutMcp(tx, userId, now);
  return tokens;
}

/** Withdraws what another person has consented to in an account that now belongs to the owner of its address. */
export async function withdrawConsents({ clock }: EndedAccessDeps, tx: Tx, userId: string): Promise<void> {
  await updateWithoutConsents(tx, userId, clock.now());
}
