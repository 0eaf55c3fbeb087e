import { createHash } from 'node:crypto';
import type { Images } from '#platform/images/images.ts';
import { paintPicture } from '#sandbox/ai/painting.ts';
import type { CheckInForm } from '../features/check-in/check-in.schema.ts';
import { pick } from './sample-deps.ts';

export type SamplePhotos = {
  /** The photo of a check-in. Each name makes one that was not sent before. */
  photo(name: string): CheckInForm['photo'];
  /** Prepares each picture once, however many check-ins show it, and takes no two of them for the same photo. */
  images: Images;
};

const TONES = ['joyful', 'energetic', 'calm', 'hopeful', 'excited', 'peaceful', 'tired', 'content'] as const;

/** Paints a picture for each of eight tones, as the sandbox of the AI provider does, to be sent as photos of check-ins. */
export async function paintSamplePhotos({ images }: { images: Images }): Promise<SamplePhotos> {
  const pictures = await Promise.all(TONES.map((tone) => paintPicture(`A check-in that feels ${tone}`, tone)));
  const prepared = new Map<Uint8Array, Promise<unknown>>();
  let fingerprints = 0;
  return {
    photo: (name) => {
      const bytes = pick(pictures, name);
      const sha256 = createHash('sha256').update(bytes).update(name).digest('hex');
      return { byteLength: bytes.length, sha256, read: async () => bytes, release: async () => undefined };
    },
    images: {
      ...images,
      prepareForms: async (userId, source, forms) => {
        const bytes = await source.read();
        const prepare = () => images.prepareForms(userId, { read: async () => bytes }, forms);
        // All check-ins have the same forms.
        const image = (prepared.get(bytes) ?? prepare()) as ReturnType<typeof prepare>;
        prepared.set(bytes, image);
        fingerprints += 1;
        const fingerprint = createHash('sha256').update(`sample photo ${fingerprints}`).digest();
        return { ...(await image), fingerprint };
      },
    },
  };
}
