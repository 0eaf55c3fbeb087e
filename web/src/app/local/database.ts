import type { components } from '@meadow/client';
import Dexie, { type Table } from 'dexie';
import type { OutboxItem } from '../outbox/outbox.rules.ts';
import { endPush } from '../worker/push-subscription.ts';
import { closeCachedQueries } from './cached-query.ts';
import { forgetKnownUser, SIGNED_OUT, sessionChannel } from './known-user.ts';
import { noteWipe, noteWiped } from './unfinished-wipe.ts';

/** A text that is being written, kept at each pause. */
export type Draft = {
  /** The id of the entry, also of one that the server does not know yet. A second draft of an entry has one of its own. */
  entryId: string;
  /** The entry, if `entryId` is not its id. */
  recordId?: string;
  /** The version that the draft began from. Null for a new entry. */
  version: number | null;
  fields: DraftFields;
  /** The write of the outbox that the text goes on from, by its `revision`. */
  basedOn?: string;
  /** 0 if it is not kept yet. Never twice the same of one draft. */
  changedAt: number;
};

export type DraftFields = {
  title: string;
  content: string;
  /** Null lets the server detect it. */
  mood: string | null;
  tags: string[];
  entry_date: string;
  notebook_id: string | null;
  /** Null is the level of the notebook; without a notebook the owner only. */
  metadata_visibility: DraftLevel | null;
  content_visibility: DraftLevel | null;
  team_id: string | null;
  org_id: string | null;
  photos: DraftPhoto[];
};

export type DraftLevel = 'private' | 'team' | 'org' | 'public';

/** A photo of a draft: one that the server has, or the id of one in `photos` of this device. */
export type DraftPhoto = { id: string; stored: components['schemas']['Photo'] | null };

/** A photo that waits for its entry. The bytes instead of a Blob: Safari loses Blobs in IndexedDB. */
export type LocalPhoto = {
  id: string;
  entryId: string;
  bytes: ArrayBuffer;
  type: string;
  name: string;
  width: number;
  height: number;
  /** The id that the server gave it, and when: it keeps a photo without an entry for a day. */
  mediaId: string | null;
  uploadedAt: number | null;
};

/** What this device keeps for one user: drafts, their photos and writes to send. */
class LocalDatabase extends Dexie {
  declare drafts: Table<Draft, string>;
  declare outbox: Table<OutboxItem, string>;
  declare photos: Table<LocalPhoto, string>;

  constructor(userId: string) {
    super(nameOf(userId));
    this.version(1).stores({ drafts: 'entryId, changedAt', outbox: 'key, record, queuedAt' });
    this.version(2).stores({ photos: 'id, entryId' });
  }
}

const PREFIX = 'meadow-';
const nameOf = (userId: string) => `${PREFIX}${userId}`;
const isOfUser = (name: string) => /^[0-9a-f-]{36}$/.test(name.slice(PREFIX.length));

let open: { userId: string; database: LocalDatabase } | null = null;

/** The database of a user. Each user of this browser has one of their own. */
export function localDatabase(userId: string): LocalDatabase {
  if (open?.userId !== userId) {
    open?.database.close();
    open = { userId, database: new LocalDatabase(userId) };
  }
  return open.database;
}

/** Closes the database for good: later reads and writes of this page fail instead of creating it again. */
export function closeLocalDatabase(): void {
  open?.database.close();
}

/** For work that goes on while a sign-out closes the database: the page leaves, and what is not done stays undone. */
export function ignoreClosed(error: unknown): void {
  if ((error as Error).name !== 'DatabaseClosedError') throw error;
}

/** Other tabs close their databases at once, and push services respond soon. One that hangs is not awaited. */
const MAX_WIPE_MS = 5_000;

/** Whether something that a user wrote on this device has not reached the server. */
async function hasUnsent(name: string): Promise<boolean> {
  const database = new LocalDatabase(name.slice(PREFIX.length));
  try {
    return (await database.outbox.count()) > 0 || (await database.drafts.count()) > 0;
  } finally {
    database.close();
  }
}

/**
 * Deletes what this device keeps of every user and ends push, as a sign-out must. First tells other tabs, which close their databases and
 * leave. What cannot be deleted in time is deleted at the next start (`finishWipe`). What another user than `userId` has written and not sent stays, in a database that only a sign-in of theirs opens: they were not asked.
 */
export async function wipeLocalDatabases(userId: string | null): Promise<void> {
  forgetKnownUser();
  sessionStorage.clear();
  sessionChannel.postMessage(SIGNED_OUT);
  closeLocalDatabase();
  open = null;
  closeCachedQueries();
  const names = (await Dexie.getDatabaseNames()).filter((name) => name.startsWith(PREFIX));
  const own = userId === null ? null : nameOf(userId);
  const isDeleted = await Promise.all(
    names.map(async (name) => name === own || !isOfUser(name) || !(await hasUnsent(name).catch(() => true))),
  );
  const deleted = names.filter((_, index) => isDeleted[index]);
  noteWipe(deleted);
  const deletions = Promise.all(deleted.map((name) => Dexie.delete(name))).then(noteWiped);
  const wiped = Promise.all([deletions, endPush().catch(() => undefined)]);
  await Promise.race([wiped, new Promise((resolve) => setTimeout(resolve, MAX_WIPE_MS))]);
}
