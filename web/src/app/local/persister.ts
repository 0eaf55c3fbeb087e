import { MeadowError } from '@meadow/client';
import {
  hashKey,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
  type QueryKey,
} from '@tanstack/react-query';
import { connectionState } from '../connection/connection.ts';
import { type Answer, isKept } from './answers.rules.ts';
import { noteFreshAnswer, noteKeptAnswer } from './kept-answers.ts';
import { knownUser, whenUserKnown } from './known-user.ts';

/** Loaded when it is needed: the database is no part of the first load. */
const loadAnswers = () => import('./answers.ts');

/** An answer that takes longer is awaited behind the kept one. */
const SHOW_KEPT_AFTER_MS = 1_500;
const MAX_WAIT_MS = 60_000;
/** After the screen is drawn. */
const KEEP_AFTER_MS = 200;

/**
 * Asks the server, and keeps its answer for reading offline. Without an answer in time, or at all, or after a failure of the server, returns the
 * kept one as stale: the next look asks again.
 */
export async function askAndKeep(
  queryFn: QueryFunction<unknown>,
  context: QueryFunctionContext,
  query: Query,
): Promise<unknown> {
  const userId = knownUser();
  if (!isKept(query.queryKey)) return queryFn(context);
  const asked = Promise.resolve(queryFn(context)).then((data) => {
    noteFreshAnswer(query.queryHash);
    // Storage may be denied or full: then it is not kept.
    void keepLater(query, data).catch(() => undefined);
    return data;
  });
  if (userId === null || query.state.data !== undefined) return asked;

  const first = await Promise.race([settled(asked), afterMs(waitOf(query.queryKey))]);
  if (first?.kind === 'data') return first.data;
  const hasFailed = first?.kind === 'error' && first.error instanceof MeadowError && first.error.status >= 500;
  if (first?.kind === 'error' && first.error instanceof MeadowError && !hasFailed) {
    if (first.error.status === 403 || first.error.status === 404) void forget(userId, query).catch(() => undefined);
    throw first.error;
  }
  const kept = await loadAnswers()
    .then(({ readAnswer }) => readAnswer(userId, query.queryHash))
    // A browser that denies storage, as in some private windows.
    .catch(() => undefined);
  if (kept === undefined) return asked;
  if (hasFailed) noteKeptAnswer(query.queryHash, kept.storedAt);
  void asked.then(
    (data) => context.client.setQueryData(query.queryKey, data),
    () => undefined,
  );
  setTimeout(() => context.client.invalidateQueries({ queryKey: query.queryKey, exact: true, refetchType: 'none' }));
  return kept.data;
}

function waitOf([root]: QueryKey): number {
  if (!connectionState().isOnline) return 0;
  // Another user may have signed in: only the server knows, however slow.
  return root === 'me' ? MAX_WAIT_MS : SHOW_KEPT_AFTER_MS;
}

/** Of the user known by then, unless another signed in meanwhile. What came before a sign-in, as the configuration, is kept with it. */
async function keepLater(query: Query, data: unknown): Promise<void> {
  const asking = knownUser();
  await afterMs(KEEP_AFTER_MS);
  await whenUserKnown();
  const userId = knownUser();
  if (userId === null || (asking !== null && asking !== userId)) return;
  const { keepAnswer } = await loadAnswers();
  await keepAnswer(userId, answerTo(query.queryKey, data));
}

/** What is kept for a query key: the same for an answer to it, and for one that was read ahead. */
export function answerTo(queryKey: QueryKey, data: unknown): Omit<Answer, 'storedAt'> {
  return { key: hashKey(queryKey), root: hashKey(queryKey.slice(0, 2)), data };
}

async function forget(userId: string, query: Query): Promise<void> {
  const { dropAnswer } = await loadAnswers();
  await dropAnswer(userId, query.queryHash);
}

type Settled = { kind: 'data'; data: unknown } | { kind: 'error'; error: unknown };

function settled(asked: Promise<unknown>): Promise<Settled> {
  return asked.then(
    (data) => ({ kind: 'data', data }),
    (error: unknown) => ({ kind: 'error', error }),
  );
}

function afterMs(milliseconds: number): Promise<null> {
  return new Promise((resolve) => setTimeout(() => resolve(null), milliseconds));
}
