import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';
import sharp from 'sharp';
import { formOf } from '#test/multipart.ts';
import { drawnPicture } from '#test/pictures.ts';
import { BENCH_DATA, withClient } from '../cluster.ts';

/*
 * What some operations need beside the data set: balances, packs to buy, windows with their chains of today, and photos. A round
 * begins with all of it as it was.
 */

/** How many packs one buyer can buy, all without an owner. The first few have one, and are for all buyers. */
export const PACKS = 30_000;
export const PACKS_WITH_OWNER = 15;
/** Each purchase costs one drop. */
const BALANCE = 1_000_000;
/** Packs that all people have. Without any purchase PostgreSQL would take an index that reads all purchases of a buyer. */
const EARLIER_PACKS = 3;
const PEOPLE_OF_GROUP = 50;

export const packId = (number: number) => `00000009-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;

/** Everything here was written by a stage or by a measurement. */
const WRITTEN_TABLES = 'drops_transaction, tone_pack, workout_window, chain, check_in, mosaic, notification';

/** Removes what the last round wrote, and sets up the next one. */
export async function setStage(url: string, buyers: readonly string[], packOwner: string): Promise<void> {
  await withClient(url, async (client) => {
    await clearStage(client);
    await client.query(
      `insert into tone_pack (id, owner_id, name, theme, is_public, price_drops, created_at, updated_at)
       select ('00000009-0000-4000-8000-' || lpad(to_hex(number), 12, '0'))::uuid,
         case when number < ${PACKS_WITH_OWNER} then $1::uuid end, 'Pack ' || number, 'nature', true, 1, now(), now()
       from generate_series(0, ${PACKS + EARLIER_PACKS - 1}) number`,
      [packOwner],
    );
    await client.query(
      `insert into tone_pack_purchase (id, pack_id, user_id, created_at)
       select gen_random_uuid(), tone_pack.id, profile.id, now() from tone_pack, profile where tone_pack.id >= $1`,
      [packId(PACKS)],
    );
    await client.query(
      `with buyer as (update profile set drops_balance = ${BALANCE} where id = any ($1) returning id)
       insert into drops_transaction (id, user_id, type, amount, balance_after, reason_key, description, created_at)
       select gen_random_uuid(), id, 'admin_adjustment', ${BALANCE}, ${BALANCE}, 'stage:' || id, 'Stage', now() from buyer`,
      [buyers],
    );
    await client.query(
      `insert into workout_window (id, user_id, activity_type, window_start_time, window_end_time, timezone, since,
         match_group, created_at, updated_at)
       select gen_random_uuid(), id, 'walk', '07:00', '09:00', 'UTC', '2020-01-01',
         'group ' || row_number() over (order by id) / ${PEOPLE_OF_GROUP}, now(), now() from profile`,
    );
    await client.query(
      `insert into chain (id, date, user_id, before_user_id, after_user_id, team_color, match_group, created_at)
       select gen_random_uuid(), (now() at time zone 'UTC')::date, user_id, lag(user_id) over city, lead(user_id) over city,
         case when hashtext(user_id::text) % 2 = 0 then 'red' else 'blue' end, match_group, now()
       from workout_window window city as (partition by match_group order by user_id)`,
    );
    await client.query(`vacuum (analyze) profile, tone_pack_purchase, ${WRITTEN_TABLES}`);
    await client.query('checkpoint');
  });
}

export async function clearStage(client: pg.Client): Promise<void> {
  // The ledger refuses to be emptied, but for a superuser who says so.
  await client.query('set session_replication_role = replica');
  await client.query(`truncate ${WRITTEN_TABLES} cascade`);
  await client.query('update profile set drops_balance = 0 where drops_balance <> 0');
  await client.query('reset session_replication_role');
}

/** Throws where a balance is not the sum of its ledger, or was ever negative. */
export async function checkLedger(url: string): Promise<void> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ id: string }>(
      `select profile.id from profile join drops_transaction on user_id = profile.id
       group by profile.id having sum(amount) <> drops_balance or min(balance_after) < 0`,
    ),
  );
  if (rows.length > 0) throw new Error(`The ledger of ${rows[0]?.id} does not give its balance.`);
}

const PHOTOS = 4;
const PHOTO_SIZE = { width: 4032, height: 3024 };
/** With this much grain a file has about 2 MB. */
const GRAIN = { type: 'gaussian' as const, mean: 128, sigma: 20 };

/** A form with a photo, as a browser sends it. */
export type PhotoForm = { file: string; bytes: number; contentType: string };

/** Photos of 12 megapixels and about 2 MB, as phones take them: shapes and grain. They are drawn once and kept. */
export async function preparePhotos(): Promise<PhotoForm[]> {
  const folder = join(BENCH_DATA, 'photos');
  await mkdir(folder, { recursive: true });
  const forms: PhotoForm[] = [];
  for (let number = 1; number <= PHOTOS; number += 1) {
    const file = join(folder, `${number}.form`);
    const body = await readFile(file).catch(async () => {
      const drawn = (await formOf({ photo: await photoOf(number), activityType: 'walk' })).body;
      await writeFile(file, drawn);
      return drawn;
    });
    // A form begins with its boundary.
    const boundary = body.toString('latin1', 2, body.indexOf('\r\n'));
    forms.push({ file, bytes: body.length, contentType: `multipart/form-data; boundary=${boundary}` });
  }
  return forms;
}

async function photoOf(number: number): Promise<Buffer> {
  const raw = { ...PHOTO_SIZE, channels: 3 as const };
  const grain = await sharp({ create: { ...raw, background: '#808080', noise: GRAIN } })
    .raw()
    .toBuffer();
  const scene = await drawnPicture(`photo ${number}`).png().toBuffer();
  return sharp(scene)
    .resize({ ...PHOTO_SIZE, fit: 'fill' })
    .composite([{ input: grain, raw, blend: 'overlay' }])
    .jpeg({ quality: 88 })
    .toBuffer();
}
