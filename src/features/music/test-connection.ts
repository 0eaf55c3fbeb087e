import type { Answer, Person, TestApp } from '../../../test/start-test-app.ts';

type Call = TestApp['call'];

/** A browser, with the cookies that it holds. */
export function openBrowser(call: Call) {
  const held = new Map<string, string>();

  async function ask(method: 'GET' | 'POST', address: URL | string): Promise<Answer> {
    const { pathname, search } = new URL(address, 'http://meadow.test');
    const cookie = [...held].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(null, method, `${pathname}${search}`, undefined, cookie === '' ? {} : { cookie });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(String(line)) ?? [];
      held.set(name, value);
    }
    return answer;
  }

  return {
    ask,
    held,
    /** Opens our page, presses its button, and tells where that leads. */
    goOn: async (startUrl: string): Promise<URL> => {
      const { text } = await ask('GET', startUrl);
      const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
      const { headers } = await ask('POST', new URL(action.replaceAll('&#38;', '&'), startUrl));
      return new URL(String(headers.refresh).replace('0; url=', ''));
    },
  };
}

/** The one browser of everybody in a test file who does not say otherwise. */
const browsers = new WeakMap<Call, ReturnType<typeof openBrowser>>();
export function browserOf({ call }: Pick<TestApp, 'call'>): ReturnType<typeof openBrowser> {
  const browser = browsers.get(call) ?? openBrowser(call);
  browsers.set(call, browser);
  return browser;
}

/** Where the music service asks somebody, after they have gone on from our page. */
export async function begin(app: TestApp, person: Person): Promise<URL> {
  return browserOf(app).goOn((await app.call(person, 'GET', '/api/music/connect')).body.url);
}

/** Where the browser of somebody who has allowed it comes back to. */
export async function comeBack(app: TestApp, person: Person, listenerId?: string): Promise<URL> {
  return app.music.consent((await begin(app, person)).href, listenerId);
}

/** What that browser is answered: nobody's token comes along. */
export async function callBack(app: Pick<TestApp, 'call'>, address: URL): Promise<Answer> {
  return browserOf(app).ask('GET', address);
}

/** Connects somebody, and tells who they are to the music service. */
export async function connectMusic(app: TestApp, person: Person, listenerId?: string): Promise<string> {
  const answer = await callBack(app, await comeBack(app, person, listenerId));
  if (answer.headers.location !== 'http://meadow.test/api/music/connected?music=connected')
    throw new Error(String(answer.headers.location));
  const { body } = await app.call(person, 'GET', '/api/music/account');
  return body.account.provider_user_id;
}

/** Has the access token of somebody end, so that the next sync renews it. */
export async function endAccessToken({ deps, clock }: TestApp, { id }: Person): Promise<void> {
  await deps.db.updateTable('music_account').set({ expires_at: clock.now() }).where('user_id', '=', id).execute();
}
