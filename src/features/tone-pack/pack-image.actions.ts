import type { Actor } from '../../access/actor.ts';
import { publicAddressOf, signedUrl } from '../media/index.ts';
import { findTone, TONES } from '../tone/index.ts';
import { previewKeyOf, storagePathOf } from './pack-image.rules.ts';
import type { ImageQuery, PackImage, PackWithImages } from './pack-image.schema.ts';
import { listImagesOf, type PackImageRow } from './pack-image.store.ts';
import { requirePack, type TonePackDeps, viewOfPack } from './tone-pack.actions.ts';
import type { Access } from './tone-pack.schema.ts';

/** A pack that the actor can see and its images, or the one of them for a mood. Throws `tone-pack.not-found`. */
export async function readPack(
  deps: TonePackDeps,
  actor: Actor,
  id: string,
  { mood }: ImageQuery,
): Promise<PackWithImages> {
  const { pack, access } = await requirePack(deps.db, actor, id);
  const images = (await listImagesOf(deps.db, pack.id)).sort(inOrderOfTones);
  const wanted = mood === undefined ? images : images.filter(({ tone }) => tone === findTone(mood));
  return { pack: viewOfPack(pack, access), images: wanted.map((image) => viewOfImage(deps, image, access)) };
}

function inOrderOfTones(one: PackImageRow, other: PackImageRow): number {
  return TONES.indexOf(one.tone) - TONES.indexOf(other.tone);
}

/** The image as somebody with this access gets it: who has not paid for it, a preview. */
export function viewOfImage(deps: TonePackDeps, image: PackImageRow, access: Access): PackImage {
  const { tone, image_key, created_at } = image;
  return {
    tone,
    image_url: access === 'for_sale' ? publicAddressOf(deps, previewKeyOf(image_key)) : signedUrl(deps, image_key),
    storage_path: storagePathOf(image_key),
    created_at: created_at.toISOString(),
  };
}
