import { describe, expect, test } from 'vitest';
import { codeOfApp } from '../../../test/authenticator-app.ts';
import { listenOnLoopback } from '../../../test/edge/raw-http.ts';
import { plainPicture } from '../../../test/pictures.ts';
import { startTestApp } from '../../../test/start-test-app.ts';
import {
  createMeadow,
  type MeadowEvent,
  type MeadowOptions,
  pagesOf,
  recordsOf,
  streamEvents,
  unwrap,
  upload,
} from './index.ts';

const { server, clock, deps } = await startTestApp({ builtInIdentity: true });
const baseUrl = `http://127.0.0.1:${await listenOnLoopback(server)}`;
const PASSWORD = 'correct horse';

const accountOf = (email: string) => ({ name: 'Ada', email, password: PASSWORD });
const emailAddress = () => `${crypto.randomUUID()}@people.test`;

async function signedUp(options: Partial<MeadowOptions> = {}) {
  const meadow = createMeadow({ baseUrl, ...options });
  const session = await meadow.session.signUp(accountOf(emailAddress()));
  return { meadow, session };
}

/** A `fetch` that notes each request, and in which `intercept` may take the place of the server. */
function recordingFetch(intercept: (request: Request, count: number) => Promise<Response | null> = async () => null) {
  const requests: Request[] = [];
  const send = async (request: Request) => {
    requests.push(request);
    const { length } = requests.filter(({ url }) => url === request.url);
    return (await intercept(request, length)) ?? fetch(request);
  };
  return { requests, fetch: send as typeof fetch };
}

const entry = (content: string) => ({ body: { title: content, content } });

describe('sign-in', () => {
  test('a session of an earlier sign-in is enough', async () => {
    const email = emailAddress();
    await createMeadow({ baseUrl }).session.signUp(accountOf(email));
    const session = await createMeadow({ baseUrl }).session.signIn({ email, password: PASSWORD });
    const { profile } = await unwrap(createMeadow({ baseUrl, session }).GET('/api/user/profile'));
    expect(profile.email).toBe(email);
  });

  test('a second factor is asked for by `getCode`', async () => {
    const { meadow, session } = await signedUp();
    const headers = { authorization: `Bearer ${session}` };
    const setUp = await unwrap(meadow.POST('/auth/two-factor/enable', { body: { password: PASSWORD }, headers }));
    const body = { code: codeOfApp(setUp.totpURI) };
    const { user } = await unwrap(meadow.POST('/auth/two-factor/verify-totp', { body, headers }));
    const credentials = { email: user.email, password: PASSWORD };
    const { signIn } = createMeadow({ baseUrl }).session;
    await expect(signIn(credentials)).rejects.toMatchObject({ code: 'client.second-factor-needed' });
    // As if the code of the set-up had expired.
    await deps.db.deleteFrom('used_totp_code').execute();
    expect(await signIn({ ...credentials, getCode: async () => codeOfApp(setUp.totpURI) })).toEqual(expect.any(String));
  });

  test('a wrong password is an error with the code of the server', async () => {
    const { meadow } = await signedUp();
    const signIn = meadow.session.signIn({ email: emailAddress(), password: PASSWORD });
    await expect(signIn).rejects.toMatchObject({ name: 'MeadowError', status: 401, code: expect.any(String) });
  });

  test('without a session the API rejects, and unwrap throws what it says', async () => {
    const call = unwrap(createMeadow({ baseUrl }).GET('/api/journal'));
    await expect(call).rejects.toMatchObject({ status: 401, code: 'auth.token-missing' });
  });

  test('after sign-out no token is sent, and the session is no longer valid', async () => {
    const { meadow, session } = await signedUp();
    await meadow.session.signOut();
    await expect(unwrap(meadow.GET('/api/journal'))).rejects.toMatchObject({ code: 'auth.token-missing' });
    const again = unwrap(createMeadow({ baseUrl, session }).GET('/api/journal'));
    await expect(again).rejects.toMatchObject({ status: 401 });
  });

  test('waiting calls share one token, and one refresh when it is rejected', async () => {
    let isRejected = false;
    const tokens = () => requests.filter(({ url }) => url.endsWith('/auth/token')).length;
    const { requests, fetch } = recordingFetch(async ({ url }) => {
      if (!isRejected || tokens() > 1 || !url.includes('/api/')) return null;
      return Response.json({ code: 'auth.token-invalid', error: 'Expired.' }, { status: 401 });
    });
    const { meadow } = await signedUp({ fetch });
    const callFive = () => Promise.all(Array.from({ length: 5 }, () => unwrap(meadow.GET('/api/journal'))));
    await callFive();
    expect(tokens()).toBe(1);
    isRejected = true;
    await callFive();
    expect(tokens()).toBe(2);
  });
});

describe('retries', () => {
  test('wait as Retry-After says, or else half a second, one and two', async () => {
    const waits: number[] = [];
    const headers: Record<string, string>[] = [{ 'retry-after': '7' }, {}];
    const { fetch } = recordingFetch(async ({ url }, count) => {
      const header = url.endsWith('/api/journal') ? headers[count - 1] : undefined;
      return header === undefined ? null : new Response(null, { status: 503, headers: header });
    });
    const { meadow } = await signedUp({ fetch, sleep: async (wait) => void waits.push(wait) });
    expect((await unwrap(meadow.GET('/api/journal'))).entries).toEqual([]);
    expect(waits).toEqual([7000, 1000]);
  });

  test('end after maxRetries, and at once where the wait is too long', async () => {
    for (const [seconds, sent] of [
      ['1', 3],
      ['61', 1],
    ] as const) {
      const { requests, fetch } = recordingFetch(async ({ url }) => {
        if (!url.endsWith('/api/journal')) return null;
        return Response.json({ code: 'server.busy' }, { status: 503, headers: { 'retry-after': seconds } });
      });
      const { meadow } = await signedUp({ fetch, maxRetries: 2, sleep: async () => undefined });
      await expect(unwrap(meadow.GET('/api/journal'))).rejects.toMatchObject({ code: 'server.busy' });
      expect(requests.filter(({ url }) => url.endsWith('/api/journal'))).toHaveLength(sent);
    }
  });

  test('a POST whose response is lost takes effect once', async () => {
    const { requests, fetch: send } = recordingFetch(async (request, count) => {
      if (request.method !== 'POST' || !request.url.endsWith('/api/journal') || count > 1) return null;
      await (await fetch(request)).text();
      throw new TypeError('fetch failed');
    });
    const { meadow } = await signedUp({ fetch: send, sleep: async () => undefined });
    await unwrap(meadow.POST('/api/journal', entry('Once')));
    const posts = requests.filter(({ method, url }) => method === 'POST' && url.endsWith('/api/journal'));
    expect(posts).toHaveLength(2);
    expect(new Set(posts.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
    expect((await unwrap(meadow.GET('/api/journal'))).entries.map(({ title }) => title)).toEqual(['Once']);
  });

  test('a sign-in whose response is lost is not repeated', async () => {
    const { requests, fetch } = recordingFetch(async () => {
      throw new TypeError('fetch failed');
    });
    const meadow = createMeadow({ baseUrl, fetch, sleep: async () => undefined });
    await expect(meadow.session.signUp(accountOf(emailAddress()))).rejects.toThrow('fetch failed');
    expect(requests).toHaveLength(1);
  });
});

describe('lists', () => {
  test('are followed to their end, by page and by record', async () => {
    const { meadow } = await signedUp();
    for (const title of ['one', 'two', 'three']) {
      await unwrap(meadow.POST('/api/journal', entry(title)));
      clock.advance(1);
    }
    const getPage = (query: { cursor?: string }) =>
      unwrap(meadow.GET('/api/journal', { params: { query: { limit: 2, ...query } } }));
    const sizes = [];
    for await (const { entries } of pagesOf(getPage)) sizes.push(entries.length);
    expect(sizes).toEqual([2, 1]);
    const titles = [];
    for await (const { title } of recordsOf('entries', getPage)) titles.push(title);
    expect(titles).toEqual(['three', 'two', 'one']);
  });
});

test('a sync starts with synced_at, and continues with what was written and deleted since', async () => {
  const { meadow } = await signedUp();
  const write = async (title: string) => (await unwrap(meadow.POST('/api/journal', entry(title)))).entry.id;
  const gone = await write('one');
  async function sync(since: string) {
    const result = { ids: [] as string[], deleted: [] as string[], syncedAt: since };
    const query = { updated_since: since, limit: 1 };
    const pages = pagesOf((more) => unwrap(meadow.GET('/api/journal', { params: { query: { ...query, ...more } } })));
    for await (const { entries, deleted = [], synced_at = since } of pages) {
      result.ids.push(...entries.map(({ id }) => id));
      result.deleted.push(...deleted.map(({ id }) => id));
      result.syncedAt = synced_at;
    }
    return result;
  }
  const { syncedAt } = await sync('2999-01-01T00:00:00Z');
  const written = [await write('two'), await write('three')];
  await unwrap(meadow.DELETE('/api/journal/{id}', { params: { path: { id: gone } } }));
  const { ids, deleted } = await sync(syncedAt);
  expect(ids).toEqual(written);
  expect(deleted).toEqual([gone]);
});

describe('upload', () => {
  test('reports its progress, and returns what the server does', async () => {
    const { meadow } = await signedUp();
    const form = new FormData();
    form.set(
      'avatar',
      new File([await plainPicture({ width: 64, height: 64 }).png().toBuffer()], 'avatar.png', { type: 'image/png' }),
    );
    const progress: number[] = [];
    const body = await upload<{ profile: { avatar_url: string } }>(meadow, '/api/user/avatar', form, {
      onProgress: (sent, total) => progress.push(sent / total),
    });
    expect(body.profile.avatar_url).toContain('/media/');
    expect(progress.at(-1)).toBe(1);
    expect(progress).toEqual([...progress].sort((a, b) => a - b));
  });

  test('throws the error of the server', async () => {
    const { meadow } = await signedUp();
    const sent = upload(meadow, '/api/user/avatar', new FormData());
    await expect(sent).rejects.toMatchObject({ status: 400, code: expect.stringMatching(/^upload\./) });
  });
});

describe('events', () => {
  test('arrive, and continue after the last one on a new connection', async () => {
    let onOpen: () => void = () => undefined;
    const isOpen = new Promise<void>((resolve) => {
      onOpen = resolve;
    });
    const { meadow: reader } = await signedUp();
    const { meadow: owner } = await signedUp();
    const { profile } = await unwrap(reader.GET('/api/user/profile'));
    const add = async (name: string) => {
      clock.advance(1);
      const { organization } = await unwrap(owner.POST('/api/organizations', { body: { name } }));
      const params = { path: { id: organization.id } };
      await unwrap(owner.POST('/api/organizations/{id}/members', { params, body: { user_id: profile.id } }));
    };

    deps.sequencer.start();
    /** The name of the group that a notification is about. */
    const nameOf = async (event: MeadowEvent['event'] | undefined) => {
      if (event?.kind !== 'notification') return null;
      const { notifications } = await unwrap(reader.GET('/api/notifications'));
      return notifications.find(({ id }) => id === event.data.notification_id)?.data.group_name;
    };
    const events = streamEvents(reader, { onOpen });
    const ready = await events.next();
    await isOpen;
    expect(ready.value?.event.kind).toBe('ready');
    await add('First');
    // The signup bonus may come before it.
    let { value: first } = await events.next();
    while (first?.event.kind === 'wallet.changed') ({ value: first } = await events.next());
    expect(await nameOf(first?.event)).toBe('First');
    await events.return();

    await add('Second');
    const stop = new AbortController();
    const names = [];
    for await (const { event } of streamEvents(reader, { signal: stop.signal, lastEventId: first?.id ?? '' })) {
      names.push(await nameOf(event));
      stop.abort();
    }
    expect(names).toEqual(['Second']);
  });
});
