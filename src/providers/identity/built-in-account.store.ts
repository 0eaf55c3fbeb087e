import { sql } from 'kysely';
import type { Tx } from '../../platform/db/database.ts';
import type { NewAccount } from './identity.ts';

/** Inserts accounts without a password: they have no row in `identity_account`. */
export async function insertAccounts(tx: Tx, accounts: readonly NewAccount[], now: Date): Promise<void> {
  await sql`
    insert into identity_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
    select id, name, email, false, ${now}, ${now}
    from unnest(${accounts.map(({ id }) => id)}::uuid[], ${accounts.map(({ name }) => name)}::text[],
      ${accounts.map(({ email }) => email)}::text[]) as given (id, name, email)`.execute(tx);
}

/** Deletes accounts and their sessions. */
export async function deleteAccounts(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`delete from identity_user where "id" = any (${[...ids]}::uuid[])`.execute(tx);
}
