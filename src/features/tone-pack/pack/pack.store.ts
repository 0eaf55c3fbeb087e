import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#platform/db/database.ts';
import { afterCursor, type Position } from '#platform/db/pagination.ts';
import type { TonePack as TonePackTable } from '#platform/db/tables.generated.ts';
import type { Theme } from './pack.schema.ts';

export type PackRow = Omit<Selectable<TonePackTable>, 'generation_lease_id' | 'generation_lease_expires_at'>;

/** A pack with the facts about one viewer. */
export type PackOfViewer = PackRow & {
  is_owner: boolean;
  is_shared: boolean;
  is_purchased: boolean;
  is_withdrawn: boolean;
};

export type PackViewer = { userId: string; isSuperAdmin: boolean };

const COLUMNS = [
  'tone_pack.id',
  'tone_pack.owner_id',
  'tone_pack.name',
  'tone_pack.description',
  'tone_pack.theme',
  'tone_pack.is_public',
  'tone_pack.price_drops',
  'tone_pack.unlisted_at',
  'tone_pack.created_at',
  'tone_pack.updated_at',
] as const;

const isOwnedBy = (viewerId: string) => sql<boolean>`tone_pack.owner_id is not distinct from ${viewerId}`;
const isSharedWith = (viewerId: string) =>
  sql<boolean>`exists (select from tone_pack_share where pack_id = tone_pack.id and user_id = ${viewerId})`;
export const isPurchasedBy = (viewerId: string) =>
  sql<boolean>`exists (select from tone_pack_purchase where pack_id = tone_pack.id and user_id = ${viewerId})`;

/** A subquery for each row, so that lists still read the index in time order. */
const isWithdrawnFrom = ({ isSuperAdmin }: PackViewer) =>
  isSuperAdmin
    ? sql<boolean>`false`
    : sql<boolean>`coalesce((select true from profile where id = tone_pack.owner_id and not is_active), false)`;

function selectPacksFor(db: Db, viewer: PackViewer) {
  const viewerId = viewer.userId;
  return db
    .selectFrom('tone_pack')
    .select(COLUMNS)
    .select([
      isOwnedBy(viewerId).as('is_owner'),
      isSharedWith(viewerId).as('is_shared'),
      isPurchasedBy(viewerId).as('is_purchased'),
      isWithdrawnFrom(viewer).as('is_withdrawn'),
    ]);
}

/** Finds any pack. `accessTo` decides whether the viewer can see it. */
export async function findPackFor(db: Db, viewer: PackViewer, id: string): Promise<PackOfViewer | undefined> {
  return selectPacksFor(db, viewer).where('tone_pack.id', '=', id).executeTakeFirst();
}

/** Whether a row of `tone_pack` is a public pack of another, active user: what `checkSale` allows to buy. */
export const isForSaleTo = (viewer: PackViewer) => sql<boolean>`(
  is_public and unlisted_at is null and not ${isOwnedBy(viewer.userId)} and not ${isWithdrawnFrom(viewer)})`;

export async function listOwnPacks(db: Db, viewer: PackViewer, limit: number): Promise<PackOfViewer[]> {
  return selectPacksFor(db, viewer)
    .where('owner_id', '=', viewer.userId)
    .where('unlisted_at', 'is', null)
    .orderBy('tone_pack.created_at', 'desc')
    .orderBy('tone_pack.id', 'desc')
    .limit(limit)
    .execute();
}

/** Last shared first. */
export async function listSharedPacks(db: Db, viewer: PackViewer, limit: number): Promise<PackOfViewer[]> {
  return selectPacksFor(db, viewer)
    .innerJoin('tone_pack_share as share', 'share.pack_id', 'tone_pack.id')
    .where('share.user_id', '=', viewer.userId)
    .where('unlisted_at', 'is', null)
    .orderBy('share.created_at', 'desc')
    .orderBy('share.pack_id', 'desc')
    .limit(limit)
    .execute();
}

/** Last bought first. */
export async function listPurchasedPacks(db: Db, viewer: PackViewer, limit: number): Promise<PackOfViewer[]> {
  return selectPacksFor(db, viewer)
    .innerJoin('tone_pack_purchase as purchase', 'purchase.pack_id', 'tone_pack.id')
    .where('purchase.user_id', '=', viewer.userId)
    .orderBy('purchase.created_at', 'desc')
    .orderBy('purchase.id', 'desc')
    .limit(limit)
    .execute();
}

/** Public packs of active users, newest first, without the viewer's own and those shared with the viewer. */
export async function listPublicPacks(
  db: Db,
  viewer: PackViewer,
  after: Position | null,
  limit: number,
): Promise<PackOfViewer[]> {
  const query = selectPacksFor(db, viewer)
    .where(isForSaleTo(viewer))
    .where(sql<boolean>`not ${isSharedWith(viewer.userId)}`);
  return query
    .where(afterCursor(after, 'tone_pack.created_at', 'tone_pack.id'))
    .orderBy('tone_pack.created_at', 'desc')
    .orderBy('tone_pack.id', 'desc')
    .limit(limit)
    .execute();
}

export async function countOwnPacks(tx: Tx, ownerId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('tone_pack')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('owner_id', '=', ownerId)
    .where('unlisted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export type PackValues = {
  name?: string;
  description?: string;
  theme?: Theme;
  is_public?: boolean;
  price_drops?: number;
};

export type NewPackValues = PackValues & { id: string; ownerId: string; name: string; theme: Theme; now: Date };

export async function insertPack(tx: Tx, { id, ownerId, now, ...values }: NewPackValues): Promise<PackRow> {
  return tx
    .insertInto('tone_pack')
    .values({ id, owner_id: ownerId, ...values, created_at: now, updated_at: now })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** Changes the given columns of an owner's pack, unless it is unlisted. */
export async function updatePackOf(
  db: Db,
  ownerId: string,
  id: string,
  values: PackValues,
  now: Date,
): Promise<PackRow | undefined> {
  return db
    .updateTable('tone_pack')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('unlisted_at', 'is', null)
    .returning(COLUMNS)
    .executeTakeFirst();
}

/** Locks the owner's pack for deletion, which also stops purchases. Returns false if there is none. */
export async function lockPackOf(tx: Tx, ownerId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('tone_pack')
    .select('id')
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('unlisted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes the pack with its images and shares. Fails if there is a purchase. */
export async function deletePack(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('tone_pack').where('id', '=', id).execute();
}

export async function existsPurchaseOf(db: Db, packId: string): Promise<boolean> {
  const row = await db
    .selectFrom('tone_pack_purchase')
    .select('id')
    .where('pack_id', '=', packId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function updatePackAsUnlisted(tx: Tx, id: string, now: Date): Promise<void> {
  const unlisted = { unlisted_at: now, updated_at: now, generation_lease_id: null, generation_lease_expires_at: null };
  await tx.updateTable('tone_pack').set(unlisted).where('id', '=', id).execute();
}
