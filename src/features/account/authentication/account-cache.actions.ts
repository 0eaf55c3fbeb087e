import { createBatchedLookup } from '#platform/concurrency/batched-lookup.ts';
import type { Db } from '#platform/db/database.ts';
import type { MemoryLease, MemoryLeaseHandlers } from '#platform/db/lease/channel-lease.ts';
import type { AccountDeps } from '../deps.ts';
import { type AccountKey, type AccountWithSession, listAccounts } from './authentication.store.ts';

/** With more, memory begins anew. */
const MAX_USERS = 10_000;
/** The maximum of sessions of a user that are in use at the same time. */
const MAX_SESSIONS = 20;

export type AccountCache = Pick<AccountDeps, 'findAccount'> & { close: () => Promise<void> };

/** Creates a lookup that combines concurrent requests into one query. */
export function createAccountLookup(db: Db): AccountDeps['findAccount'] {
  const lookUp = createBatchedLookup<string, AccountWithSession>(async (texts) => {
    const found = await listAccounts(db, texts.map(parseKey));
    return new Map(found.map(({ key, account }) => [formatKey(key), account]));
  });
  return (id, sessionId = null) => lookUp(formatKey({ id, sessionId }));
}

export type AccountCacheOptions = {
  lookUp: AccountDeps['findAccount'];
  /** Creates the lease. Its messages are ids of users whose accounts have changed. */
  createLease: (handlers: MemoryLeaseHandlers) => MemoryLease;
};

/**
 * Creates a lookup that reads from memory while this node has a lease. Nothing that an insert could change is stored: no missing
 * account, and none whose session is over.
 */
export function createAccountCache({ lookUp, createLease }: AccountCacheOptions): AccountCache {
  const users = new Map<string, Map<string | null, AccountWithSession>>();
  let changes = 0;
  const lease = createLease({
    onMessage: (userId) => {
      changes += 1;
      users.delete(userId);
    },
    onGap: () => {
      changes += 1;
      users.clear();
    },
  });

  function store(id: string, sessionId: string | null, account: AccountWithSession): void {
    const sessions = users.get(id) ?? new Map();
    if (users.size >= MAX_USERS) users.clear();
    if (sessions.size >= MAX_SESSIONS) sessions.clear();
    users.set(id, sessions.set(sessionId, account));
  }

  return {
    findAccount: async (id, sessionId = null) => {
      if (!lease.isHeld()) return lookUp(id, sessionId);
      const known = users.get(id)?.get(sessionId);
      if (known !== undefined) return known;
      const changesBefore = changes;
      const account = await lookUp(id, sessionId);
      // A lookup that was sent before a change was heard of may have read the former facts.
      if (account !== undefined && !account.is_session_over && changes === changesBefore) store(id, sessionId, account);
      return account;
    },
    close: lease.close,
  };
}

/** The batched lookup compares keys as text. */
const formatKey = ({ id, sessionId }: AccountKey) => `${id} ${sessionId ?? ''}`;

function parseKey(text: string): AccountKey {
  const [id = '', sessionId = ''] = text.split(' ');
  return { id, sessionId: sessionId === '' ? null : sessionId };
}
