import { newId } from '../../../app/ids.ts';
import { type Draft, type DraftFields, type DraftLevel, localDatabase } from '../../../app/local/database.ts';
import type { OutboxItem } from '../../../app/outbox/outbox.rules.ts';
import { type Entry, isMoodOfText } from '../entry.ts';

/** What a new entry starts with. */
export type NewDraft = { day: string; notebookId: string | null };

/** The unfinished new entry of this device, or an empty one. With `isForDay` one for that day only, with a notebook one of that only. */
export async function draftOfNewEntry(userId: string, start: NewDraft & { isForDay: boolean }): Promise<Draft> {
  const drafts = await listDrafts(userId);
  const unfinished = drafts.find(
    ({ version, fields }) =>
      version === null &&
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

/** The draft of an entry on this device, or one with the text of the server and the changes that wait to be sent. */
export async function draftOfEntry(userId: string, entry: Entry): Promise<Draft> {
  const { drafts, outbox } = localDatabase(userId);
  const kept = await drafts.get(entry.id);
  if (kept !== undefined) return filled(kept);
  const waiting = await outbox.where('record').equals(entry.id).sortBy('queuedAt');
  const fields = waiting.reduce((known, { body }) => withChanges(known, body), fieldsOf(entry));
  return { entryId: entry.id, version: entry.version, fields, changedAt: 0 };
}

/** The drafts of this device, last changed first. */
export async function listDrafts(userId: string): Promise<Draft[]> {
  return (await localDatabase(userId).drafts.orderBy('changedAt').reverse().toArray()).map(filled);
}

/** Keeps a draft on this device. One without anything in it is dropped. */
export async function keepDraft(userId: string, draft: Draft): Promise<void> {
  if (isEmpty(draft.fields) && draft.version === null) await dropDraft(userId, draft.entryId);
  else await localDatabase(userId).drafts.put(draft);
}

/** Deletes the text. Photos stay, because the outbox may still send them. */
async function dropDraft(userId: string, entryId: string): Promise<void> {
  await localDatabase(userId).drafts.delete(entryId);
}

/** Deletes the text and the photos of a draft. */
export async function discardDraft(userId: string, entryId: string): Promise<void> {
  await dropDraft(userId, entryId);
  await localDatabase(userId).photos.where('entryId').equals(entryId).delete();
}

/** Hands a draft to the outbox as one of two versions, between which the user decides. */
export async function setAside(userId: string, { entryId, version, fields }: Draft): Promise<void> {
  const { drafts, outbox, photos } = localDatabase(userId);
  const local = await photos.where('entryId').equals(entryId).toArray();
  await outbox.put({
    key: newId(),
    method: 'PATCH',
    path: `/api/journal/${entryId}`,
    body: bodyOfDraft(fields, fields),
    version,
    record: entryId,
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
  const { photo_ids: photoIds = [], id: _id, ...fields } = body as DraftFields & { photo_ids?: string[]; id?: string };
  const local = new Set(attachments.map(({ id }) => id));
  const photos = photoIds.filter((id) => local.has(id)).map((id) => ({ id, stored: null }));
  return filled({ entryId: record, version, fields: { ...fields, photos }, changedAt: Date.now() });
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
  const { title, content, mood, tags, entry_date, notebook_id, team_id, org_id } = entry;
  return {
    title,
    content: content ?? '',
    // The mood that the text gave stays one of the text.
    mood: isMoodOfText(entry) ? null : mood,
    tags,
    entry_date,
    notebook_id,
    metadata_visibility: levelOf(entry.metadata_visibility, entry.inherits.metadata),
    content_visibility: levelOf(entry.content_visibility, entry.inherits.content),
    team_id,
    org_id,
    photos: entry.photos.map((photo) => ({ id: photo.id, stored: photo })),
  };
}

/** Fields with those of a write that waits. Its photos are known here, or still on this device. */
function withChanges(known: DraftFields, body: unknown): DraftFields {
  if (body === null || typeof body !== 'object') return known;
  const {
    photo_ids: photoIds,
    id: _id,
    ...changes
  } = body as Partial<DraftFields> & { photo_ids?: string[]; id?: string };
  const photos = photoIds?.map((id) => known.photos.find((photo) => photo.id === id) ?? { id, stored: null });
  return { ...known, ...changes, ...(photos !== undefined && { photos }) };
}

function levelOf(visibility: Entry['content_visibility'], isInherited: boolean): DraftLevel | null {
  if (visibility === 'user') return isInherited ? null : 'private';
  return visibility;
}

/** The body of the request that saves a draft. A mood that was not touched stays as the server has it. */
export function bodyOfDraft(fields: DraftFields, began: DraftFields): Record<string, unknown> {
  const { photos, mood, ...rest } = fields;
  const isMoodChanged = mood !== began.mood;
  return { ...rest, ...((mood !== null || isMoodChanged) && { mood }), photo_ids: photos.map(({ id }) => id) };
}
