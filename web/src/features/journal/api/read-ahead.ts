import { unwrap } from '@meadow/client';
import { hashKey } from '@tanstack/react-query';
import { api } from '../../../app/api.ts';
import { entryQuery, timelineQuery } from './queries.ts';

/** Entries that can be read offline, also those that were never opened here. */
const MAX_READ_AHEAD = 200;
const AGAIN_AFTER_MS = 60 * 60_000;
/** Screens ask for their own first. */
const WAIT_MS = 5_000;

let isPlanned = false;

/** Keeps the last entries with their texts for reading offline, once the page has nothing else to do, at most once an hour. */
export function readAheadLater(userId: string): void {
  if (isPlanned) return;
  isPlanned = true;
  setTimeout(() => void readAhead(userId).catch(() => undefined), WAIT_MS);
}

async function readAhead(userId: string): Promise<void> {
  const { keepAnswers, readAnswer } = await import('../../../app/local/answers.ts');
  const mark = { key: hashKey(['read-ahead']), root: hashKey(['read-ahead']), data: null };
  const last = await readAnswer(userId, mark.key);
  if (last !== undefined && Date.now() - last.storedAt < AGAIN_AFTER_MS) return;
  const page = await unwrap(api.GET('/api/journal', { params: { query: { limit: MAX_READ_AHEAD } } }));
  const entries = page.entries.map((entry) => answerTo(entryQuery(entry.id).queryKey, { entry }));
  const timeline = answerTo(timelineQuery({}).queryKey, { pages: [page], pageParams: [''] });
  await keepAnswers(userId, [...entries, timeline, mark]);
}

function answerTo(queryKey: readonly unknown[], data: unknown) {
  return { key: hashKey(queryKey), root: hashKey(queryKey.slice(0, 2)), data };
}
