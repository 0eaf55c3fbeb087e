import { connectionState } from '../connection/connection.ts';
import { newId } from '../ids.ts';
import { ignoreClosed, type LocalPhoto, localDatabase } from '../local/database.ts';
import { knownUser } from '../local/known-user.ts';
import {
  begun,
  bodyOf,
  decided,
  holds,
  isUnseen,
  merged,
  type OutboxItem,
  outcomeOf,
  photosOf,
  rebased,
  sendable,
  toUpload,
  undated,
  uploaded,
  waitOf,
} from './outbox.rules.ts';
import { readRecord, recordIn, sendItem } from './request.ts';
import { type OutboxResponse, PHOTO_LOST } from './response.ts';
import { sendForm } from './send-form.ts';
import { uploadPhoto } from './upload-photo.ts';
import { noteProgress } from './upload-progress.ts';

type Write = Pick<OutboxItem, 'method' | 'path' | 'body' | 'version' | 'record' | 'attachments' | 'file'> & {
  /** Of a text: the revision of the waiting write that it goes on from, null if from the server's. */
  basedOn?: string | null;
};

/** The draft that a write was made from. `stamps` are the states of it that the editor knows. */
type WrittenDraft = { entryId: string; stamps: ReadonlySet<number> };

/** Called when the server has a write, with the body of its response. */
export type OnSent = (item: OutboxItem, response: unknown) => void;

export type Outbox = {
  /**
   * Keeps a write on this device, with the `photo` of its file, and sends it as soon as the server can be reached. Its draft is dropped in
   * the same step, unless another tab has changed it.
   */
  queue(write: Write, options?: { draft?: WrittenDraft; photo?: LocalPhoto }): Promise<void>;
  /** Sends what waits. One tab sends at a time. */
  flush(): Promise<void>;
  /** Sends a failed write again. */
  retry(key: string): Promise<void>;
  /** Gives a write up, with its photos, and ends its upload. The server may have it already. */
  discard(key: string): Promise<void>;
  /** Cancels a write, to be changed before it is sent. Its photos stay on this device. */
  cancel(key: string): Promise<void>;
  /** Resolves a conflict as the user decided: puts one write, or none, in the place of all that wait for its record. */
  resolveConflict(record: string, write: Write | null): Promise<void>;
};

/** How long an item is held: null if it is done, or decided by the user. */
type HeldMs = number | null;

const UNTIL_SIGN_IN = Number.POSITIVE_INFINITY;

export function createOutbox(userId: string, onSent: OnSent): Outbox {
  const database = localDatabase(userId);
  const { outbox, photos, drafts } = database;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let waiting: Promise<void> | null = null;
  const uploads = new Map<string, AbortController>();

  function flush(): Promise<void> {
    // A flush that waits for its turn will send what is queued by now.
    waiting ??= inTurn(`meadow-outbox-${userId}`, async () => {
      waiting = null;
      await sendAll();
    }).catch(ignoreClosed);
    return waiting;
  }

  async function sendAll(): Promise<void> {
    clearTimeout(timer);
    const heldRecords = new Set<string>();
    let waitMs = UNTIL_SIGN_IN;
    const sendOne = async (item: OutboxItem) => {
      const heldMs = await send(item);
      if (heldMs === null) return;
      heldRecords.add(item.record);
      waitMs = Math.min(waitMs, heldMs);
    };
    for (;;) {
      const items = await outbox.toArray();
      const next = sendable(items, Date.now()).filter(({ record }) => !heldRecords.has(record));
      waitMs = Math.min(waitMs, waitOf(items, Date.now()));
      if (next.length === 0) break;
      await Promise.all(next.map(sendOne));
    }
    if (waitMs !== UNTIL_SIGN_IN) timer = setTimeout(() => void flush(), waitMs);
  }

  async function send(queued: OutboxItem): Promise<HeldMs> {
    // The session may be another user's by now, who signed in here or in another tab.
    if (connectionState().isSessionOver || knownUser() !== userId) return UNTIL_SIGN_IN;
    const claimed = await claim(queued.key);
    if (claimed === null) return null;
    const { item, failure } = await uploadAttachments(claimed);
    const response = failure ?? (await sendWithFile(item));
    return follow(item, response);
  }

  async function sendWithFile(item: OutboxItem, unkept?: LocalPhoto): Promise<OutboxResponse> {
    if (item.file === undefined) return sendItem(item);
    const { field, id } = item.file;
    const photo = unkept ?? (await photos.get(id));
    if (photo === undefined) return PHOTO_LOST;
    const upload = new AbortController();
    uploads.set(item.key, upload);
    noteProgress(item.key, 0);
    try {
      const onProgress = (part: number) => noteProgress(item.key, part);
      return await sendForm(item, field, photo, { signal: upload.signal, onProgress });
    } finally {
      uploads.delete(item.key);
      noteProgress(item.key, null);
    }
  }

  async function follow(item: OutboxItem, response: OutboxResponse): Promise<HeldMs> {
    const outcome = outcomeOf(response, item);
    const tries = item.tries + 1;
    switch (outcome.kind) {
      case 'sent':
        await finish(item, recordIn(response.body)?.version ?? null, response.body);
        return null;
      case 'later': {
        const notBefore = outcome.isAsked ? Date.now() + outcome.waitMs : 0;
        await outbox.update(item.key, { state: 'queued', tries, notBefore });
        return outcome.waitMs;
      }
      case 'signIn':
        await outbox.update(item.key, { state: 'queued' });
        return UNTIL_SIGN_IN;
      case 'unclear':
        if (item.file !== undefined) {
          // Nothing of a form could be compared. The server refuses a second one of its record.
          await fail(item, response);
          return null;
        }
        return compare(item, response);
      case 'undated':
        await replace(item, undated(item, newId()));
        return null;
      case 'failed':
        // The server deletes photos without an entry. The next try uploads them again.
        if (response.code === 'journal.photo-unavailable')
          await outbox.update(item.key, { attachments: forgetUploads(item) });
        await fail(item, response);
        return null;
    }
  }

  async function fail({ key, tries }: OutboxItem, { message, code }: OutboxResponse): Promise<void> {
    await outbox.update(key, { state: 'failed', reason: message, code, tries: tries + 1 });
  }

  async function replace(item: OutboxItem, other: OutboxItem): Promise<void> {
    await database.transaction('rw', outbox, async () => {
      await outbox.delete(item.key);
      await outbox.put(other);
    });
  }

  /** Looks whether a write that the server refuses has arrived before. If not, the user decides between it and what is there. */
  async function compare(item: OutboxItem, refusal: OutboxResponse): Promise<HeldMs> {
    const response = await readRecord(item);
    const record = response.status === 200 ? recordIn(response.body) : null;
    if (record !== null) {
      if (holds(record, bodyOf(item))) await finish(item, record.version, response.body);
      else await outbox.update(item.key, { state: 'conflict', tries: item.tries + 1 });
      return null;
    }
    // Of the write itself: it did not arrive, or its record is gone.
    if (response.status === 404) {
      await fail(item, refusal);
      return null;
    }
    return follow(item, response);
  }

  /** Reads an item again as its sending begins: what was read before may have been changed or cancelled. */
  async function claim(key: string): Promise<OutboxItem | null> {
    return database.transaction('rw', outbox, async () => {
      const item = await outbox.get(key);
      if (item === undefined || item.state === 'failed' || item.state === 'conflict') return null;
      const claimed = begun(item);
      await outbox.put(claimed);
      return claimed;
    });
  }

  /** Deletes an item that the server has. Its photos stay while a later write or a draft needs them. */
  async function finish(item: OutboxItem, version: number | null, response: unknown): Promise<void> {
    const attachments = item.attachments ?? [];
    await database.transaction('rw', outbox, photos, drafts, async () => {
      const later = rebased(await outbox.where('record').equals(item.record).toArray(), item, version);
      await outbox.bulkPut(later);
      await outbox.delete(item.key);
      const isNeeded = later.length > 0 || (await drafts.get(item.record)) !== undefined;
      if (isNeeded) await Promise.all(attachments.map(({ id, ...upload }) => photos.update(id, upload)));
      else await photos.bulkDelete(attachments.map(({ id }) => id));
      if (item.file !== undefined) await photos.delete(item.file.id);
    });
    onSent(item, response);
  }

  /** Uploads the photos of an item, one by one, each kept as done. `failure` is the response that ended it. */
  async function uploadAttachments(claimed: OutboxItem): Promise<{ item: OutboxItem; failure: OutboxResponse | null }> {
    let item = claimed;
    for (const { id } of toUpload(item, Date.now())) {
      const photo = await photos.get(id);
      if (photo === undefined) continue;
      const { mediaId, failure } = await uploadPhoto(photo);
      if (failure !== null) return { item, failure };
      item = uploaded(item, id, mediaId, Date.now());
      await outbox.update(item.key, { attachments: item.attachments ?? [] });
    }
    return { item, failure: null };
  }

  /** In a transaction, so that the sender has either none or all of it. */
  async function put(write: Write): Promise<void> {
    const item = itemOf(write);
    const ofRecord = await outbox.where('record').equals(write.record).sortBy('queuedAt');
    const waitingWrite = ofRecord.at(-1);
    if (isUnseen(ofRecord, write.basedOn)) {
      // The user decides between the two, once the other one is sent.
      await outbox.put({ ...item, state: 'conflict', tries: 1 });
      return;
    }
    const joined = merged(waitingWrite, item);
    if (joined !== null && waitingWrite !== undefined) await outbox.delete(waitingWrite.key);
    await outbox.put(joined ?? item);
  }

  async function sendUnkept(write: Write, photo: LocalPhoto | undefined): Promise<boolean> {
    // It is sent at once, so the time of the server is that of writing.
    const { item, failure } = await uploadAttachments(undated(itemOf(write), newId()));
    if (failure !== null) return false;
    const response = await sendWithFile(item, photo);
    if (outcomeOf(response, item).kind !== 'sent') return false;
    onSent(item, response.body);
    return true;
  }

  return {
    async queue(write, { draft, photo } = {}) {
      const dropDraft = async () => {
        const stored = draft === undefined ? undefined : await drafts.get(draft.entryId);
        if (draft !== undefined && stored !== undefined && draft.stamps.has(stored.changedAt))
          await drafts.delete(draft.entryId);
      };
      const keep = async () => {
        if (photo !== undefined) await photos.put(photo);
        await put(write);
        await dropDraft();
      };
      try {
        await database.transaction('rw', outbox, drafts, photos, keep);
      } catch (error) {
        // No room on this device: what is not kept can still be sent.
        if (!(await sendUnkept(write, photo))) throw error;
        await dropDraft();
      }
      void flush();
    },
    flush,
    async retry(key) {
      await database.transaction('rw', outbox, async () => {
        const item = await outbox.get(key);
        if (item === undefined) return;
        await outbox.delete(key);
        // The server repeats its refusal under the same key for a day.
        await outbox.put({ ...item, key: newId(), state: 'queued', reason: null, notBefore: 0 });
      });
      await flush();
    },
    async discard(key) {
      await database.transaction('rw', outbox, photos, async () => {
        const item = await outbox.get(key);
        if (item === undefined) return;
        const ofRecord = await outbox.where('record').equals(item.record).toArray();
        // Changes of a record that the server never gets have no use.
        const given =
          item.method === 'POST' ? ofRecord.filter((one) => one.key === key || one.method !== 'POST') : [item];
        await outbox.bulkDelete(given.map((one) => one.key));
        await photos.bulkDelete(given.flatMap(photosOf));
      });
      uploads.get(key)?.abort();
      await flush();
    },
    async cancel(key) {
      await outbox.delete(key);
    },
    async resolveConflict(record, write) {
      await database.transaction('rw', outbox, photos, async () => {
        const items = await outbox.where('record').equals(record).sortBy('queuedAt');
        const { replaced, body, attachments } = decided(items, write && (write.body as object));
        await outbox.bulkDelete(replaced.map(({ key }) => key));
        if (write !== null) await put({ ...write, body, attachments });
        else await photos.bulkDelete(attachments.map(({ id }) => id));
      });
      await flush();
    },
  };
}

function itemOf({ basedOn: _, ...write }: Write): OutboxItem {
  const key = newId();
  return { ...write, key, revision: key, state: 'queued', reason: null, tries: 0, queuedAt: Date.now() };
}

function forgetUploads(item: OutboxItem) {
  return (item.attachments ?? []).map(({ id }) => ({ id, mediaId: null, uploadedAt: null }));
}

/** Runs after all others of this browser. Pages over plain http have no locks: the Idempotency-Key makes a second sender harmless. */
async function inTurn(name: string, run: () => Promise<void>): Promise<void> {
  if ('locks' in navigator) await navigator.locks.request(name, run);
  else await run();
}
