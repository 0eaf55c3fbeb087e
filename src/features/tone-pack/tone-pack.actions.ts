import type { Actor } from '../../access/actor.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db/database.ts';
import { lockNamed } from '../../platform/db/named-lock.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '../../platform/http/pagination.ts';
import type { Ids } from '../../platform/ids.ts';
import { discardFile, type MediaDeps } from '../media/index.ts';
import { filesOf } from './pack-image.rules.ts';
import { listImagesOf } from './pack-image.store.ts';
import { existsPurchaseOf } from './purchase.store.ts';
import { accessTo, MAX_OWN_PACKS, type PackFacts } from './tone-pack.rules.ts';
import {
  type Access,
  type NewTonePack,
  type TonePack,
  type TonePackChange,
  type TonePackLists,
  tonePackErrors,
} from './tone-pack.schema.ts';
import {
  countOwnPacks,
  deletePack,
  findPackFor,
  insertPack,
  listOwnPacks,
  listPublicPacks,
  listPurchasedPacks,
  listSharedPacks,
  lockPackOf,
  type PackOfViewer,
  type PackRow,
  updatePackAsUnlisted,
  updatePackOf,
} from './tone-pack.store.ts';

export type TonePackDeps = MediaDeps & { db: Db; clock: Clock; ids: Ids };

const MAX_LIST_LENGTH = MAX_OWN_PACKS;

/**
 * The packs that the actor can see: all of their own, the newest 500 of those shared with them and of those they bought, and
 * a page of the public ones. Each is in one list alone, the first that it belongs to; what was bought is always among them.
 */
export async function listPacks(deps: TonePackDeps, actor: Actor, query: PageQuery): Promise<TonePackLists> {
  const { limit, after } = parsePage(query);
  const [own, shared, found, purchased] = await Promise.all([
    listOwnPacks(deps.db, actor, MAX_LIST_LENGTH),
    listSharedPacks(deps.db, actor, MAX_LIST_LENGTH),
    listPublicPacks(deps.db, actor, after, limit + 1),
    listPurchasedPacks(deps.db, actor, MAX_LIST_LENGTH),
  ]);
  const page = toPage(found, limit);
  const seen = new Set<string>();
  const viewsOfUnseen = (packs: PackOfViewer[]) =>
    packs.flatMap((pack) => {
      const access = accessTo(factsOf(pack));
      if (access === null || seen.has(pack.id)) return [];
      seen.add(pack.id);
      return [viewOfPack(pack, access)];
    });
  return {
    own: viewsOfUnseen(own),
    shared: viewsOfUnseen(shared),
    public: viewsOfUnseen(page.rows),
    purchased: viewsOfUnseen(purchased),
    next_cursor: writeCursor(page.next),
  };
}

/** Makes a pack without images. Throws `tone-pack.too-many`. */
export async function createPack(deps: TonePackDeps, { userId }: Actor, input: NewTonePack): Promise<TonePack> {
  const pack = await deps.db.transaction().execute(async (tx) => {
    // Of two who would both be the last one, the second sees the first.
    await lockNamed(tx, `tone packs of ${userId}`);
    if ((await countOwnPacks(tx, userId)) >= MAX_OWN_PACKS) throw tonePackErrors.tooMany();
    const { name, theme } = input;
    return insertPack(tx, {
      ...valuesOf(input),
      name,
      theme,
      id: deps.ids.next(),
      ownerId: userId,
      now: deps.clock.now(),
    });
  });
  return viewOfPack(pack, 'own');
}

/**
 * Changes what the owner names. A price holds from then on: what was bought is not affected. Throws `tone-pack.not-found` or
 * `tone-pack.not-owner`.
 */
export async function changePack(
  deps: TonePackDeps,
  actor: Actor,
  id: string,
  change: TonePackChange,
): Promise<TonePack> {
  const pack = await updatePackOf(deps.db, actor.userId, id, valuesOf(change), deps.clock.now());
  if (pack === undefined) throw await checkOwnership(deps.db, actor, id);
  return viewOfPack(pack, 'own');
}

/**
 * Deletes the pack with its images, and returns `deleted`. One that somebody has bought is `unlisted` in place of that: for
 * those who bought it nothing changes, for everybody else it is gone. Throws `tone-pack.not-found` or `tone-pack.not-owner`.
 */
export async function removePack(deps: TonePackDeps, actor: Actor, id: string): Promise<'deleted' | 'unlisted'> {
  const unused = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockPackOf(tx, actor.userId, id))) throw await checkOwnership(tx, actor, id);
    if (await existsPurchaseOf(tx, id)) {
      await updatePackAsUnlisted(tx, id, deps.clock.now());
      return null;
    }
    const images = await listImagesOf(tx, id);
    await deletePack(tx, id);
    return images.map(({ image_key }) => image_key);
  });
  if (unused === null) return 'unlisted';
  for (const file of unused.flatMap(filesOf)) await discardFile(deps, file);
  return 'deleted';
}

/** A pack that exists for the actor, and what gives it to them. Throws `tone-pack.not-found`. */
export async function requirePack(db: Db, actor: Actor, id: string): Promise<{ pack: PackOfViewer; access: Access }> {
  const pack = await findPackFor(db, actor, id);
  const access = pack === undefined ? null : accessTo(factsOf(pack));
  if (pack === undefined || access === null) throw tonePackErrors.notFound();
  return { pack, access };
}

/** Why the actor may not do what only owners may: whoever sees the pack learns that, anybody else learns nothing. */
export async function checkOwnership(db: Db, actor: Actor, id: string): Promise<Error> {
  await requirePack(db, actor, id);
  return tonePackErrors.notOwner();
}

export function factsOf(pack: PackOfViewer): PackFacts {
  return {
    isOwner: pack.is_owner,
    isShared: pack.is_shared,
    isPurchased: pack.is_purchased,
    isPublic: pack.is_public,
    isUnlisted: pack.unlisted_at !== null,
    isWithdrawn: pack.is_withdrawn,
    priceDrops: pack.price_drops,
  };
}

export function viewOfPack(row: PackRow, access: Access): TonePack {
  return {
    id: row.id,
    owner_id: row.owner_id,
    name: row.name,
    description: row.description,
    theme: row.theme,
    is_public: row.is_public,
    price_drops: row.price_drops,
    access,
    unlisted_at: row.unlisted_at?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}

function valuesOf({ name, description, theme, is_public, price_drops }: TonePackChange) {
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(theme !== undefined && { theme }),
    ...(is_public !== undefined && { is_public }),
    ...(price_drops !== undefined && { price_drops }),
  };
}
