import type { Db, Tx } from '../../platform/db/database.ts';
import { type Consent, listConsenting, lockConsent } from './consent.store.ts';

export type { Consent } from './consent.store.ts';

/** The next so many people after this one, by their ids, who let the assistant do this; nobody synthetic or blocked. */
export async function listPeopleConsenting(
  db: Db,
  consent: Consent,
  after: string | null,
  limit: number,
): Promise<string[]> {
  return listConsenting(db, consent, after, limit);
}

/** Whether the person lets the assistant do this. Where they do, that holds until the transaction ends. */
export async function lockConsented(tx: Tx, userId: string, consent: Consent): Promise<boolean> {
  return lockConsent(tx, userId, consent);
}
