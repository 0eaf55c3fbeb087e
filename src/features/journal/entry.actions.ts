import type { Actor } from '../../access/actor.ts';
import { createFairSemaphore, type FairSemaphore } from '../../platform/concurrency/fair-semaphore.ts';
import type { Tx } from '../../platform/db/database.ts';
import { sqlStateOf } from '../../platform/errors.ts';
import { parsePage, writeCursor } from '../../platform/http/pagination.ts';
import { isCalendarDate } from '../../platform/http/validation/formats.ts';
import type { Random } from '../../platform/random.ts';
import { listBlockedWithEach, mentionsBeside, mentionsIn, recordAudit } from '../account/index.ts';
import { discardFile, type MediaDeps, signedUrl } from '../media/index.ts';
import { trackPlayedAt } from '../music/index.ts';
import { detectTone, moodOf, type PaintingDeps } from '../tone/index.ts';
import { type Entry, type EntryChange, type EntryQuery, entryErrors, type NewEntry } from './entry.schema.ts';
import {
  countEntriesWithoutMentions,
  deleteEntry,
  type EntryRow,
  findEntryOf,
  findVisibleEntry,
  insertEntry,
  lockEntriesWithoutMentions,
  lockVisibleEntryOf,
  updateEntry,
  updateMentions,
} from './entry.store.ts';
import { type EntryFilter, limitSearchTime, listVisibleEntries, type Moment } from './entry-list.store.ts';
import { searchOf } from './search.rules.ts';
import { requireMayShare, requireNotebook, resolveSharing } from './sharing.actions.ts';
import {
  decideEffectiveSharing,
  groupsNamedBy,
  mentionsSharing,
  mergeSharing,
  OWNER_ONLY,
} from './visibility.rules.ts';
import { lockJournalOf } from './visibility.store.ts';

export type JournalDeps = PaintingDeps & MediaDeps & { random: Random; searchQueue: FairSemaphore };

/** Searches of this node hold four of its ten database connections at most, and those of one person two. */
export function createSearchQueue(): FairSemaphore {
  return createFairSemaphore({
    concurrency: 4,
    concurrencyPerKey: 2,
    maxQueue: 100,
    maxQueuePerKey: 10,
    queueFull: entryErrors.searchBusy,
    queueOfKeyFull: () => entryErrors.tooManySearches({ retryAfterSeconds: 1 }),
  });
}

/**
 * Stores a new entry and returns it, with the track that its author has played last. Where no mood is given, the tone of the text
 * may set one; that the provider fails is never the author's trouble. Throws the refusals of `visibilityErrors`, and `journal.notebook-not-yours`.
 */
export async function createEntry(deps: JournalDeps, actor: Actor, input: NewEntry): Promise<Entry> {
  const sharing = mergeSharing(OWNER_ONLY, input);
  const notebookId = input.notebook_id ?? null;
  // Before the provider is asked, so that a refusal comes at once; and again below, where nothing can change any more.
  await requireMayShare(deps.db, actor.userId, sharing);
  await requireNotebook(deps.db, actor.userId, notebookId);

  const id = deps.ids.next();
  const given = input.mood ?? null;
  const tone = given === null ? await detectTone(deps, actor, input.content, id) : null;
  const detected = tone && moodOf(tone);

  const now = deps.clock.now();
  const entry = {
    id,
    userId: actor.userId,
    title: input.title,
    content: input.content,
    mentions: mentionsIn(input.content),
    mood: given ?? detected,
    isMoodDetected: detected !== null,
    emotionalTone: tone,
    tags: input.tags ?? [],
    notebookId,
    // Outside of the transaction, which would be lost with it.
    musicTrackId: await trackPlayedAt(deps, actor.userId, now),
    now,
  };
  const isStandalone = notebookId === null && groupsNamedBy(sharing).length === 0;
  if (isStandalone) {
    const effective = decideEffectiveSharing(sharing, null);
    return viewOfEntry(deps, await insertEntry(deps.db, { ...entry, sharing, effective }));
  }
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockJournalOf(tx, actor.userId);
    const settled = await resolveSharing(tx, actor.userId, OWNER_ONLY, input, notebookId);
    return insertEntry(tx, { ...entry, ...settled });
  });
  return viewOfEntry(deps, row);
}

/** The entry as the actor may see it. Throws `journal.entry-not-found`. */
export async function readEntry(deps: JournalDeps, actor: Actor, id: string): Promise<Entry> {
  const row = await findVisibleEntry(deps.db, actor, id);
  if (row === undefined) throw entryErrors.notFound();
  await auditReads(deps, actor, [row]);
  return viewOfEntry(deps, row);
}

/**
 * Keeps an entry of this author's that the actor may know of from being deleted until the transaction ends. False where there is
 * none, whatever the reason.
 */
export async function lockVisibleEntry(tx: Tx, actor: Actor, authorId: string, id: string): Promise<boolean> {
  return lockVisibleEntryOf(tx, actor, authorId, id);
}

/**
 * Everything that the actor may see, newest first, as far as the query asks for it. Throws `journal.search-too-broad`,
 * `journal.too-many-searches` or `journal.search-busy` where it searches for words.
 */
export async function listEntries(
  deps: JournalDeps,
  actor: Actor,
  query: EntryQuery,
): Promise<{ entries: Entry[]; next_cursor: string | null }> {
  const { limit, after } = parsePage(query);
  const filter = {
    scope: query.scope ?? ('all' as const),
    notebookId: query.notebook_id,
    mood: query.mood,
    tag: query.tag,
    from: momentOf(query.from),
    to: momentOf(query.to),
    search: query.q === undefined ? undefined : searchOf(query.q),
    after,
  };
  const { rows, hasMore } =
    filter.search === undefined
      ? await listVisibleEntries(deps.db, actor, filter, limit)
      : await deps.searchQueue(actor.userId, () => searchEntries(deps, actor, filter, limit));
  await auditReads(deps, actor, rows);
  const last = rows.at(-1);
  const next = hasMore && last ? { createdAt: last.created_at, id: last.id } : null;
  return { entries: await viewsOfEntries(deps, rows), next_cursor: writeCursor(next) };
}

async function searchEntries(deps: JournalDeps, actor: Actor, filter: EntryFilter, limit: number) {
  try {
    return await deps.db.transaction().execute(async (tx) => {
      await limitSearchTime(tx);
      return listVisibleEntries(tx, actor, filter, limit);
    });
  } catch (error) {
    throw sqlStateOf(error) === QUERY_CANCELED ? entryErrors.searchTooBroad() : error;
  }
}

/** The SQLSTATE of a statement that takes longer than its limit. */
const QUERY_CANCELED = '57014';

/**
 * Changes what the author names. A given mood is used, null clears it; else new text is analysed, and unchanged text is
 * not. Where that finds no mood, one that an analysis had given goes, and one that the author had given stays.
 * Throws `journal.entry-not-found`, `journal.not-owner`, and what `createEntry` throws.
 */
export async function changeEntry(deps: JournalDeps, actor: Actor, id: string, change: EntryChange): Promise<Entry> {
  const before = await findEntryOf(deps.db, actor.userId, id);
  if (before === undefined) throw await checkChange(deps, actor, id);
  // Before the provider is asked, so that a refusal comes at once; and again below, where nothing can change any more.
  if (mentionsSharing(change)) await requireMayShare(deps.db, actor.userId, mergeSharing(before, change));
  await requireNotebook(deps.db, actor.userId, change.notebook_id ?? null);

  const isNewText = change.content !== undefined && change.content !== before.content;
  const tone = isNewText && change.mood === undefined ? await detectTone(deps, actor, change.content ?? '', id) : null;
  const detected = tone && moodOf(tone);

  const changed = await deps.db.transaction().execute(async (tx) => {
    await lockJournalOf(tx, actor.userId);
    const entry = await findEntryOf(tx, actor.userId, id);
    if (entry === undefined) return undefined;
    const notebookId = change.notebook_id === undefined ? entry.notebook_id : change.notebook_id;
    const values = {
      title: change.title,
      content: change.content,
      mentions: change.content === undefined ? undefined : mentionsIn(change.content),
      ...moodAfter(change.mood, detected, isNewText && entry.is_mood_detected),
      // An analysis is of one text: new text has a new one, or none.
      emotionalTone: isNewText ? tone : undefined,
      tags: change.tags,
      notebookId,
      ...(await resolveSharing(tx, actor.userId, entry, change, notebookId)),
    };
    return updateEntry(tx, id, values, deps.clock.now());
  });
  if (changed === undefined) throw entryErrors.notFound();
  return viewOfEntry(deps, changed);
}

/** What of a mood changes, by what the request gives, what new text was found to say, and whether the present one goes with its text. */
function moodAfter(given: string | null | undefined, detected: string | null, isOutdated: boolean) {
  if (given !== undefined) return { mood: given, isMoodDetected: false };
  if (detected !== null) return { mood: detected, isMoodDetected: true };
  return isOutdated ? { mood: null, isMoodDetected: false } : {};
}

/** Deletes the actor's own entry; a super admin may delete others', which is audited. Throws `journal.entry-not-found`, `journal.not-owner`. */
export async function removeEntry(deps: JournalDeps, actor: Actor, id: string): Promise<void> {
  const isOwn = (await findEntryOf(deps.db, actor.userId, id)) !== undefined;
  if (!isOwn && !actor.isSuperAdmin) throw await checkChange(deps, actor, id);
  const deleted = await deps.db.transaction().execute(async (tx) => {
    const entry = await deleteEntry(tx, id);
    if (entry !== undefined && entry.user_id !== actor.userId) {
      const deed = { action: 'journal.delete-entry', subjectType: 'journal_entry', subjectIds: [entry.id] };
      await recordAudit(deps, tx, actor, { ...deed, details: { author_id: entry.user_id } });
    }
    return entry;
  });
  if (deleted === undefined) throw entryErrors.notFound();
  if (deleted.background_key !== null) await discardFile(deps, deleted.background_key);
}

/** Reads the mentions out of texts that were stored without, 100 at a call. Calling it again goes on, until none remain. */
export async function backfillMentions(
  deps: JournalDeps,
  actor: Actor,
): Promise<{ processed: number; remaining: number }> {
  const processed = await deps.db.transaction().execute(async (tx) => {
    const entries = await lockEntriesWithoutMentions(tx, actor.userId, BACKFILL_BATCH);
    const found = entries.map(({ id, content }) => ({ id, mentions: mentionsIn(content) }));
    if (found.length > 0) await updateMentions(tx, found);
    return found.length;
  });
  return { processed, remaining: await countEntriesWithoutMentions(deps.db, actor.userId) };
}

const BACKFILL_BATCH = 100;

/** What a super admin reads by privilege alone is written down before it is answered. */
async function auditReads(deps: JournalDeps, actor: Actor, rows: readonly EntryRow[]): Promise<void> {
  const subjectIds = rows.filter((row) => row.read_by_privilege).map(({ id }) => id);
  if (subjectIds.length === 0) return;
  await recordAudit(deps, deps.db, actor, { action: 'journal.read-hidden', subjectType: 'journal_entry', subjectIds });
}

/** A date means a whole day where the person lives; anything more exact is an instant. */
function momentOf(text: string | undefined): Moment | undefined {
  if (text === undefined) return undefined;
  return isCalendarDate(text) ? { day: text } : { instant: text };
}

/** Somebody who sees the entry learns that it is not theirs; anybody else learns nothing. */
async function checkChange(deps: JournalDeps, actor: Actor, id: string): Promise<Error> {
  const seen = await findVisibleEntry(deps.db, actor, id);
  return seen === undefined ? entryErrors.notFound() : entryErrors.notOwner();
}

/** The entries as they are answered: hidden text, and what is derived from it, has been left out by the store already. */
export async function viewsOfEntries(deps: JournalDeps, rows: readonly EntryRow[]): Promise<Entry[]> {
  const apart = await blocksOfAuthors(deps, rows);
  return rows.map((row) => viewOf(deps, row, apart));
}

async function viewOfEntry(deps: JournalDeps, row: EntryRow): Promise<Entry> {
  return viewOf(deps, row, await blocksOfAuthors(deps, [row]));
}

type Blocks = ReadonlyMap<string, ReadonlySet<string>>;

/** What is stored is whom a text names; blocks come and go, so they are asked for at each answer that names anybody. */
async function blocksOfAuthors(deps: JournalDeps, rows: readonly EntryRow[]): Promise<Blocks> {
  const authors = new Set(rows.filter((row) => row.mentions?.length).map(({ user_id }) => user_id));
  return authors.size === 0 ? new Map() : listBlockedWithEach(deps.db, [...authors]);
}

function viewOf(deps: MediaDeps, row: EntryRow, apart: Blocks): Entry {
  const mentions = row.mentions;
  return {
    id: row.id,
    user_id: row.user_id,
    title: row.title,
    content: row.content,
    content_hidden: row.content_hidden,
    mood: row.mood,
    emotional_tone: row.emotional_tone,
    tags: row.tags,
    notebook_id: row.notebook_id,
    metadata_visibility: row.metadata_visibility,
    content_visibility: row.content_visibility,
    team_id: row.team_id,
    org_id: row.org_id,
    effective_metadata_visibility: row.effective_metadata_visibility,
    effective_content_visibility: row.effective_content_visibility,
    music_track_id: row.music_track_id,
    background_image_url: row.background_key === null ? null : signedUrl(deps, row.background_key),
    mentions: mentions && mentionsBeside(mentions, apart.get(row.user_id)),
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  };
}
