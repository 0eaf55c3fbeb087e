import PostalMime from 'postal-mime';
import type { Person, TestApp } from '#test/start-test-app.ts';
import { sendDueMails } from '../../mail/outgoing-mail/sending.actions.ts';

export const PASSWORD = 'a-long-password';

/** Sends what is queued, and returns the texts of the emails that an address got by `sources`, oldest first. */
export async function receivedBy({ deps }: TestApp, sources: (email: string) => Promise<string[]>, email: string) {
  await sendDueMails(deps);
  const mails = await Promise.all((await sources(email)).map((source) => PostalMime.parse(source)));
  return mails.map(({ subject = '', text = '', html = '' }) => ({ subject, text, html, token: tokenIn(text) }));
}

/** The code of an email, which is also in the fragment of its link. */
function tokenIn(text: string): string {
  return /^> (\S+)$/m.exec(text)?.[1] ?? '';
}

/** The sources of the emails in the outbox of an app without mail server. */
export function outboxOf({ deps }: TestApp) {
  return async (email: string): Promise<string[]> => {
    const query = deps.db.selectFrom('outgoing_mail').select('id').where('recipient_email', '=', email);
    const rows = await query.where('status', '=', 'sent').orderBy('id').execute();
    return Promise.all(rows.map(async ({ id }) => (await deps.mail.readSource(id)) ?? ''));
  };
}

export type SignedIn = Person & { session: string };

/** A caller with a session, for the routes of the provider. */
export const withSession = (session: string): Person => ({ id: '', email: '', token: session });

/** Signs up, or signs in if `path` says so, and gets an access token. */
export async function signUp(
  app: TestApp,
  email: string,
  options: { path?: 'sign-up' | 'sign-in'; password?: string; headers?: Record<string, string> } = {},
): Promise<SignedIn> {
  const { path = 'sign-up', password = PASSWORD, headers } = options;
  const { call } = app;
  const name = path === 'sign-up' ? { name: 'Ada' } : {};
  const { status, body, text } = await call(null, 'POST', `/auth/${path}/email`, { ...name, email, password }, headers);
  if (status !== 200) throw new Error(`The ${path} has failed: ${text}`);
  // Where there is a mail server, a sign-up starts no session.
  if (body.token === null) return signUp(app, email, { ...options, path: 'sign-in' });
  const { token } = (await call(withSession(body.token), 'GET', '/auth/token')).body;
  return { id: body.user.id, email, session: body.token, token };
}
