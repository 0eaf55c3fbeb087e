import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import { startOf } from '../../platform/text/text.ts';
import { mentionsIn } from '../account/index.ts';
import { insertEntry } from './entry.store.ts';
import { decideEffectiveSharing, OWNER_ONLY } from './visibility.rules.ts';

/** As many characters as an entry can have. */
const MAX_TITLE_LENGTH = 200;
const MAX_CONTENT_LENGTH = 100_000;

/** `musicTrackId`: what its author has played last, as the music tells it outside of any transaction. */
type PrivateEntry = { userId: string; title: string; content: string; musicTrackId: string | null };

/**
 * Stores an entry that nobody but its author sees, in the caller's transaction. What is too long is cut. No
 * provider is asked for a mood. `title` must not be empty.
 */
export async function writePrivateEntry(
  deps: { clock: Clock; ids: Ids },
  tx: Tx,
  { userId, title, content, musicTrackId }: PrivateEntry,
): Promise<void> {
  const text = startOf(content, MAX_CONTENT_LENGTH);
  await insertEntry(tx, {
    id: deps.ids.next(),
    userId,
    title: startOf(title, MAX_TITLE_LENGTH),
    content: text,
    mentions: mentionsIn(text),
    sharing: OWNER_ONLY,
    effective: decideEffectiveSharing(OWNER_ONLY, null),
    musicTrackId,
    now: deps.clock.now(),
  });
}
