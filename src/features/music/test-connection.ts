import type { Answer, Person, TestApp } from '../../../test/start-test-app.ts';

/** Where the browser of somebody who has allowed it comes back to. */
export async function comeBack({ call, music }: TestApp, person: Person, listenerId?: string): Promise<URL> {
  const { body } = await call(person, 'GET', '/api/music/connect');
  return music.consent(body.url, listenerId);
}

/** What this browser is answered: nobody's token comes along. */
export async function callBack({ call }: TestApp, address: URL): Promise<Answer> {
  return call(null, 'GET', `${address.pathname}${address.search}`);
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
