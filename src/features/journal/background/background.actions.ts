import type { Actor } from '#access/actor.ts';
import { discardFile, signedUrl } from '#features/media';
import { analyzeTone, decideImageMood, findTone, generateBackgroundImage, type ImageMood } from '#features/tone';
import { AppError } from '#platform/errors.ts';
import { randomToken } from '#platform/random.ts';
import { once } from '#platform/run.ts';
import type { JournalDeps } from '../deps.ts';
import { entryErrors } from '../entry/entry.schema.ts';
import { type Background, type BackgroundRequest, backgroundErrors } from './background.schema.ts';
import {
  claimTemporaryBackgrounds,
  findImageSource,
  type ImageSource,
  insertTemporaryBackground,
  updateBackground,
} from './background.store.ts';

/**
 * Generates a background for an entry or for a text. Its mood is the requested tone or the mood of the entry; otherwise the text is analyzed.
 * Also throws what `analyzeTone` and `generateBackgroundImage` throw. An error leaves no file.
 */
export async function generateBackground(
  deps: JournalDeps,
  actor: Actor,
  request: BackgroundRequest,
): Promise<Background> {
  const { entry_id: entryId, content, tone = null, quality = 'standard' } = request;
  if (entryId !== undefined && content === undefined) {
    const entry = await findImageSource(deps.db, actor.userId, entryId);
    if (entry === undefined) throw entryErrors.notFound();
    const key = await once('background', async () => {
      const mood = tone === null ? await moodOfEntry(deps, actor, entryId, entry) : decideImageMood(tone, null);
      return attachBackground(deps, actor, entryId, await generateBackgroundImage(deps, actor, mood, quality, entryId));
    });
    return { imageUrl: signedUrl(deps, key) };
  }
  if (content !== undefined && entryId === undefined) {
    const key = await once('background', async () => {
      const mood = decideImageMood(tone, tone === null ? await analyzeTone(deps, actor, { content }) : null);
      return storeTemporaryBackground(deps, actor, await generateBackgroundImage(deps, actor, mood, quality, null));
    });
    return { imageUrl: signedUrl(deps, key) };
  }
  throw backgroundErrors.sourceUnclear();
}

/** Avoids a second analysis: uses the mood of the author or the stored analysis if there is one. */
async function moodOfEntry(deps: JournalDeps, actor: Actor, entryId: string, entry: ImageSource): Promise<ImageMood> {
  const named = findTone(entry.mood);
  const isKnown = named !== null || entry.emotional_tone !== null || entry.content.trim() === '';
  const analysis = isKnown ? entry.emotional_tone : await analyzeTone(deps, actor, { content: entry.content }, entryId);
  return decideImageMood(named, analysis);
}

/** Stores the image, sets it as the background of the entry, and deletes the previous one. */
async function attachBackground(deps: JournalDeps, actor: Actor, entryId: string, bytes: Uint8Array): Promise<string> {
  const key = newKey(deps, actor);
  await deps.storage.put(key, bytes);
  try {
    const replaced = await updateBackground(deps.db, actor.userId, entryId, key, deps.clock.now());
    if (replaced === undefined) throw entryErrors.notFound();
    if (replaced.before !== null) await discardFile(deps, replaced.before);
    return key;
  } catch (error) {
    // Not found: no entry uses the file. After any other error the update may have been committed.
    if (error instanceof AppError) await discardFile(deps, key);
    throw error;
  }
}

async function storeTemporaryBackground(deps: JournalDeps, actor: Actor, bytes: Uint8Array): Promise<string> {
  const key = newKey(deps, actor);
  // The row comes before the file, so that a crash leaves no file without a row.
  await insertTemporaryBackground(deps.db, key, actor.userId, deps.clock.now());
  await deps.storage.put(key, bytes);
  return key;
}

/** Deletes up to `limit` temporary backgrounds that were created before an instant. */
export async function purgeTemporaryBackgrounds(
  deps: Pick<JournalDeps, 'db' | 'storage' | 'log'>,
  createdBefore: Date,
  limit: number,
): Promise<number> {
  const keys = await claimTemporaryBackgrounds(deps.db, createdBefore, limit);
  for (const key of keys) await discardFile(deps, key);
  return keys.length;
}

function newKey(deps: JournalDeps, { userId }: Actor): string {
  return `entry-backgrounds/${userId}-${randomToken(deps.random)}.webp`;
}
