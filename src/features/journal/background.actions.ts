import type { Actor } from '../../access/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { randomToken } from '../../platform/random.ts';
import { once } from '../../platform/run.ts';
import { discardFile, signedUrl } from '../media/index.ts';
import { analyzeTone, type MoodToPaint, moodToPaint, paintBackground, toneNamed } from '../tone/index.ts';
import { type BackgroundAnswer, type BackgroundWanted, backgroundErrors } from './background.schema.ts';
import {
  claimTemporaryBackgrounds,
  type EntryToPaint,
  findEntryToPaint,
  insertTemporaryBackground,
  updateBackground,
} from './background.store.ts';
import type { JournalDeps } from './entry.actions.ts';
import { entryErrors } from './entry.schema.ts';

/** As long as the address of a picture works at the most. */
const TEMPORARY_BACKGROUND_MS = 60 * 60 * 1000;
const TEMPORARY_BACKGROUND_BATCH_SIZE = 20;

/**
 * Has a picture painted in the mood of an entry, in place of the one that it had, or of a text that is none. The mood is the tone
 * that is given, or the one that the entry has; else the text is analysed. Throws `journal.background-source`,
 * `journal.entry-not-found`, `storage.unavailable`, and what `analyzeTone` and `paintBackground` throw; then nothing is kept.
 */
export async function generateBackground(
  deps: JournalDeps,
  actor: Actor,
  wanted: BackgroundWanted,
): Promise<BackgroundAnswer> {
  const { entry_id: entryId, content, tone = null, quality = 'standard' } = wanted;
  if (entryId !== undefined && content === undefined) {
    const entry = await findEntryToPaint(deps.db, actor.userId, entryId);
    if (entry === undefined) throw entryErrors.notFound();
    const key = await once('background', async () => {
      const mood = tone === null ? await moodOfEntry(deps, actor, entryId, entry) : moodToPaint(tone, null);
      return attachBackground(deps, actor, entryId, await paintBackground(deps, actor, mood, quality, entryId));
    });
    return { imageUrl: signedUrl(deps, key) };
  }
  if (content !== undefined && entryId === undefined) {
    const key = await once('background', async () => {
      const mood = moodToPaint(tone, tone === null ? await analyzeTone(deps, actor, { content }) : null);
      return storeTemporaryBackground(deps, actor, await paintBackground(deps, actor, mood, quality, null));
    });
    return { imageUrl: signedUrl(deps, key) };
  }
  throw backgroundErrors.sourceUnclear();
}

/** What the author or an analysis has said already is not asked again. */
async function moodOfEntry(
  deps: JournalDeps,
  actor: Actor,
  entryId: string,
  entry: EntryToPaint,
): Promise<MoodToPaint> {
  const named = toneNamed(entry.mood);
  const isKnown = named !== null || entry.emotional_tone !== null || entry.content.trim() === '';
  const analysis = isKnown ? entry.emotional_tone : await analyzeTone(deps, actor, { content: entry.content }, entryId);
  return moodToPaint(named, analysis);
}

/** Stores the picture, has the entry lead to it, and discards the one before. */
async function attachBackground(deps: JournalDeps, actor: Actor, entryId: string, bytes: Uint8Array): Promise<string> {
  const key = newKey(deps, actor);
  await deps.storage.put(key, bytes);
  try {
    const replaced = await updateBackground(deps.db, actor.userId, entryId, key, deps.clock.now());
    if (replaced === undefined) throw entryErrors.notFound();
    if (replaced.before !== null) await discardFile(deps, replaced.before);
    return key;
  } catch (error) {
    // A refusal says that the entry is gone. After any other failure it may lead to the picture all the same.
    if (error instanceof AppError) await discardFile(deps, key);
    throw error;
  }
}

/** Stores the picture of a text that is no entry, and discards those whose addresses have expired, whoever asked for them. */
async function storeTemporaryBackground(deps: JournalDeps, actor: Actor, bytes: Uint8Array): Promise<string> {
  const key = newKey(deps, actor);
  const now = deps.clock.now();
  // Before the file is there, so that a crash leaves none that nobody knows of.
  await insertTemporaryBackground(deps.db, key, actor.userId, now);
  await deps.storage.put(key, bytes);
  const madeBefore = new Date(now.getTime() - TEMPORARY_BACKGROUND_MS);
  const expired = await claimTemporaryBackgrounds(deps.db, madeBefore, TEMPORARY_BACKGROUND_BATCH_SIZE);
  await Promise.all(expired.map((old) => discardFile(deps, old)));
  return key;
}

function newKey(deps: JournalDeps, { userId }: Actor): string {
  const unguessable = randomToken(deps.random);
  return `entry-backgrounds/${userId}-${unguessable}.webp`;
}
