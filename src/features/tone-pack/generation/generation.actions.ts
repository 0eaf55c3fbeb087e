import type { Actor } from '#access/actor.ts';
import { discardFile } from '#features/media';
import { TONES, type Tone } from '#features/tone';
import { recordFailedImage, recordImageUsage, spendImageCall } from '#features/usage';
import { AppError } from '#platform/errors.ts';
import type { ImageForm } from '#platform/images/images.ts';
import { once } from '#platform/run.ts';
import type { TonePackDeps } from '../deps.ts';
import { requirePack } from '../pack/pack.actions.ts';
import { tonePackErrors } from '../pack/pack.schema.ts';
import { viewOfImage } from '../pack/pack-image.actions.ts';
import { fileKeysOf, imageKey, PREVIEW_SIZE, previewKeyOf, promptFor, timestampOf } from '../pack/pack-image.rules.ts';
import type { PackImage } from '../pack/pack-image.schema.ts';
import { listImagesOf, type PackImageRow, upsertImage } from '../pack/pack-image.store.ts';
import {
  type FailedImage,
  type GeneratedImages,
  generationErrors,
  type ImagesToGenerate,
} from './generation.schema.ts';
import {
  claimGenerationLease,
  deleteGenerationLease,
  type GenerationLease,
  lockGenerationLease,
} from './generation.store.ts';

const CONCURRENCY = 3;
const QUALITY = 'standard' as const;

const PREVIEW: ImageForm = { width: PREVIEW_SIZE, height: PREVIEW_SIZE, fit: 'cover', format: 'webp' };

/** The timeout of the provider for one image. */
const IMAGE_TIMEOUT_MS = 60_000;

/** Images start within this time, so that the last ones are stored before lease and request end. */
const START_PERIOD_MS = 3 * 60_000;
export const GENERATION_LEASE_MS = 5 * 60_000;

type Run = GenerationLease & { timestamp: Date; latestStart: Date };

/**
 * Generates an image for each tone in place of the former one. The result lists failed tones; the others are stored. Each image
 * spends AI calls of the owner's daily allowance. Leases the pack, so that one generation runs at a time.
 */
export async function generateImages(
  deps: TonePackDeps,
  actor: Actor,
  id: string,
  { tones = [...TONES] }: ImagesToGenerate,
): Promise<GeneratedImages> {
  const run = await startRun(deps, actor, id);
  try {
    const waiting = [...new Set(tones)];
    const images: PackImage[] = [];
    const failed: FailedImage[] = [];
    const work = async () => {
      for (let tone = waiting.shift(); tone !== undefined; tone = waiting.shift()) {
        try {
          images.push(viewOfImage(deps, await once(`image ${tone}`, () => generateImage(deps, run, tone)), 'own'));
        } catch (error) {
          failed.push(failureOf(deps, run, tone, error));
        }
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    const inOrder = (one: { tone: Tone }, other: { tone: Tone }) => tones.indexOf(one.tone) - tones.indexOf(other.tone);
    return { images: images.sort(inOrder), failed: failed.sort(inOrder) };
  } finally {
    await deleteGenerationLease(deps.db, run);
  }
}

async function startRun(deps: TonePackDeps, actor: Actor, packId: string): Promise<Run> {
  const now = deps.clock.now();
  const lease = await claimGenerationLease(deps.db, {
    id: deps.ids.next(),
    packId,
    ownerId: actor.userId,
    now,
    expiresAt: new Date(now.getTime() + GENERATION_LEASE_MS),
  });
  if (lease === undefined) {
    const { access } = await requirePack(deps.db, actor, packId);
    throw access === 'own' ? generationErrors.alreadyRunning() : tonePackErrors.notOwner();
  }
  const times = (await listImagesOf(deps.db, packId)).map(({ created_at }) => created_at.getTime());
  const newest = times.length === 0 ? null : new Date(Math.max(...times));
  return { ...lease, timestamp: timestampOf(now, newest), latestStart: new Date(now.getTime() + START_PERIOD_MS) };
}

async function generateImage(deps: TonePackDeps, run: Run, tone: Tone): Promise<PackImageRow> {
  if (deps.isDraining() || deps.clock.now() > run.latestStart) throw generationErrors.outOfTime();
  const { ownerId: userId, packId, theme } = run;
  if (deps.ai.isConfigured) await spendImageCall(deps, userId, QUALITY);
  const request = { userId, prompt: promptFor(theme, tone), quality: QUALITY, timeoutMs: IMAGE_TIMEOUT_MS };
  const purpose = { userId, type: 'tone_pack_image', quality: QUALITY, referenceId: packId } as const;
  const { bytes, usage } = await deps.ai.generateImage(request).catch(async (error: unknown) => {
    await recordFailedImage(deps, purpose, error);
    throw error;
  });
  await recordImageUsage(deps, { ...purpose, ...usage });
  return storeImage(deps, run, tone, bytes);
}

/**
 * Stores the file, then the row, then deletes the replaced file. A crash in between leaves an unused file, never a row without
 * its file.
 */
async function storeImage(deps: TonePackDeps, run: Run, tone: Tone, bytes: Uint8Array): Promise<PackImageRow> {
  const { packId, ownerId, timestamp } = run;
  const { forms, color } = await deps.images.prepareForms(ownerId, { read: async () => bytes }, [PREVIEW]);
  const image = {
    pack_id: packId,
    tone,
    image_key: imageKey(ownerId, packId, tone, timestamp),
    preview_size: PREVIEW_SIZE,
    color,
    created_at: timestamp,
  };
  await deps.storage.put(image.image_key, bytes);
  await deps.storage.put(previewKeyOf(image.image_key), forms[0].bytes);
  const outcome = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockGenerationLease(tx, run))) return null;
    return { replaced: await upsertImage(tx, image), stored: image };
  });
  const unused = outcome === null ? image.image_key : outcome.replaced;
  for (const key of unused === null ? [] : fileKeysOf(unused)) await discardFile(deps, key);
  if (outcome === null) throw generationErrors.packGone();
  // Under an idempotency key, the recorded step of an earlier run can name another file than this run has stored.
  const spare = outcome.stored.image_key === image.image_key ? [] : fileKeysOf(image.image_key);
  for (const key of spare) await discardFile(deps, key);
  return outcome.stored;
}

function failureOf(deps: TonePackDeps, { packId }: Run, tone: Tone, error: unknown): FailedImage {
  // If there is no provider, the whole request fails, not its single images.
  if (!deps.ai.isConfigured) throw error;
  if (!(error instanceof AppError)) {
    deps.log.error(
      { event: 'tone-pack.image-failed', err: error, pack_id: packId, tone },
      'an image of a tone pack could not be generated',
    );
  }
  const { code, message } = error instanceof AppError ? error : generationErrors.unexpected();
  return { tone, code, error: message };
}
