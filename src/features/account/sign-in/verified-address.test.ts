import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { startTestApp, type TestApp } from '#test/start-test-app.ts';
import { receivedBy, type SignedIn, signUp, withSession } from './test-account-mail.ts';

const server = await startTestSmtpServer();
afterAll(server.close);
const app = await startTestApp({ builtInIdentity: true, environment: { SMTP_URL: server.url } });
const withoutServer = await startTestApp({ builtInIdentity: true });
const appOfOperator = await startTestApp({
  builtInIdentity: true,
  environment: { SMTP_URL: server.url, SUPER_ADMIN_EMAILS: 'operator@people.test' },
});

const NOT_VERIFIED = [403, 'account.address-not-verified'];
const ID = randomUUID();

async function member(on: TestApp): Promise<SignedIn & { organization: string; team: string }> {
  const ada = await signUp(on, `${randomUUID()}@people.test`);
  await on.call(ada, 'GET', '/api/user/profile');
  const organization = await createOrganization(on.deps, ada);
  return { ...ada, organization, team: await createTeam(on.deps, organization, ada) };
}

const [ada, trusted] = await Promise.all([member(app), member(withoutServer)]);
const outcome = ({ status, body }: { status: number; body: { code?: string } }) => [status, body?.code];

const ENTRY = { title: 'A day', content: 'It was calm.', mood: 'calm' };
const PACK = { name: 'Pack', theme: 'watercolor' };
const TEMPLATE = { title: 'Water', steps: [{ title: 'Boil', instructions: 'Boil it.' }] };
const ORGANIZATION = { content_visibility: 'org', metadata_visibility: 'org' };

describe('A user whose address is not verified', () => {
  test.each<[string, 'POST' | 'PUT', string, (user: typeof ada) => object]>([
    [
      'an entry for an organization',
      'POST',
      '/api/journal',
      (user) => ({ ...ENTRY, ...ORGANIZATION, org_id: user.organization }),
    ],
    [
      'an entry for a team',
      'POST',
      '/api/journal',
      (user) => ({ ...ENTRY, content_visibility: 'team', metadata_visibility: 'team', team_id: user.team }),
    ],
    [
      'an entry for all',
      'POST',
      '/api/journal',
      () => ({ ...ENTRY, content_visibility: 'user', metadata_visibility: 'public' }),
    ],
    ['a notebook', 'POST', '/api/notebooks', (user) => ({ name: 'Ours', ...ORGANIZATION, org_id: user.organization })],
    [
      'an encouragement drop',
      'POST',
      '/api/encouragement-drops/send',
      () => ({ recipient_id: ID, drop_type: 'encouragement', content: 'Go!' }),
    ],
    ['a chat message', 'POST', '/api/chat/rooms/:organization/messages', () => ({ content: 'Hi' })],
    ['an email', 'POST', '/api/email/send', () => ({ to: 'a@b.test', subject: 'Hi', text: 'Hi' })],
    ['an invitation', 'POST', '/api/organizations/:organization/invitations', () => ({ email: 'a@b.test' })],
    ['an invitation to a team', 'POST', '/api/teams/:team/invitations', () => ({ user_id: ID })],
    ['a member', 'POST', '/api/organizations/:organization/members', () => ({ user_id: ID })],
    ['a member of a team', 'POST', '/api/teams/:team/members', () => ({ user_id: ID })],
    ['an ownership', 'POST', '/api/organizations/:organization/transfer-ownership', () => ({ new_owner_id: ID })],
    ['a pack', 'POST', `/api/tone-packs/${ID}/share`, () => ({ user_id: ID })],
    ['a public pack', 'POST', '/api/tone-packs', () => ({ ...PACK, is_public: true })],
    ['a public pack later', 'PUT', `/api/tone-packs/${ID}`, () => ({ is_public: true })],
    ['a public template', 'POST', '/api/lab/templates', () => ({ ...TEMPLATE, is_public: true })],
    ['a public template later', 'PUT', `/api/lab/templates/${ID}`, () => ({ is_public: true })],
    ['a video', 'POST', `/api/lab/templates/${ID}/videos`, () => ({})],
    ['an entry of a competition', 'POST', `/api/lab/competitions/${ID}/entries`, () => ({})],
    ['a message to a sponsor', 'POST', '/api/lab/outreach', () => ({})],
    ['an opportunity', 'POST', '/api/lab/opportunities', () => ({})],
  ])('cannot let others have %s, and can where there is no mail server', async (_what, method, path, bodyOf) => {
    const send = (on: TestApp, user: typeof ada) =>
      on.call(user, method, path.replace(':organization', user.organization).replace(':team', user.team), bodyOf(user));
    expect(outcome(await send(app, ada))).toEqual(NOT_VERIFIED);
    expect((await send(withoutServer, trusted)).body.code).not.toBe('account.address-not-verified');
  });

  test('cannot share later, nor by a notebook that is shared', async () => {
    const { body } = await app.call(ada, 'POST', '/api/journal', ENTRY);
    const change = (fields: object) => app.call(ada, 'PATCH', `/api/journal/${body.entry.id}`, fields);
    expect(outcome(await change({ ...ORGANIZATION, org_id: ada.organization }))).toEqual(NOT_VERIFIED);
    const notebook = (await app.call(ada, 'POST', '/api/notebooks', { name: 'Mine' })).body.notebook.id;
    // The notebook is from a time before the server had a mail server.
    await app.deps.db
      .updateTable('notebook')
      .set({ metadata_visibility: 'org', content_visibility: 'org', org_id: ada.organization })
      .where('id', '=', notebook)
      .execute();
    expect(outcome(await change({ notebook_id: notebook }))).toEqual(NOT_VERIFIED);
    const inNotebook = { ...ENTRY, notebook_id: notebook };
    expect(outcome(await app.call(ada, 'POST', '/api/journal', inNotebook))).toEqual(NOT_VERIFIED);
    expect((await change({ title: 'Another title' })).status).toBe(200);
  });

  test('keeps a private journal, packs and templates, and reads that verification is required', async () => {
    const statuses = [
      await app.call(ada, 'POST', '/api/journal', ENTRY),
      await app.call(ada, 'POST', '/api/journal', {
        ...ENTRY,
        content_visibility: 'private',
        metadata_visibility: 'user',
      }),
      await app.call(ada, 'POST', '/api/tone-packs', PACK),
      await app.call(ada, 'POST', '/api/lab/templates', TEMPLATE),
      await app.call(ada, 'POST', '/api/goals', { title: 'Run' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201, 201, 201]);
    const { body } = await app.call(ada, 'GET', '/api/me');
    expect([body.is_email_verification_required, body.profile.email_verified]).toEqual([true, false]);
    const { body: other } = await withoutServer.call(trusted, 'GET', '/api/me');
    expect([other.is_email_verification_required, other.profile.email_verified]).toEqual([false, true]);
  });

  test('can share from the next request after the verification on', async () => {
    const ben = await member(app);
    const share = () => app.call(ben, 'POST', '/api/journal', { ...ENTRY, ...ORGANIZATION, org_id: ben.organization });
    expect(outcome(await share())).toEqual(NOT_VERIFIED);
    const sources = async () => server.mails.filter(({ to }) => to.includes(ben.email)).map(({ source }) => source);
    const mails = await receivedBy(app, sources, ben.email);
    const { token = '' } = mails.find(({ text }) => text.includes('/verify-address#')) ?? {};
    expect((await app.call(withSession(ben.session), 'GET', `/auth/verify-email?token=${token}`)).status).toBe(200);
    expect((await share()).status).toBe(201);
  });
});

describe('An address of SUPER_ADMIN_EMAILS', () => {
  test('promotes in a session that began after its verification, and in none from before', async () => {
    const email = 'operator@people.test';
    const first = await signUp(appOfOperator, email);
    const roleIn = async (session: string) => {
      const { token } = (await appOfOperator.call(withSession(session), 'GET', '/auth/token')).body;
      return (await appOfOperator.call({ ...first, token }, 'GET', '/api/user/profile')).body.profile.role;
    };
    const sources = async () => server.mails.filter(({ to }) => to.includes(email)).map(({ source }) => source);
    const mails = await receivedBy(appOfOperator, sources, email);
    const { token = '' } = mails.find(({ text }) => text.includes('/verify-address#')) ?? {};
    const link = `/auth/verify-email?token=${token}`;
    expect((await appOfOperator.call(withSession(first.session), 'GET', link)).status).toBe(200);
    expect(await roleIn(first.session)).toBe('user');
    const second = await signUp(appOfOperator, email, { path: 'sign-in' });
    expect(await roleIn(second.session)).toBe('super_admin');
  });
});
