import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/db/database.ts';
import type { Ids } from '../../platform/ids.ts';
import { beginningOf } from '../../platform/text.ts';
import { mentionsIn } from '../account/index.ts';
import { insertEntry } from './entry.store.ts';
import { decideEffectiveSharing, OWNER_ONLY } from './visibility.rules.ts';

/** As many characters as an entry can have. */
const LONGEST_TITLE = 200;
const LONGEST_CONTENT = 100_000;

/**
 * Stores an entry that nobody but its author sees, in the caller's transaction. What is too long is cut. No
 * provider is asked for a mood. `title` must not be empty.
 */
export async function writePrivateEntry(
  deps: { clock: Clock; ids: Ids },
  tx: Tx,
  { userId, title, content }: { userId: string; title: string; content: string },
): Promise<void> {
  const text = beginningOf(content, LONGEST_CONTENT);
  await insertEntry(tx, {
    id: deps.ids.next(),
    userId,
    title: beginningOf(title, LONGEST_TITLE),
    content: text,
    mentions: mentionsIn(text),
    sharing: OWNER_ONLY,
    effective: decideEffectiveSharing(OWNER_ONLY, null),
    // The next sync of its author's music links it: here a failure would be lost with the transaction.
    musicTrackId: null,
    now: deps.clock.now(),
  });
}
