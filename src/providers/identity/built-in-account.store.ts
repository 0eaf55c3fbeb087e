import { hashPassword } from 'better-auth/crypto';
import { sql } from 'kysely';
import type { Tx } from '#platform/db/database.ts';
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

/** Inserts an account that signs in with a password. Returns false if the email address has an account. */
export async function insertAccountWithPassword(
  tx: Tx,
  { id, email, name }: NewAccount,
  password: string,
  now: Date,
): Promise<boolean> {
  const passwordHash = await hashPassword(password);
  const { rows } = await sql`
    with created as (
      insert into identity_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
      values (${id}, ${name}, ${email.toLowerCase()}, false, ${now}, ${now})
      on conflict ("email") do nothing
      returning "id"
    )
    insert into identity_account ("accountId", "providerId", "userId", "password", "createdAt", "updatedAt")
    select "id"::text, 'credential', "id", ${passwordHash}, ${now}, ${now} from created
    returning "id"`.execute(tx);
  return rows.length > 0;
}

/** Removes authenticator app, recovery codes and trusted browsers of a user. Returns false if there is no second factor. */
export async function deleteSecondFactor(tx: Tx, userId: string): Promise<boolean> {
  // Trusted browsers, and sign-ins that wait for a code. Their identifiers may be hashed.
  await sql`delete from identity_verification where "value" = ${userId}`.execute(tx);
  await sql`delete from identity_two_factor where "userId" = ${userId}`.execute(tx);
  const { rows } = await sql`
    update identity_user set "twoFactorEnabled" = false where "id" = ${userId} and "twoFactorEnabled" returning "id"`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Removes the second factors of all users, whose secrets cannot be decrypted without the key. */
export async function deleteAllSecondFactors(tx: Tx): Promise<void> {
  await sql`delete from identity_two_factor`.execute(tx);
  await sql`update identity_user set "twoFactorEnabled" = false where "twoFactorEnabled"`.execute(tx);
}

/** Verifies the address of an account. Returns false if it was verified before. */
export async function claimUnverifiedAccount(tx: Tx, userId: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update identity_user set "emailVerified" = true, "updatedAt" = ${now}
    where "id" = ${userId} and not "emailVerified" returning "id"`.execute(tx);
  return rows.length > 0;
}

/** Locks an account until the transaction ends. Returns false if its address is verified. */
export async function lockUnverifiedAccount(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select from identity_user where "id" = ${userId} and not "emailVerified" for update`.execute(tx);
  return rows.length > 0;
}

/** Deletes all that signs in to an account: password, sessions, passkeys, second factor, links but the one with this id, and known devices. */
export async function deleteSignIns(tx: Tx, userId: string, keptLinkId: string | null): Promise<void> {
  await sql`
    with password as (delete from identity_account where "userId" = ${userId}),
      device as (delete from identity_device where user_id = ${userId}),
      address_token as (delete from identity_address_token where user_id = ${userId}),
      second_factor as (delete from identity_two_factor where "userId" = ${userId}),
      link as (delete from identity_verification where "value" = ${userId} and "id" is distinct from ${keptLinkId}::uuid)
    update identity_user set "twoFactorEnabled" = false where "id" = ${userId} and "twoFactorEnabled"`.execute(tx);
  await deletePasskeys(tx, userId);
  await deleteSessions(tx, userId);
}

export async function deleteSessions(tx: Tx, userId: string): Promise<void> {
  await sql`delete from identity_session where "userId" = ${userId}`.execute(tx);
}

/** Returns how many there were. */
export async function deletePasskeys(tx: Tx, userId: string): Promise<number> {
  const { rows } = await sql`delete from identity_passkey where "userId" = ${userId} returning "id"`.execute(tx);
  return rows.length;
}
