import type { Person, TestApp, TestResponse } from '#test/start-test-app.ts';

type Call = TestApp['call'];

/** A browser with its cookies. */
export function openBrowser(call: Call) {
  const held = new Map<string, string>();

  async function ask(method: 'GET' | 'POST', address: URL | string): Promise<TestResponse> {
    const { pathname, search } = new URL(address, 'http://meadow.test');
    const cookie = [...held].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await call(null, method, `${pathname}${search}`, undefined, cookie === '' ? {} : { cookie });
    for (const line of [response.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
      held.set(name, value);
    }
    return response;
  }

  return {
    ask,
    held,
    /** Opens the consent page, presses its button and returns the URL of the music service. */
    goOn: async (startUrl: string): Promise<URL> => {
      const { text } = await ask('GET', startUrl);
      const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
      const { headers } = await ask('POST', new URL(action.replaceAll('&#38;', '&'), startUrl));
      return new URL(String(headers.refresh).replace('0; url=', ''));
    },
  };
}

/** The browser of a test file, unless a test opens another one. */
const browsers = new WeakMap<Call, ReturnType<typeof openBrowser>>();
export function browserOf({ call }: Pick<TestApp, 'call'>): ReturnType<typeof openBrowser> {
  const browser = browsers.get(call) ?? openBrowser(call);
  browsers.set(call, browser);
  return browser;
}

/** Starts a connection and returns the URL of the music service. */
export async function begin(app: TestApp, person: Person): Promise<URL> {
  return browserOf(app).goOn((await app.call(person, 'GET', '/api/music/connect')).body.url);
}

/** Starts a connection, consents, and returns the callback URL. */
export async function comeBack(app: TestApp, person: Person, listenerId?: string): Promise<URL> {
  return app.music.consent((await begin(app, person)).href, listenerId);
}

/** Calls the callback URL without a token. */
export async function callBack(app: Pick<TestApp, 'call'>, address: URL): Promise<TestResponse> {
  return browserOf(app).ask('GET', address);
}

/** Connects a user and returns their id at the music service. */
export async function connectMusic(app: TestApp, person: Person, listenerId?: string): Promise<string> {
  const response = await callBack(app, await comeBack(app, person, listenerId));
  if (response.headers.location !== 'http://meadow.test/api/music/connected?music=connected')
    throw new Error(String(response.headers.location));
  const { body } = await app.call(person, 'GET', '/api/music/account');
  return body.account.provider_user_id;
}

/** Expires the access token of a user, so that the next sync refreshes it. */
export async function endAccessToken({ deps, clock }: TestApp, { id }: Person): Promise<void> {
  await deps.db.updateTable('music_account').set({ expires_at: clock.now() }).where('user_id', '=', id).execute();
}
