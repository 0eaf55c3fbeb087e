import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { PASSWORD, signUp } from '../sign-in/test-account-mail.ts';
import { createAccountCache } from './account-cache.actions.ts';
import { ACCOUNT_CHANNEL, type ACCOUNT_COLUMNS, type AccountWithSession } from './authentication.store.ts';

const app = await startTestApp({ builtInIdentity: true });
const { deps } = app;

const listener = new pg.Client({ connectionString: app.databaseUrl });
await listener.connect();
afterAll(() => listener.end());
const heard: string[] = [];
listener.on('notification', ({ payload }) => heard.push(payload ?? ''));
await listener.query(`listen ${ACCOUNT_CHANNEL}`);

/** The messages since the last call. They come in order, so all are ahead of one that is sent now. */
async function takeMessages(): Promise<string[]> {
  await listener.query(`select pg_notify('${ACCOUNT_CHANNEL}', 'last')`);
  expect(heard.pop()).toBe('last');
  return heard.splice(0);
}

async function messagesOf(statement: RawBuilder<unknown>): Promise<string[]> {
  await takeMessages();
  await statement.execute(deps.db);
  return takeMessages();
}

describe('A change of an account is announced to the nodes', () => {
  const NEW_VALUES: Record<(typeof ACCOUNT_COLUMNS)[number], string | null> = {
    'profile.id': null,
    email: `'other@people.test'`,
    email_verified: 'not email_verified',
    role: `'super_admin'`,
    role_changed_at: `role_changed_at + interval '1 minute'`,
    is_active: 'not is_active',
    token_issuer: `'other'`,
    erase_at: `erase_at + interval '1 minute'`,
    erasing_since: `erasing_since + interval '1 minute'`,
    deleted_at: 'now()',
  };
  const columns = Object.entries(NEW_VALUES).flatMap(([column, value]) => (value === null ? [] : [[column, value]]));

  test.each(columns)('in the column %s of the profile', async (column, value) => {
    const ada = await signUp(app, `${randomUUID()}@people.test`);
    expect((await app.call(ada, 'GET', '/api/user/profile')).status).toBe(200);
    // What is being erased is erased at no other time.
    if (/^(eras|deleted)/.test(String(column))) {
      const erasingSince = column === 'erase_at' ? null : new Date();
      await sql`update profile set is_active = false, erase_at = now(), erasing_since = ${erasingSince}
        where id = ${ada.id}`.execute(deps.db);
    }
    const change = sql`update profile set ${sql.ref(String(column))} = ${sql.raw(String(value))} where id = ${ada.id}`;
    expect(await messagesOf(change)).toEqual([ada.id]);
  });

  test('at the provider, when a session or the account ends, and of nothing else', async () => {
    const ada = await signUp(app, `${randomUUID()}@people.test`);
    expect((await app.call(ada, 'GET', '/api/user/profile')).status).toBe(200);
    const credentials = { email: ada.email, password: PASSWORD };
    expect(
      await messagesOf(sql`update profile set full_name = 'Ada', preferences = '{}' where id = ${ada.id}`),
    ).toEqual([]);
    expect(await messagesOf(sql`update identity_user set name = 'Ada' where id = ${ada.id}`)).toEqual([]);
    expect(await messagesOf(sql`update identity_session set "updatedAt" = now() where "userId" = ${ada.id}`)).toEqual(
      [],
    );
    await takeMessages();
    await app.call(null, 'POST', '/auth/sign-in/email', credentials);
    expect(await takeMessages()).toEqual([]);
    for (const change of [
      sql`update identity_user set email = 'third@people.test' where id = ${ada.id}`,
      sql`update identity_user set "emailVerified" = not "emailVerified" where id = ${ada.id}`,
      sql`delete from identity_session where "userId" = ${ada.id}`,
      sql`delete from identity_user where id = ${ada.id}`,
    ]) {
      expect(await messagesOf(change)).toEqual([ada.id]);
    }
  });
});

describe('createAccountCache', () => {
  function createCache(found: (id: string) => Partial<AccountWithSession> | undefined) {
    let lookups = 0;
    let isHeld = true;
    const handlers = { onMessage: (_: string): void => undefined, onGap: (): void => undefined };
    const { findAccount } = createAccountCache({
      lookUp: async (id) => {
        lookups += 1;
        return found(id) as AccountWithSession | undefined;
      },
      createLease: (given) => {
        Object.assign(handlers, given);
        return { isHeld: () => isHeld, close: async () => undefined };
      },
    });
    const lookupsOf = async (id: string, sessionId?: string) => {
      const before = lookups;
      await findAccount(id, sessionId);
      return lookups - before;
    };
    const setHeld = (value: boolean) => {
      isHeld = value;
    };
    return { handlers, findAccount, lookupsOf, setHeld };
  }

  test('looks an account up once for each session, and again after a message about the user or a gap', async () => {
    const { handlers, lookupsOf } = createCache(() => ({ is_session_over: false }));
    expect([await lookupsOf('ada', 'phone'), await lookupsOf('ada', 'phone'), await lookupsOf('ada')]).toEqual([
      1, 0, 1,
    ]);
    expect(await lookupsOf('ben')).toBe(1);
    handlers.onMessage('ada');
    expect([await lookupsOf('ada', 'phone'), await lookupsOf('ada'), await lookupsOf('ben')]).toEqual([1, 1, 0]);
    handlers.onGap();
    expect([await lookupsOf('ada'), await lookupsOf('ben')]).toEqual([1, 1]);
  });

  test('stores nothing that an insert could change, and nothing without a lease', async () => {
    const { lookupsOf, setHeld } = createCache((id) =>
      id === 'none' ? undefined : { is_session_over: id === 'over' },
    );
    expect([await lookupsOf('none'), await lookupsOf('none')]).toEqual([1, 1]);
    expect([await lookupsOf('over', 'phone'), await lookupsOf('over', 'phone')]).toEqual([1, 1]);
    setHeld(false);
    expect([await lookupsOf('ada'), await lookupsOf('ada')]).toEqual([1, 1]);
    setHeld(true);
    expect([await lookupsOf('ada'), await lookupsOf('ada')]).toEqual([1, 0]);
    setHeld(false);
    expect(await lookupsOf('ada')).toBe(1);
  });

  test('does not store a lookup that was sent before a message', async () => {
    const { handlers, findAccount, lookupsOf } = createCache(() => ({ is_session_over: false }));
    const sent = findAccount('ada');
    handlers.onMessage('ada');
    await sent;
    expect([await lookupsOf('ada'), await lookupsOf('ada')]).toEqual([1, 0]);
  });

  test('begins anew with more than 10,000 users', async () => {
    const { lookupsOf } = createCache(() => ({ is_session_over: false }));
    for (let user = 1; user <= 10_000; user += 1) await lookupsOf(`user ${user}`);
    expect([await lookupsOf('user 1'), await lookupsOf('user 0')]).toEqual([0, 1]);
    expect([await lookupsOf('user 0'), await lookupsOf('user 1')]).toEqual([0, 1]);
  });
});
