import { newId } from '../../../app/ids.ts';
import { type Draft, type DraftFields, localDatabase } from '../../../app/local/database.ts';
import { lastTextOf, type OutboxItem, revisionOf } from '../../../app/outbox/outbox.rules.ts';
import { type Entry, isMoodOfText } from '../entry.ts';
import { sharingOfEntry } from '../sharing/sharing.rules.ts';
import { draftsOpenElsewhere } from './draft-lock.ts';

/** What a new entry starts with. */
export type NewDraft = { day: string; notebookId: string | null };

/**
 * The unfinished new entry of this device, or an empty one: not one that another tab writes. With `isForDay` one for that day only, with
 * a notebook one of that only.
 */
export async function draftOfNewEntry(userId: string, start: NewDraft & { isForDay: boolean }): Promise<Draft> {
  const [drafts, openElsewhere] = await Promise.all([listDrafts(userId), draftsOpenElsewhere()]);
  const unfinished = drafts.find(
    ({ entryId, version, fields }) =>
      version === null &&
      !openElsewhere.has(entryId) &&
      (!start.isForDay || fields.entry_date === start.day) &&
      (start.notebookId === null || fields.notebook_id === start.notebookId),
  );
  return unfinished ?? emptyDraft(start);
}

/** A draft of this device by the id of its entry, or an empty one if it is gone. */
export async function draftWithId(userId: string, entryId: string, start: NewDraft): Promise<Draft> {
  const draft = await localDatabase(userId).drafts.get(entryId);
  return draft === undefined ? emptyDraft(start) : filled(draft);
}

/**
 * The draft of an entry on this device, or one with the text of the server and the changes that wait to be sent. `draftId` is that of
 * a second draft of the entry.
 */
export async function draftOfEntry(userId: string, entry: Entry, draftId = entry.id): Promise<Draft> {
  const { drafts, outbox } = localDatabase(userId);
  const kept = (await drafts.get(draftId)) ?? (await drafts.get(entry.id));
  if (kept !== undefined && recordOf(kept) === entry.id) return filled(kept);
  const waiting = await outbox.where('record').equals(entry.id).sortBy('queuedAt');
  const fields = waiting.reduce((known, { body }) => withChanges(known, body), fieldsOf(entry));
  const text = lastTextOf(waiting);
  const basis = text === undefined ? {} : { basedOn: revisionOf(text) };
  return { entryId: entry.id, version: entry.version, fields, ...basis, changedAt: 0 };
}

/** The id of the entry that a draft is of. */
export const recordOf = ({ recordId, entryId }: Draft): string => recordId ?? entryId;

/** The drafts of this device, last changed first. */
export async function listDrafts(userId: string): Promise<Draft[]> {
  return (await localDatabase(userId).drafts.orderBy('changedAt').reverse().toArray()).map(filled);
}

/** Keeps a text that goes on from a draft as a draft of its own. It has the photos and the mood of neither. */
export async function keepContinuation(
  userId: string,
  { notebook_id, entry_date, ...fields }: DraftFields,
): Promise<void> {
  const empty = emptyDraft({ day: entry_date, notebookId: notebook_id });
  await keepDraft(userId, {
    ...empty,
    fields: { ...empty.fields, ...fields, notebook_id, entry_date, mood: null, photos: [] },
  });
}

/** What one editor knows of its draft. */
export type DraftOwner = {
  /** `changedAt` of each state that it has read or written. Another state was written by another tab. */
  stamps: Set<number>;
  /** The id of the draft that takes its text, once another tab has changed the draft. */
  forkId: string;
};

export const ownerOf = ({ changedAt }: Draft): DraftOwner => ({ stamps: new Set([changedAt]), forkId: newId() });

/**
 * Keeps a draft on this device, and returns it as kept. One without anything in it is dropped. If another tab has changed, sent or
 * discarded the draft since `owner` read it, the text becomes a draft of its own: neither replaces the other.
 */
export async function keepDraft(userId: string, draft: Draft, owner: DraftOwner = ownerOf(draft)): Promise<Draft> {
  const database = localDatabase(userId);
  const { drafts, photos } = database;
  return database.transaction('rw', drafts, photos, async () => {
    const stored = await drafts.get(draft.entryId);
    if (!owner.stamps.has(stored?.changedAt ?? 0)) {
      if (isEmpty(draft.fields)) return draft;
      const fork = { ...draft, entryId: owner.forkId, fields: await withCopiedPhotos(userId, draft, owner.forkId) };
      return put(userId, draft.version === null ? fork : { ...fork, recordId: recordOf(draft) }, owner);
    }
    if (!isEmpty(draft.fields) || draft.version !== null) return put(userId, draft, owner, stored?.changedAt);
    await drafts.delete(draft.entryId);
    owner.stamps.add(0);
    return { ...draft, changedAt: 0 };
  });
}

async function put(userId: string, draft: Draft, { stamps }: DraftOwner, before = 0): Promise<Draft> {
  const kept = { ...draft, changedAt: Math.max(Date.now(), before + 1) };
  stamps.add(kept.changedAt);
  await localDatabase(userId).drafts.put(kept);
  return kept;
}

/** The fields of a draft with photos of its own: those of this device are deleted with the draft that they belong to. */
async function withCopiedPhotos(userId: string, { fields }: Draft, entryId: string): Promise<DraftFields> {
  const { photos } = localDatabase(userId);
  const copies = fields.photos.map(async (photo) => {
    const local = photo.stored === null ? await photos.get(photo.id) : undefined;
    if (local === undefined || local.entryId === entryId) return photo;
    const copy = { ...local, id: newId(), entryId, mediaId: null, uploadedAt: null };
    await photos.put(copy);
    return { id: copy.id, stored: null };
  });
  return { ...fields, photos: await Promise.all(copies) };
}

/** Deletes the text and the photos of a draft. With `owner`, not if another tab has changed it. */
export async function discardDraft(userId: string, entryId: string, owner?: DraftOwner): Promise<void> {
  const database = localDatabase(userId);
  const { drafts, photos } = database;
  await database.transaction('rw', drafts, photos, async () => {
    const stored = await drafts.get(entryId);
    if (owner !== undefined && stored !== undefined && !owner.stamps.has(stored.changedAt)) return;
    await drafts.delete(entryId);
    await photos.where('entryId').equals(entryId).delete();
  });
}

/** Marks a draft as one of two versions in conflict, between which the user decides: it becomes an item of the outbox. */
export async function markConflict(userId: string, draft: Draft): Promise<void> {
  const { entryId, version, fields } = draft;
  const record = recordOf(draft);
  const { drafts, outbox, photos } = localDatabase(userId);
  const local = await photos.where('entryId').equals(entryId).toArray();
  await outbox.put({
    key: newId(),
    method: 'PATCH',
    path: `/api/journal/${record}`,
    body: bodyOfDraft(fields, fields),
    version,
    record,
    state: 'conflict',
    reason: null,
    tries: 1,
    queuedAt: Date.now(),
    attachments: local.map(({ id, mediaId, uploadedAt }) => ({ id, mediaId, uploadedAt })),
  });
  await drafts.delete(entryId);
}

/** The draft that a waiting write was made from. */
export function draftOfItem({ record, version, body, attachments = [] }: OutboxItem): Draft {
  const { photo_ids: photoIds = [], id: _id, written_at: _at, ...fields } = body as BodyOfDraft & DraftFields;
  const local = new Set(attachments.map(({ id }) => id));
  const photos = photoIds.filter((id) => local.has(id)).map((id) => ({ id, stored: null }));
  return filled({ entryId: record, version, fields: { ...fields, photos }, changedAt: 0 });
}

function emptyDraft({ day, notebookId }: NewDraft): Draft {
  return {
    entryId: newId(),
    version: null,
    fields: { ...EMPTY, entry_date: day, notebook_id: notebookId },
    changedAt: 0,
  };
}

const EMPTY: DraftFields = {
  title: '',
  content: '',
  mood: null,
  tags: [],
  entry_date: '',
  notebook_id: null,
  metadata_visibility: null,
  content_visibility: null,
  team_id: null,
  org_id: null,
  photos: [],
};

/** Drafts of older clients lack later fields. */
function filled(draft: Draft): Draft {
  return { ...draft, fields: { ...EMPTY, ...draft.fields } };
}

export function isEmpty({ title, content, photos }: DraftFields): boolean {
  return title.trim() === '' && content.trim() === '' && photos.length === 0;
}

function fieldsOf(entry: Entry): DraftFields {
  const { title, content, mood, tags, entry_date, notebook_id } = entry;
  return {
    title,
    content: content ?? '',
    // The mood that the text gave stays one of the text.
    mood: isMoodOfText(entry) ? null : mood,
    tags,
    entry_date,
    notebook_id,
    ...sharingOfEntry(entry),
    photos: entry.photos.map((photo) => ({ id: photo.id, stored: photo })),
  };
}

/** What the body of a write has beside the fields of a draft. */
type BodyOfDraft = { photo_ids?: string[]; id?: string; written_at?: string };

/** Fields with those of a write that waits. Its photos are known here, or still on this device. */
function withChanges(known: DraftFields, body: unknown): DraftFields {
  if (body === null || typeof body !== 'object') return known;
  const { photo_ids: photoIds, id: _id, written_at: _at, ...changes } = body as BodyOfDraft & Partial<DraftFields>;
  const photos = photoIds?.map((id) => known.photos.find((photo) => photo.id === id) ?? { id, stored: null });
  return { ...known, ...changes, ...(photos !== undefined && { photos }) };
}

/** The body of the request that saves a draft. A mood that was not touched stays as the server has it. */
export function bodyOfDraft(fields: DraftFields, began: DraftFields): Record<string, unknown> {
  const { photos, mood, ...rest } = fields;
  const isMoodChanged = mood !== began.mood;
  return { ...rest, ...((mood !== null || isMoodChanged) && { mood }), photo_ids: photos.map(({ id }) => id) };
}
