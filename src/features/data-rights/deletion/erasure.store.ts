import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';

/** Lists accounts whose deletion is due, those that waited longest first. */
export async function listDueAccounts(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from profile where erase_at <= ${now} and deleted_at is null order by erase_at, id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}

/** What identified the user of an erasure. */
export type ErasedUser = { emails: string[]; subjects: { issuer: string; subject: string }[] };

/**
 * Begins or continues the erasure of an account whose deletion is due. Waits for transactions that have inserted rows which reference
 * the profile; later ones fail. Returns undefined if there is nothing to erase.
 */
export async function claimErasure(tx: Tx, id: string, now: Date): Promise<ErasedUser | undefined> {
  await sql`set local lock_timeout = '20s'`.execute(tx);
  await sql`set local statement_timeout = '30s'`.execute(tx);
  await sql`select from profile where id = ${id} for update`.execute(tx);
  const { rows } = await sql<ErasedUser>`
    update profile set erasing_since = coalesce(erasing_since, ${now})
    where id = ${id} and erase_at <= ${now} and deleted_at is null
    returning
      array(
        select lower(profile.email) where profile.email is not null
        union select lower(identity_user.email) from identity_user where identity_user.id = profile.id
      ) as emails,
      array(
        select jsonb_build_object('issuer', token_issuer, 'subject', profile.id) where token_issuer <> ''
        union all select jsonb_build_object('issuer', issuer, 'subject', subject) from profile_subject where profile_id = profile.id
      ) as subjects`.execute(tx);
  return rows[0];
}

/** Lists the dates of mosaics that can show a photo of a user. */
export async function listMosaicDates(db: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ date: string }>`
    select date from check_in join mosaic using (date) where user_id = ${userId} and tile_key is not null order by date`.execute(
    db,
  );
  return rows.map(({ date }) => date);
}

/** Lists the ids of stored mails from and to a user. */
export async function listMailIds(db: Db, userId: string, emails: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from outgoing_mail
    where user_id = ${userId} or sender_id = ${userId} or external_recipient_id = ${userId}
      or lower(recipient_email) = any (${[...emails]}::text[])`.execute(db);
  return rows.map(({ id }) => id);
}

/** Executes a statement that can take longer than one of a request. Returns the number of rows that it changed. */
export async function executeLong(tx: Tx, statement: RawBuilder<unknown>): Promise<number> {
  await sql`set local statement_timeout = '60s'`.execute(tx);
  const { numAffectedRows } = await statement.execute(tx);
  return Number(numAffectedRows ?? 0);
}

/** Stores that everything of an account is erased. */
export async function updateErased(tx: Tx, id: string, now: Date): Promise<void> {
  await sql`update profile set deleted_at = ${now} where id = ${id} and deleted_at is null`.execute(tx);
}
