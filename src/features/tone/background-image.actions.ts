import type { Actor } from '#access/actor.ts';
import { type ImageQuality, recordFailedImage, recordImageUsage, spendImageCall } from '#features/usage';
import type { ImageForm } from '#platform/images/images.ts';
import { type ImageMood, promptFor } from './background-image.rules.ts';
import type { ToneDeps } from './deps.ts';

/** A user waits for the image. */
const TIMEOUT_MS = 45_000;

/** A tenth of the size of the provider's image, so that a page with many of them loads fast. */
const BACKGROUND: ImageForm = { width: 1024, height: 1024, fit: 'cover', format: 'webp' };

/**
 * Generates a background image (WebP). The provider receives only the mood.
 * @param entryId The entry that the usage is recorded for; null for none.
 */
export async function generateBackgroundImage(
  deps: ToneDeps,
  actor: Actor,
  mood: ImageMood,
  quality: ImageQuality,
  entryId: string | null,
): Promise<Uint8Array> {
  const { userId } = actor;
  if (deps.ai.isConfigured) await spendImageCall(deps, userId, quality);
  const purpose = { userId, type: 'entry_background', quality, referenceId: entryId } as const;
  const request = { userId, prompt: promptFor(mood), quality, timeoutMs: TIMEOUT_MS };
  const { bytes, usage } = await deps.ai.generateImage(request).catch(async (error: unknown) => {
    await recordFailedImage(deps, purpose, error);
    throw error;
  });
  await recordImageUsage(deps, { ...purpose, ...usage });
  return (await deps.images.prepare(userId, { read: async () => bytes }, BACKGROUND)).bytes;
}
