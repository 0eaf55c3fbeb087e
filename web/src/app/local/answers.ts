import Dexie, { type Table } from 'dexie';
import { type Answer, keptData, surplus, withOlder } from './answers.rules.ts';

/** Answers of the server to one user: a cache that can be lost. Apart from drafts and the outbox, which cannot. */
class AnswerDatabase extends Dexie {
  declare answers: Table<Answer, string>;

  constructor(userId: string) {
    // The prefix of all databases of Meadow: a sign-out deletes by it.
    super(`meadow-answers-${userId}`);
    this.version(1).stores({ answers: 'key, root, storedAt' });
  }
}

/** Writes between two looks for surplus answers. */
const PRUNE_EVERY = 20;

let open: { userId: string; database: AnswerDatabase; writes: number } | null = null;

export async function readAnswer(userId: string, key: string): Promise<Answer | undefined> {
  return openFor(userId).database.answers.get(key);
}

export async function keepAnswer(userId: string, answer: Omit<Answer, 'storedAt'>): Promise<void> {
  const opened = openFor(userId);
  const { answers } = opened.database;
  const kept = await answers.get(answer.key);
  const data = keptData(withOlder(answer.data, kept?.data));
  await answers.put({ ...answer, data, storedAt: Date.now() });
  if (opened.writes % PRUNE_EVERY === 0) await answers.bulkDelete(surplus(await answers.toArray()));
  opened.writes += 1;
}

/** Keeps many answers at once. */
export async function keepAnswers(userId: string, given: readonly Omit<Answer, 'storedAt'>[]): Promise<void> {
  const storedAt = Date.now();
  await openFor(userId).database.answers.bulkPut(given.map((answer) => ({ ...answer, storedAt })));
}

export async function dropAnswer(userId: string, key: string): Promise<void> {
  await openFor(userId).database.answers.delete(key);
}

export function closeAnswers(): void {
  open?.database.close();
  open = null;
}

function openFor(userId: string) {
  if (open?.userId !== userId) {
    closeAnswers();
    open = { userId, database: new AnswerDatabase(userId), writes: 0 };
  }
  return open;
}
