import type { Actor } from '#access/actor.ts';
import { findTone, TONES } from '#features/tone';
import type { TonePackDeps } from '../deps.ts';
import { imageUrlOf, requirePack, thumbnailOf, viewOfPack } from './pack.actions.ts';
import type { Access } from './pack.schema.ts';
import { IMAGE_SIZE, storagePathOf } from './pack-image.rules.ts';
import type { ImageQuery, PackImage, PackWithImages } from './pack-image.schema.ts';
import { listImagesOf, type PackImageRow } from './pack-image.store.ts';

/** A pack that the actor can see, with all images or the one for a mood. */
export async function readPack(
  deps: TonePackDeps,
  actor: Actor,
  id: string,
  { mood }: ImageQuery,
): Promise<PackWithImages> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  const images = (await listImagesOf(deps.db, pack.id)).sort(inOrderOfTones);
  const wanted = mood === undefined ? images : images.filter(({ tone }) => tone === findTone(mood));
  return {
    pack: await viewOfPack(deps, actor, pack, access),
    images: wanted.map((image) => viewOfImage(deps, image, access)),
  };
}

function inOrderOfTones(one: PackImageRow, other: PackImageRow): number {
  return TONES.indexOf(one.tone) - TONES.indexOf(other.tone);
}

export function viewOfImage(deps: TonePackDeps, image: PackImageRow, access: Access): PackImage {
  const { tone, image_key, color, created_at } = image;
  const url = imageUrlOf(deps, image_key, access);
  const thumbnail = thumbnailOf(deps, image);
  return {
    tone,
    image_url: url,
    picture: access === 'for_sale' ? thumbnail : { url, width: IMAGE_SIZE, height: IMAGE_SIZE, color },
    thumbnail,
    storage_path: storagePathOf(image_key),
    created_at: created_at.toISOString(),
  };
}
