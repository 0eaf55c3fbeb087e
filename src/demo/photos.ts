import { createHash } from 'node:crypto';
import type { CheckInForm } from '../features/check-in/check-in.schema.ts';
import type { ImageForm, Images, PreparedImage } from '../platform/images/images.ts';
import { paintPicture } from '../providers/ai/ai.sandbox.painting.ts';

/** The photos of a sample check-in: pictures of the sandbox, each prepared once however many check-ins show it. */
export type SamplePhotos = {
  /** The photo of a check-in. `name` makes it one that was not sent before. */
  photo(name: string): CheckInForm['photo'];
  /** Prepares sample photos, in place of the images of the server. */
  images: Images;
};

const TONES = ['joyful', 'energetic', 'calm', 'hopeful', 'excited', 'peaceful', 'tired', 'content'] as const;

/** Paints one picture for each of eight tones. */
export async function paintSamplePhotos(): Promise<SamplePhotos> {
  const pictures = await Promise.all(TONES.map((tone) => paintPicture(`A check-in that feels ${tone}`, tone)));
  return { photo: (name) => photoOf(pictures, name), images: pictures.length > 0 ? rememberedImages() : rememberedImages() };
}
