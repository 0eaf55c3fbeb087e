import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** Devices remembered of an account. The one used longest ago is forgotten first. */
const MAX_DEVICES = 30;

/**
 * Remembers a device of an account. Returns the account if the device is new, and the account has signed in from another one
 * before. Of concurrent sign-ins from a new device, one returns it.
 */
export async function claimNewDevice(
  db: Db,
  { userId, deviceDigest, now }: { userId: string; deviceDigest: Buffer; now: Date },
): Promise<{ id: string; email: string; name: string } | undefined> {
  const { rows } = await sql<{ id: string; email: string; name: string }>`
    with known as (
      select device_digest, last_seen_at from identity_device where user_id = ${userId}
    ), forgotten as (
      delete from identity_device where user_id = ${userId} and device_digest in (
        select device_digest from known where device_digest <> ${deviceDigest}
        order by last_seen_at desc offset ${MAX_DEVICES - 1}
      )
    ), stored as (
      insert into identity_device (user_id, device_digest, last_seen_at) values (${userId}, ${deviceDigest}, ${now})
      on conflict (user_id, device_digest) do update set last_seen_at = excluded.last_seen_at
      returning user_id, xmax = 0 as is_new
    )
    select id, email, name from stored join identity_user on id = user_id
    where is_new and exists (select from known)`.execute(db);
  return rows[0];
}

/** Makes this the first account of the instance if there was none, and verifies its address if `isTrusted`. */
export async function claimFirstAccount(db: Db, userId: string, { isTrusted }: { isTrusted: boolean }): Promise<void> {
  await sql`
    with first as (
      insert into identity_first_account (user_id) values (${userId}) on conflict do nothing returning user_id
    )
    update identity_user set "emailVerified" = true from first where id = first.user_id and ${isTrusted}`.execute(db);
}
