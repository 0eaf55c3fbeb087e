import type { Actor } from '#access/actor.ts';
import { mentionsIn, recordAudit } from '#features/account';
import { discardFile } from '#features/media';
import { orWithoutTrack, trackPlayedAt } from '#features/music';
import { decideMood, detectTone } from '#features/tone';
import { addDays } from '#platform/days/calendar-date.ts';
import type { Tx } from '#platform/db/database.ts';
import type { ExpectedVersions } from '#platform/db/record-version.ts';
import { recordErrors, requireNew } from '#platform/http/records.ts';
import { once } from '#platform/run.ts';
import type { JournalDeps } from '../deps.ts';
import { requireNotebook } from '../notebook/notebook.actions.ts';
import { notifyOfEntry } from '../notification/sharing-notification.actions.ts';
import { attachPhotos, discardPhotos } from '../photo/photo.actions.ts';
import { foldEntry } from '../search-text/search-text.actions.ts';
import { findToday } from '../time-zone.store.ts';
import { existsInTrash, moveToTrash } from '../trash/trash.store.ts';
import { requireMayReach, requireMayShare, resolveSharing } from '../visibility/sharing.actions.ts';
import {
  decideEffectiveSharing,
  groupsNamedBy,
  isSharingChange,
  mergeSharing,
  OWNER_ONLY,
  reachesOthers,
} from '../visibility/visibility.rules.ts';
import { lockJournal } from '../visibility/visibility.store.ts';
import { type Entry, type EntryChange, entryErrors, type NewEntry } from './entry.schema.ts';
import { deleteEntry, existsEntry, findAuthor, findEntryOf, insertEntry, updateEntry } from './entry.store.ts';
import { findNamesOfNewEntry, findVisibleEntry } from './entry-page.store.ts';
import { partsOf } from './entry-parts.rules.ts';
import { auditReads, viewOfEntry, viewsOfPage } from './entry-view.actions.ts';
import { isWrittenLately } from './written-at.rules.ts';

/**
 * Creates an entry with the track that its author had played last when it was written. Without a mood, the detected tone may set it; a failure of the AI provider
 * does not fail the request.
 */
export async function createEntry(deps: JournalDeps, actor: Actor, input: NewEntry): Promise<Entry> {
  const sharing = mergeSharing(OWNER_ONLY, input);
  const notebookId = input.notebook_id ?? null;
  requireMayReach(actor, decideEffectiveSharing(sharing, null));
  const writtenAt = readWrittenAt(input.written_at, deps.clock.now());
  await checkEntryDate(deps, actor, input.entry_date);
  if (input.id !== undefined) await checkIsFree(deps, input.id);
  // The input is checked before the provider is called, so that errors return fast, and again below under locks.
  await requireMayShare(deps.db, actor.userId, sharing);
  await requireNotebook(deps.db, actor.userId, notebookId);

  const id = input.id ?? deps.ids.next();
  const given = input.mood ?? null;
  const tone = given === null ? await detectTone(deps, actor, input.content, id) : null;
  const detected = tone && decideMood(tone);

  const now = deps.clock.now();
  const photoIds = input.photo_ids ?? [];
  const isAlone = notebookId === null && photoIds.length === 0 && groupsNamedBy(sharing).length === 0;
  const effective = decideEffectiveSharing(sharing, null);
  // Outside of the transaction, because a failed statement would abort it.
  const names =
    isAlone && !reachesOthers(effective)
      ? await orWithoutTrack(deps, actor.userId, () => findNamesOfNewEntry(deps.db, actor.userId, writtenAt ?? now))
      : undefined;
  const entry = {
    id,
    userId: actor.userId,
    text: foldEntry(input),
    mentions: mentionsIn(input.content),
    mood: given ?? detected,
    isMoodDetected: detected !== null,
    emotionalTone: tone,
    tags: input.tags ?? [],
    entryDate: input.entry_date,
    notebookId,
    musicTrackId:
      names === undefined ? await trackPlayedAt(deps, actor.userId, writtenAt ?? now) : (names?.tracks[0]?.id ?? null),
    writtenAt,
    now,
  };
  const notifies = entry.mentions.length > 0 && effective.contentAudience !== null;
  if (isAlone && !notifies) {
    const inserted = requireNew(await insertEntry(deps.db, { ...entry, sharing, effective }));
    return viewOfEntry(deps, actor, inserted, { names: names ?? undefined, isWritten: true });
  }
  const row = await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, actor.userId);
    const notebook = await requireNotebook(tx, actor.userId, notebookId);
    const resolved = await resolveSharing(tx, actor.userId, OWNER_ONLY, input, notebook);
    requireMayReach(actor, resolved.effective);
    const inserted = requireNew(await insertEntry(tx, { ...entry, ...resolved }));
    const { mentions } = entry;
    const shared = { id, authorId: actor.userId, effective: resolved.effective, audienceBefore: null, mentions };
    await notifyOfEntry(deps, tx, shared);
    if (photoIds.length > 0) await attachPhotos(deps, tx, { userId: actor.userId, entryId: id, photoIds });
    return inserted;
  });
  return viewOfEntry(deps, actor, row, { isWritten: true });
}

/**
 * `musicTrackId` is the track that the user played last, read before the transaction. `photoIds` are of photos that no other request
 * knows.
 */
type PrivateEntry = {
  userId: string;
  title: string;
  content: string;
  musicTrackId: string | null;
  photoIds: readonly string[];
  /** Its local day is the entry date. */
  writtenAt: Date;
};

/**
 * Stores an owner-only entry in the caller's transaction and returns its id. A long content continues in further entries, a long title in the
 * content. Detects no mood. `title` must not be empty.
 */
export async function writePrivateEntry(
  deps: Pick<JournalDeps, 'clock' | 'ids'>,
  tx: Tx,
  { userId, title, content, musicTrackId, photoIds, writtenAt }: PrivateEntry,
): Promise<string> {
  const id = deps.ids.next();
  for (const [index, part] of partsOf({ title, content }).entries()) {
    const row = await insertEntry(tx, {
      id: index === 0 ? id : deps.ids.next(),
      userId,
      text: foldEntry(part),
      mentions: mentionsIn(part.content),
      sharing: OWNER_ONLY,
      effective: decideEffectiveSharing(OWNER_ONLY, null),
      musicTrackId,
      writtenAt,
      now: deps.clock.now(),
    });
    requireNew(row);
  }
  if (photoIds.length > 0) await attachPhotos(deps, tx, { userId, entryId: id, photoIds });
  return id;
}

/** Reads an entry, as far as the actor may see it. */
export async function readEntry(deps: JournalDeps, actor: Actor, id: string): Promise<Entry> {
  const page = await findVisibleEntry(deps.db, actor, id);
  await auditReads(deps, actor, page.rows);
  const [entry] = await viewsOfPage(deps, actor, page);
  if (entry === undefined) throw entryErrors.notFound();
  return entry;
}

/**
 * Changes the given fields of the actor's entry. A given mood is stored, and null clears it. Otherwise new content is analyzed; if that
 * finds no mood, a detected mood is cleared and a mood of the author stays.
 */
export async function changeEntry(
  deps: JournalDeps,
  actor: Actor,
  id: string,
  change: EntryChange,
  expected: ExpectedVersions = null,
): Promise<Entry> {
  const before = await findEntryOf(deps.db, actor.userId, id);
  if (before === undefined) throw await changeError(deps, actor, id);
  if (expected?.includes(before.version) === false) throw await changedError(deps, actor, id);
  await checkEntryDate(deps, actor, change.entry_date);
  // The input is checked before the provider is called, so that errors return fast, and again below under locks.
  if (isSharingChange(change)) await requireMayShare(deps.db, actor.userId, mergeSharing(before, change));
  await requireNotebook(deps.db, actor.userId, change.notebook_id ?? null);

  const isNewText = change.content !== undefined && change.content !== before.content;
  const tone = isNewText && change.mood === undefined ? await detectTone(deps, actor, change.content ?? '', id) : null;
  const detected = tone && decideMood(tone);

  const changed = await deps.db.transaction().execute(async (tx) => {
    await lockJournal(tx, actor.userId);
    const entry = await findEntryOf(tx, actor.userId, id);
    if (entry === undefined) return undefined;
    const notebookId = change.notebook_id === undefined ? entry.notebook_id : change.notebook_id;
    const notebook = await requireNotebook(tx, actor.userId, notebookId);
    const resolved = await resolveSharing(tx, actor.userId, entry, change, notebook);
    if (isSharingChange(change) || notebookId !== entry.notebook_id) requireMayReach(actor, resolved.effective);
    const values = {
      text: hasText(change) ? foldEntry(textAfter(entry, change)) : undefined,
      mentions: change.content === undefined ? undefined : mentionsIn(change.content),
      ...moodAfter(change.mood, detected, isNewText && entry.is_mood_detected),
      // An analysis belongs to one text: without a new one, it is cleared.
      emotionalTone: isNewText ? tone : undefined,
      tags: change.tags,
      entryDate: change.entry_date,
      notebookId,
      ...resolved,
    };
    const updated = await updateEntry(tx, actor.userId, id, expected, values, deps.clock.now());
    if (updated === undefined) return undefined;
    const [audienceBefore, mentions] = [entry.metadata_audience, updated.mentions ?? []];
    const shared = { id, authorId: actor.userId, effective: resolved.effective, audienceBefore, mentions };
    await notifyOfEntry(deps, tx, shared);
    if (change.photo_ids !== undefined)
      await attachPhotos(deps, tx, { userId: actor.userId, entryId: id, photoIds: change.photo_ids });
    return updated;
  });
  if (changed === undefined) throw await changedError(deps, actor, id);
  return viewOfEntry(deps, actor, changed, { isWritten: change.content !== undefined });
}

/** Rejects a repeated request before the provider is called. The insert decides. */
async function checkIsFree(deps: JournalDeps, id: string): Promise<void> {
  // Another run of a request with an Idempotency-Key would find its own entry.
  const isTaken = async () => (await existsEntry(deps.db, id)) || (await existsInTrash(deps.db, id));
  if (await once('is-id-taken', isTaken)) throw recordErrors.idTaken();
}

/** Null stands for `now`. */
function readWrittenAt(text: string | undefined, now: Date): Date | null {
  if (text === undefined) return null;
  const writtenAt = new Date(text);
  if (!isWrittenLately(writtenAt, now)) throw entryErrors.writtenAtOutOfRange();
  return writtenAt;
}

async function checkEntryDate(deps: JournalDeps, { userId }: Actor, date: string | undefined): Promise<void> {
  if (date === undefined) return;
  const today = await findToday(deps.db, userId, deps.clock.now());
  if (date > addDays(today, 1)) throw entryErrors.dateOutOfRange();
}

const hasText = ({ title, content }: EntryChange): boolean => title !== undefined || content !== undefined;

function textAfter(before: { title: string; content: string }, { title, content }: EntryChange) {
  return { title: title ?? before.title, content: content ?? before.content };
}

/** @param isOutdated Whether the present mood was detected in a text that has changed. */
function moodAfter(given: string | null | undefined, detected: string | null, isOutdated: boolean) {
  if (given !== undefined) return { mood: given, isMoodDetected: false };
  if (detected !== null) return { mood: detected, isMoodDetected: true };
  return isOutdated ? { mood: null, isMoodDetected: false } : {};
}

/** Moves the actor's entry to the trash. Super admins may delete the entries of others, at once and audited. */
export async function removeEntry(
  deps: JournalDeps,
  actor: Actor,
  id: string,
  expected: ExpectedVersions = null,
): Promise<void> {
  const own = { userId: actor.userId, id, expected, now: deps.clock.now() };
  if (await moveToTrash(deps.db, 'entry', own)) return;
  const isOwn = (await findEntryOf(deps.db, actor.userId, id)) !== undefined;
  if (isOwn) throw await changedError(deps, actor, id);
  if (!actor.isSuperAdmin) throw await changeError(deps, actor, id);
  const deleted = await deps.db.transaction().execute(async (tx) => {
    const authorId = await findAuthor(tx, id);
    const entry = authorId && (await deleteEntry(tx, authorId, id, expected));
    if (!entry) return undefined;
    const event = { action: 'journal.delete-entry', subjectType: 'journal_entry', subjectIds: [entry.id] };
    await recordAudit(deps, tx, actor, { ...event, details: { author_id: authorId } });
    return entry;
  });
  if (deleted === undefined) throw await changedError(deps, actor, id);
  if (deleted.background_key !== null) await discardFile(deps, deleted.background_key);
  await discardPhotos(deps, deleted.photos);
}

/** The error of a write that found no entry of the expected version: with the entry as it is, or that there is none. */
async function changedError(deps: JournalDeps, actor: Actor, id: string): Promise<Error> {
  return recordErrors.changed({ current: await readEntry(deps, actor, id) });
}

/** Users who may not read the entry get "not found", so that they do not learn that it exists. */
async function changeError(deps: JournalDeps, actor: Actor, id: string): Promise<Error> {
  const { rows } = await findVisibleEntry(deps.db, actor, id);
  return rows.length === 0 ? entryErrors.notFound() : entryErrors.notOwner();
}
