import type { Actor } from '../../access/actor.ts';
import type { ImageForm, Images } from '../../platform/images/images.ts';
import { type ImageQuality, recordFailedImage, recordImageUsage, spendImageCall } from '../usage/index.ts';
import { type MoodToPaint, promptOf } from './painting.rules.ts';
import type { ToneDeps } from './tone.actions.ts';

export type PaintingDeps = ToneDeps & { images: Images };

/** How long a person waits for a picture at most. */
const TIMEOUT_MS = 45_000;

/** A tenth of what comes, so that a page with many of them is quick. */
const BACKGROUND: ImageForm = { width: 1024, height: 1024, fit: 'cover', format: 'webp' };

/**
 * A background in this mood, as a WebP, for the entry with this id, or for none. The provider learns of the mood alone. Throws
 * `ai.not-configured`, `ai.daily-budget-spent`, `image.too-many-waiting`, `image.busy`, or how the provider failed: `ai.unavailable`, `ai.timeout`,
 * `ai.bad-answer`.
 */
export async function paintBackground(
  deps: PaintingDeps,
  actor: Actor,
  mood: MoodToPaint,
  quality: ImageQuality,
  entryId: string | null,
): Promise<Uint8Array> {
  const { userId } = actor;
  if (deps.ai.isConfigured) await spendImageCall(deps, userId, quality);
  const purpose = { userId, type: 'entry_background', quality, referenceId: entryId } as const;
  const asked = { userId, prompt: promptOf(mood), quality, timeoutMs: TIMEOUT_MS };
  const { bytes, usage } = await deps.ai.generateImage(asked).catch(async (error: unknown) => {
    await recordFailedImage(deps, purpose, error);
    throw error;
  });
  await recordImageUsage(deps, { ...purpose, ...usage });
  return (await deps.images.prepare(userId, { read: async () => bytes }, BACKGROUND)).bytes;
}
