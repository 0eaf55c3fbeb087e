import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { sendForm } from '#test/multipart.ts';
import { gifOf } from '#test/pictures.ts';
import { applyRetention, RETENTION_ENVIRONMENT } from '#test/retention.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { byTier } from '#test/tier.ts';
import { deleteRowsBefore } from './expired-row.store.ts';
import { retentionsOf, runRetentions } from './retention.actions.ts';

const app = await startTestApp({ environment: RETENTION_ENVIRONMENT });
const { call, clock, deps, issuer, person } = app;
const builtIn = await startTestApp({ environment: RETENTION_ENVIRONMENT, builtInIdentity: true });
const DAY_MS = 24 * 60 * 60 * 1_000;
const SESSIONS = { table: 'identity_session', column: 'expiresAt' };
const renewed = async ({ id, email }: Person): Promise<Person> => ({
  id,
  email,
  token: await issuer.sign(id, clock.now(), { email }),
});

async function signUp(): Promise<{ id: string; session: Person }> {
  const email = `${randomUUID()}@people.test`;
  const account = { name: 'Ada', email, password: 'correct horse battery' };
  const { body } = await builtIn.call(null, 'POST', '/auth/sign-up/email', account);
  return { id: body.user.id, session: { id: '', email, token: body.token } };
}
const sessionsOf = (userId: string) =>
  builtIn.deps.db.selectFrom('identity_session').select('expiresAt').where('userId', '=', userId).execute();
const setExpiry = (userId: string, expiresAt: Date) =>
  builtIn.deps.db.updateTable('identity_session').set({ expiresAt }).where('userId', '=', userId).execute();

test('a session that is used at the last moment is not deleted, and one that has ended for a day is', async () => {
  const { id, session } = await signUp();
  const expiresAt = new Date(builtIn.clock.now().getTime() + 60 * 60_000);
  await setExpiry(id, expiresAt);
  // The identity provider has the time of the machine.
  builtIn.clock.set(new Date(expiresAt.getTime() + DAY_MS));
  const [used] = await Promise.all([builtIn.call(session, 'GET', '/auth/token'), applyRetention(builtIn)]);
  expect([used.status, (await sessionsOf(id)).length]).toEqual([200, 1]);
  await setExpiry(id, new Date(expiresAt.getTime() - 1));
  expect(await applyRetention(builtIn)).toMatchObject({ sessions: 1 });
  expect(await sessionsOf(id)).toEqual([]);
});

test('a session that is extended meanwhile is not deleted', async () => {
  const { db } = builtIn.deps;
  const { id } = await signUp();
  const now = builtIn.clock.now();
  await setExpiry(id, new Date(now.getTime() - 1));
  await db.transaction().execute(async (tx) => {
    const extended = { expiresAt: new Date(now.getTime() + DAY_MS) };
    await tx.updateTable('identity_session').set(extended).where('userId', '=', id).execute();
    expect(await deleteRowsBefore(db, SESSIONS, now, 10)).toBe(0);
  });
  expect(await deleteRowsBefore(db, SESSIONS, now, 10)).toBe(0);
  expect(await sessionsOf(id)).toHaveLength(1);
});

test('two runs at once delete each row once, and count it once', async () => {
  const { id } = await person();
  const claimed_at = new Date(clock.now().getTime() - 2 * DAY_MS);
  const rows = Array.from({ length: 2_000 }, (_, key) => ({
    user_id: id,
    key: `${key}`,
    request_digest: 'd',
    claimed_at,
  }));
  await deps.db.insertInto('idempotency_key').values(rows).execute();
  const kinds = retentionsOf(deps.tables).filter(({ name }) => name === 'idempotency_keys');
  const runs = await Promise.all([runRetentions(deps, kinds), runRetentions(deps, kinds)]);
  const counts = runs.flatMap(({ results }) => results.deleted.map(({ count }) => count));
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(2_000);
});

test('a photo that an entry takes at the last moment keeps its files', async () => {
  for (let round = 0; round < byTier(5, 20); round += 1) {
    const ada = await person();
    const { body } = await sendForm(call, ada, '/api/media', { file: gifOf(1) });
    clock.advance(DAY_MS - 1);
    const entry = { title: 'A', content: '', mood: 'calm', photo_ids: [body.media.id] };
    const [taken] = await Promise.all([call(await renewed(ada), 'POST', '/api/journal', entry), applyRetention(app)]);
    expect(taken.status).toBe(201);
    const file = new URL(taken.body.entry.photos[0].sizes.small.url);
    expect((await app.server.inject({ method: 'GET', url: file.pathname + file.search })).statusCode).toBe(200);
  }
});
