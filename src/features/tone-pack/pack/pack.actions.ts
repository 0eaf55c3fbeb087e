import type { Actor } from '#access/actor.ts';
import { requireVerifiedAddress } from '#access/verified-address.ts';
import { discardFile, publicUrlOf, signedUrl } from '#features/media';
import { TONES } from '#features/tone';
import type { Db } from '#platform/db/database.ts';
import { lockNamed } from '#platform/db/named-lock.ts';
import { type PageQuery, parsePage, toPage, writeCursor } from '#platform/http/pagination.ts';
import type { Picture } from '#platform/http/shapes.ts';
import type { TonePackDeps } from '../deps.ts';
import { accessTo, MAX_OWN_PACKS, type PackFacts } from './pack.rules.ts';
import {
  type Access,
  type NewTonePack,
  type TonePack,
  type TonePackChange,
  type TonePackLists,
  tonePackErrors,
} from './pack.schema.ts';
import {
  countOwnPacks,
  deletePack,
  existsPurchaseOf,
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
} from './pack.store.ts';
import { fileKeysOf, previewKeyOf } from './pack-image.rules.ts';
import { listImagesOf, type PackImageRow } from './pack-image.store.ts';
import { listPackSummaries, type PackSummary } from './pack-summary.store.ts';

const MAX_LIST_LENGTH = MAX_OWN_PACKS;

/**
 * The packs that the actor can see: all own packs, the newest 500 shared and purchased ones, and a page of the public ones. A
 * pack is only in the first list that it belongs to.
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
  const ids = [own, shared, page.rows, purchased].flatMap((packs) => packs.map(({ id }) => id));
  const summaries = await listPackSummaries(deps.db, actor.userId, ids, TONES);
  const seen = new Set<string>();
  const viewsOfUnseen = (packs: PackOfViewer[]) =>
    packs.flatMap((pack) => {
      const access = accessTo(factsOf(pack));
      if (access === null || seen.has(pack.id)) return [];
      seen.add(pack.id);
      return [viewOf(deps, pack, access, summaries.get(pack.id))];
    });
  return {
    own: viewsOfUnseen(own),
    shared: viewsOfUnseen(shared),
    public: viewsOfUnseen(page.rows),
    purchased: viewsOfUnseen(purchased),
    next_cursor: writeCursor(page.next),
  };
}

/** Creates a pack without images. */
export async function createPack(deps: TonePackDeps, actor: Actor, input: NewTonePack): Promise<TonePack> {
  const { userId } = actor;
  if (input.is_public === true) requireVerifiedAddress(actor);
  const pack = await deps.db.transaction().execute(async (tx) => {
    // Concurrent calls could exceed the limit otherwise.
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
  return viewOfPack(deps, { userId }, pack, 'own');
}

/** Changes the given fields of an own pack. Purchases are not affected. */
export async function changePack(
  deps: TonePackDeps,
  actor: Actor,
  id: string,
  change: TonePackChange,
): Promise<TonePack> {
  if (change.is_public === true) requireVerifiedAddress(actor);
  const pack = await updatePackOf(deps.db, actor.userId, id, valuesOf(change), deps.clock.now());
  if (pack === undefined) throw await ownershipErrorOf(deps.db, actor, id);
  return viewOfPack(deps, actor, pack, 'own');
}

/** Deletes an own pack with its images. A purchased pack becomes unlisted instead: only its buyers keep access. */
export async function removePack(deps: TonePackDeps, actor: Actor, id: string): Promise<'deleted' | 'unlisted'> {
  const unused = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockPackOf(tx, actor.userId, id))) throw await ownershipErrorOf(tx, actor, id);
    if (await existsPurchaseOf(tx, id)) {
      await updatePackAsUnlisted(tx, id, deps.clock.now());
      return null;
    }
    const images = await listImagesOf(tx, id);
    await deletePack(tx, id);
    return images.map(({ image_key }) => image_key);
  });
  if (unused === null) return 'unlisted';
  for (const key of unused.flatMap(fileKeysOf)) await discardFile(deps, key);
  return 'deleted';
}

/** A pack that the actor can see, with the actor's access. */
export async function requirePack(db: Db, actor: Actor, id: string): Promise<{ pack: PackOfViewer; access: Access }> {
  const pack = await findPackFor(db, actor, id);
  const access = pack === undefined ? null : accessTo(factsOf(pack));
  if (pack === undefined || access === null) throw tonePackErrors.notFound();
  return { pack, access };
}

/** The error for a request of another user than the owner. */
export async function ownershipErrorOf(db: Db, actor: Actor, id: string): Promise<Error> {
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

export async function viewOfPack(
  deps: TonePackDeps,
  { userId }: Pick<Actor, 'userId'>,
  row: PackRow,
  access: Access,
): Promise<TonePack> {
  const summaries = await listPackSummaries(deps.db, userId, [row.id], TONES);
  return viewOf(deps, row, access, summaries.get(row.id));
}

/** The URL of an image. Users who have to buy the pack get a preview. */
export function imageUrlOf(deps: TonePackDeps, key: string, access: Access): string {
  return access === 'for_sale' ? publicUrlOf(deps, previewKeyOf(key)) : signedUrl(deps, key);
}

/** The public preview of an image, whose URL stays the same as long as the image. */
export function thumbnailOf(
  deps: TonePackDeps,
  { image_key, preview_size, color }: Pick<PackImageRow, 'image_key' | 'preview_size' | 'color'>,
): Picture {
  return { url: publicUrlOf(deps, previewKeyOf(image_key)), width: preview_size, height: preview_size, color };
}

function viewOf(deps: TonePackDeps, row: PackRow, access: Access, summary: PackSummary | undefined): TonePack {
  const cover = summary?.cover ?? null;
  return {
    id: row.id,
    owner_id: row.owner_id,
    owner: summary?.owner ?? null,
    name: row.name,
    description: row.description,
    theme: row.theme,
    is_public: row.is_public,
    price_drops: row.price_drops,
    access,
    image_count: summary?.image_count ?? 0,
    cover_url: cover === null ? null : imageUrlOf(deps, cover.image_key, access),
    cover: cover === null ? null : thumbnailOf(deps, cover),
    bought_count: summary?.bought_count ?? null,
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
