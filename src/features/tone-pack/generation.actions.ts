import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../platform/errors.ts';
import type { ImageForm, Images } from '../../platform/images/images.ts';
import { once } from '../../platform/run.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import { discardFile } from '../media/index.ts';
import { TONES, type Tone } from '../tone/index.ts';
import { recordFailedImage, recordImageUsage, spendImageCall, type UsageDeps } from '../usage/index.ts';
import { viewOfImage } from './pack-image.actions.ts';
import { filesOf, imageKey, previewKeyOf, promptFor, timestampOf } from './pack-image.rules.ts';
import {
  type FailedImage,
  type GeneratedImages,
  generationErrors,
  type ImagesToGenerate,
  type PackImage,
} from './pack-image.schema.ts';
import {
  claimGeneration,
  type Generation,
  listImagesOf,
  lockGeneration,
  type PackImageRow,
  updateGenerationAsEnded,
  upsertImage,
} from './pack-image.store.ts';
import { requirePack, type TonePackDeps } from './tone-pack.actions.ts';
import { tonePackErrors } from './tone-pack.schema.ts';

export type GenerationDeps = TonePackDeps &
  UsageDeps & {
    ai: Ai;
    images: Images;
    /** Whether this node has been told to stop. */
    isDraining: () => boolean;
  };

const AT_ONCE = 3;
const QUALITY = 'standard' as const;

/** Shows what one buys, and is of no use in its place. */
const PREVIEW: ImageForm = { width: 256, height: 256, fit: 'cover', format: 'webp' };

/** How long the provider may take for an image. */
const MAX_IMAGE_MS = 60_000;

/** How long images are begun: the last of them are ready before the turn ends, and with it the time for the answer. */
const BEGIN_TIME = 3 * 60_000;
export const TURN_TIME = 5 * 60_000;

type Turn = Generation & { timestamp: Date; lastBegin: Date };

/**
 * Makes an image for each of the tones, in place of the one before. What fails is told for each tone, and what succeeds stays.
 * One turn a pack at a time: it ends with this, or by itself where the node breaks down. Each image is taken
 * off the AI calls that the owner has today. Throws `tone-pack.not-found`, `tone-pack.not-owner`, `tone-pack.generation-under-way`, and
 * `ai.not-configured`.
 */
export async function generateImages(
  deps: GenerationDeps,
  actor: Actor,
  id: string,
  { tones }: ImagesToGenerate,
): Promise<GeneratedImages> {
  const asked: readonly Tone[] = tones ?? TONES;
  const turn = await claimGenerationTurn(deps, actor, id);
  try {
    const waiting = [...new Set(asked)];
    const images: PackImage[] = [];
    const failed: FailedImage[] = [];
    const work = async () => {
      for (let tone = waiting.shift(); tone !== undefined; tone = waiting.shift()) {
        try {
          images.push(viewOfImage(deps, await once(`image ${tone}`, () => makeImage(deps, turn, tone)), 'own'));
        } catch (error) {
          failed.push(failureOf(deps, turn, tone, error));
        }
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    const inOrder = (one: { tone: Tone }, other: { tone: Tone }) => asked.indexOf(one.tone) - asked.indexOf(other.tone);
    return { images: images.sort(inOrder), failed: failed.sort(inOrder) };
  } finally {
    await updateGenerationAsEnded(deps.db, turn);
  }
}

async function claimGenerationTurn(deps: GenerationDeps, actor: Actor, packId: string): Promise<Turn> {
  const now = deps.clock.now();
  const until = new Date(now.getTime() + TURN_TIME);
  const generation = await claimGeneration(deps.db, {
    id: deps.ids.next(),
    packId,
    ownerId: actor.userId,
    now,
    until,
  });
  if (generation === undefined) {
    const { access } = await requirePack(deps.db, actor, packId);
    throw access === 'own' ? generationErrors.inFlight() : tonePackErrors.notOwner();
  }
  const times = (await listImagesOf(deps.db, packId)).map(({ created_at }) => created_at.getTime());
  const newest = times.length === 0 ? null : new Date(Math.max(...times));
  return { ...generation, timestamp: timestampOf(now, newest), lastBegin: new Date(now.getTime() + BEGIN_TIME) };
}

async function makeImage(deps: GenerationDeps, turn: Turn, tone: Tone): Promise<PackImageRow> {
  if (deps.isDraining() || deps.clock.now() > turn.lastBegin) throw generationErrors.outOfTime();
  const { ownerId: userId, packId, theme } = turn;
  if (deps.ai.isConfigured) await spendImageCall(deps, userId, QUALITY);
  const asked = { userId, prompt: promptFor(theme, tone), quality: QUALITY, timeoutMs: MAX_IMAGE_MS };
  const purpose = { userId, type: 'tone_pack_image', quality: QUALITY, referenceId: packId } as const;
  const { bytes, usage } = await deps.ai.generateImage(asked).catch(async (error: unknown) => {
    await recordFailedImage(deps, purpose, error);
    throw error;
  });
  await recordImageUsage(deps, { ...purpose, ...usage });
  return keepImage(deps, turn, tone, bytes);
}

/**
 * The row leads to the file once that is stored, and the file before goes once no row leads to it: a crash or a failure in
 * between leaves a file that nothing leads to, never an address that leads to nothing.
 */
async function keepImage(deps: GenerationDeps, turn: Turn, tone: Tone, bytes: Uint8Array): Promise<PackImageRow> {
  const { packId, ownerId, timestamp } = turn;
  const image = { pack_id: packId, tone, image_key: imageKey(ownerId, packId, tone, timestamp), created_at: timestamp };
  const preview = await deps.images.prepare(ownerId, { read: async () => bytes }, PREVIEW);
  await deps.storage.put(image.image_key, bytes);
  await deps.storage.put(previewKeyOf(image.image_key), preview.bytes);
  const outcome = await deps.db.transaction().execute(async (tx) => {
    if (!(await lockGeneration(tx, turn))) return null;
    return { replaced: await upsertImage(tx, image), kept: image };
  });
  const unused = outcome === null ? image.image_key : outcome.replaced;
  for (const file of unused === null ? [] : filesOf(unused)) await discardFile(deps, file);
  if (outcome === null) throw generationErrors.packGone();
  // An earlier run of the request has kept one already.
  const spare = outcome.kept.image_key === image.image_key ? [] : filesOf(image.image_key);
  for (const file of spare) await discardFile(deps, file);
  return outcome.kept;
}

/** What is told of an image that could not be made. */
function failureOf(deps: GenerationDeps, { packId }: Turn, tone: Tone, error: unknown): FailedImage {
  // Without a provider there is no image to be had at all, which is not a failure of one of them.
  if (!deps.ai.isConfigured) throw error;
  if (!(error instanceof AppError)) {
    deps.log.error({ err: error, pack_id: packId, tone }, 'an image of a tone pack could not be made');
  }
  const { code, message } = error instanceof AppError ? error : generationErrors.unexpected();
  return { tone, code, error: message };
}
