import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { createAccountOfOperator, promoteConfirmed, removeFactorConfirmed } from './admin.ts';

const { call, deps } = await startTestApp({ builtInIdentity: true });

/** A person who has signed up and made no request. */
async function signedUp(name = 'Ada'): Promise<{ id: string; email: string }> {
  const account = { name, email: `${randomUUID()}@people.test`, password: 'a-long-password' };
  return (await call(null, 'POST', '/auth/sign-up/email', account)).body.user;
}

// The first account is trusted, and would not be shown as that of a stranger.
await signedUp();

const roleOf = async (id: string) =>
  (await deps.db.selectFrom('profile').select('role').where('id', '=', id).executeTakeFirst())?.role;

/** Answers, and notes what was shown. */
function operator(answer: boolean) {
  const shown: string[] = [];
  return { shown, confirm: async (facts: string) => shown.push(facts) > 0 && answer };
}

test.each(['address', 'id'])('shows who it is, by %s, and promotes where that is confirmed', async (by) => {
  const { id, email } = await signedUp();
  const { shown, confirm } = operator(true);
  const named = by === 'id' ? id.toUpperCase() : email.toUpperCase();
  expect(await promoteConfirmed(deps, named, confirm)).toBe(
    `${id} is now a super admin. This takes effect with the next access token.`,
  );
  const { createdAt } = await deps.db
    .selectFrom('identity_user')
    .select('createdAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const address = `${email} (not verified: it may belong to another person)`;
  expect(shown.map((facts) => facts.split('\n'))).toEqual([
    ['  name     Ada', `  id       ${id}`, `  email    ${address}`, `  since    ${createdAt.toISOString()}`],
  ]);
  expect(await roleOf(id)).toBe('super_admin');
  expect(await promoteConfirmed(deps, named, confirm)).toBe(`${id} is already a super admin.`);
  expect(shown[1]).toContain('role     super admin');
});

test('changes nothing where it is not confirmed', async () => {
  const { id, email } = await signedUp();
  expect(await promoteConfirmed(deps, email, operator(false).confirm)).toBe('Nothing was changed.');
  expect(await roleOf(id)).toBe('user');
});

test('shows nothing of a name that would move a cursor', async () => {
  const { email } = await signedUp('Ada\u001b[2K\u202e Lovelace');
  const { shown, confirm } = operator(false);
  await promoteConfirmed(deps, email, confirm);
  expect(shown[0]).toContain('name     Ada[2K Lovelace\n');
});

test('promotes none of several with an address, and tells their ids; one of them by id', async () => {
  const [ada, squatter] = [await signedUp(), await signedUp('Ada')];
  const { shown, confirm } = operator(true);
  for (const { id } of [ada, squatter]) await promoteConfirmed(deps, id, operator(false).confirm);
  await deps.db.updateTable('profile').set({ email: ada.email }).where('id', '=', squatter.id).execute();
  const refusal = promoteConfirmed(deps, ada.email, confirm);
  await expect(refusal).rejects.toThrow(ada.id);
  await expect(refusal).rejects.toThrow(squatter.id);
  expect([shown, await roleOf(ada.id), await roleOf(squatter.id)]).toEqual([[], 'user', 'user']);
  await promoteConfirmed(deps, ada.id, confirm);
  expect([await roleOf(ada.id), await roleOf(squatter.id)]).toEqual(['super_admin', 'user']);
});

test.each(['unknown@people.test', randomUUID(), '', '%'])('rejects an unknown user: %j', async (named) => {
  await expect(promoteConfirmed(deps, named, operator(true).confirm)).rejects.toThrow('Sign up first');
});

test('creates an account with a password that signs in, and none for a text that is no address', async () => {
  const email = `${randomUUID()}@people.test`;
  const printed = await createAccountOfOperator(deps, email);
  const password = printed.split('\n').at(-2)?.trim();
  expect((await call(null, 'POST', '/auth/sign-in/email', { email, password })).status).toBe(200);
  await expect(createAccountOfOperator(deps, email)).rejects.toThrow('has an account');
  await expect(createAccountOfOperator(deps, 'ada')).rejects.toThrow('not an email address');
});

test('removes a second factor where that is confirmed, and records it', async () => {
  const { id, email } = await signedUp();
  await deps.db.updateTable('identity_user').set({ twoFactorEnabled: true }).where('id', '=', id).execute();
  const factor = { userId: id, secret: 'sealed', backupCodes: 'sealed', verified: true };
  await deps.db.insertInto('identity_two_factor').values(factor).execute();
  const signIn = async () =>
    (await call(null, 'POST', '/auth/sign-in/email', { email, password: 'a-long-password' })).body;
  expect((await signIn()).twoFactorRedirect).toBe(true);
  expect(await removeFactorConfirmed(deps, email, operator(false).confirm)).toBe('Nothing was changed.');
  expect((await signIn()).twoFactorRedirect).toBe(true);
  expect(await removeFactorConfirmed(deps, email, operator(true).confirm)).toContain('without a second factor now');
  expect((await signIn()).token).toEqual(expect.any(String));
  expect(await removeFactorConfirmed(deps, email, operator(true).confirm)).toBe(`${id} has no second factor.`);
  const audited = deps.db.selectFrom('audit_log').select('action').where('subject_id', '=', id);
  expect(await audited.execute()).toEqual([{ action: 'account.remove-second-factor' }]);
});
