import type { Actor } from '../../access/actor.ts';
import type { AccountDeps } from './account.actions.ts';
import { accountErrors } from './account.schema.ts';
import { inboundAddressOf, inboundKeysIn } from './inbound-address.rules.ts';
import { listPeopleWithInboundKeys, updateInboundKey } from './inbound-address.store.ts';

export type InboundAddressDeps = Pick<AccountDeps, 'db' | 'clock' | 'mailDomain'>;

/** Gives the actor another secret address for their journal. What comes to the one before is nobody's from then on. */
export async function changeInboundAddress(deps: InboundAddressDeps, actor: Actor): Promise<string> {
  const key = await updateInboundKey(deps.db, actor.userId, deps.clock.now());
  if (key === undefined) throw accountErrors.tokenInvalid();
  return inboundAddressOf(key, deps.mailDomain);
}

/** The ids of the people whose secret addresses stand in a text, such as the recipients of a mail. */
export async function findInboundReaders(
  deps: Pick<InboundAddressDeps, 'db' | 'mailDomain'>,
  text: string,
): Promise<string[]> {
  const keys = inboundKeysIn(text, deps.mailDomain);
  return keys.length === 0 ? [] : listPeopleWithInboundKeys(deps.db, keys);
}
