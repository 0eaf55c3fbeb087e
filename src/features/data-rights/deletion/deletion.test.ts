import { describe, expect, test } from 'vitest';
import { drawnPicture } from '#test/pictures.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { takePart } from '../../mosaic/test-participants.ts';

const CRON_SECRET = 'a-secret-of-the-cron-jobs';
const app = await startTestApp({ environment: { CRON_SECRET } });
const { call, clock, deps, issuer, person, superAdmin } = app;

const DAY_MS = 24 * 60 * 60 * 1_000;
const CONFIRM = { confirm: 'DELETE' };
const ACCOUNT = '/api/user/account';
const RESTORE = '/api/user/account/restore';

/** Returns the user with a new token. */
const renewed = async (user: Person): Promise<Person> => ({
  ...user,
  token: await issuer.sign(user.id, clock.now(), { email: user.email, name: 'A Person' }),
});
const runJob = () => call(null, 'POST', '/api/cron/erase-accounts', undefined, { 'x-cron-secret': CRON_SECRET });
const profileOf = (id: string) =>
  deps.db.selectFrom('profile').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const writeEntry = async (user: Person, more = {}) =>
  (await call(user, 'POST', '/api/journal', { title: 'A day', content: 'Words.', ...more })).body.entry.id as string;

describe('DELETE /api/user/account', () => {
  test('hides the user from all users, refuses their requests, and tells when the account is erased', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = await writeEntry(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    expect((await call(ben, 'GET', `/api/journal/${entry}`)).status).toBe(200);

    const { status, body } = await call(ada, 'DELETE', ACCOUNT, CONFIRM);
    const eraseAt = new Date(clock.now().getTime() + 7 * DAY_MS).toISOString();
    expect([status, body]).toMatchObject([200, { erase_at: eraseAt, is_erased: false }]);
    expect((await call(ben, 'GET', `/api/journal/${entry}`)).status).toBe(404);
    for (const [method, url] of [
      ['GET', '/api/user/profile'],
      ['GET', '/api/journal'],
      ['DELETE', ACCOUNT],
    ] as const) {
      const refused = await call(ada, method, url, method === 'DELETE' ? CONFIRM : undefined);
      expect([refused.status, refused.body.code, refused.body.current]).toEqual([
        403,
        'account.deletion-pending',
        { erase_at: eraseAt },
      ]);
    }
    const { rows } = {
      rows: await deps.db.selectFrom('outgoing_mail').selectAll().where('user_id', '=', ada.id).execute(),
    };
    expect(rows.filter(({ category }) => category === 'account-deletion')).toMatchObject([
      { subject: 'Your account will be deleted', status: 'queued' },
    ]);
  });

  test.each([{}, { confirm: 'delete' }, { confirm: true }])('returns 400 for %j', async (body) => {
    expect((await call(await person(), 'DELETE', ACCOUNT, body)).status).toBe(400);
  });

  test('returns 400 for the last super admin, and 200 when there is another', async () => {
    const root = await superAdmin();
    const refused = await call(root, 'DELETE', ACCOUNT, CONFIRM);
    expect([refused.status, refused.body.code]).toEqual([400, 'account.last-super-admin']);
    await superAdmin();
    expect((await call(root, 'DELETE', ACCOUNT, CONFIRM)).status).toBe(200);
  });

  test('erases immediately: the shell has no name, the old token is refused, and a new sign-in is a new user', async () => {
    const ada = await person({ name: 'Ada Secret' });
    await writeEntry(ada);
    const { status, body } = await call(ada, 'DELETE', ACCOUNT, { ...CONFIRM, immediately: true });
    expect([status, body]).toMatchObject([200, { is_erased: true }]);
    expect(await profileOf(ada.id)).toMatchObject({
      email: null,
      full_name: 'Deleted user',
      avatar_url: null,
      preferences: {},
      is_active: false,
      deleted_at: clock.now(),
    });
    expect(await deps.db.selectFrom('journal_entry').select('id').where('user_id', '=', ada.id).execute()).toEqual([]);
    const old = await call(ada, 'GET', '/api/user/profile');
    expect([old.status, old.body.code]).toEqual([403, 'account.deleted']);

    clock.advance(1_000);
    const again = await call(await renewed(ada), 'GET', '/api/user/profile');
    expect([again.status, again.body.profile]).toMatchObject([200, { email: ada.email, drops_balance: 0 }]);
    expect(again.body.profile.id).not.toBe(ada.id);
    expect((await call(await renewed(ada), 'GET', '/api/user/profile')).body.profile.id).toBe(again.body.profile.id);
  });

  test('hands groups to the longest-serving admin, or deletes them', async () => {
    const [ada, ben, eve] = [await person(), await person(), await person()];
    const create = async (user: Person, path: string, body: object) => (await call(user, 'POST', path, body)).body;
    const kept = (await create(ada, '/api/organizations', { name: 'Kept' })).organization.id;
    const empty = (await create(ada, '/api/organizations', { name: 'Empty' })).organization.id;
    const joinedAt = (minutes: number) => new Date(clock.now().getTime() + minutes * 60_000);
    await deps.db
      .insertInto('organization_member')
      .values([
        { org_id: kept, user_id: ben.id, role: 'member', joined_at: joinedAt(1), accepted_at: joinedAt(1) },
        { org_id: kept, user_id: eve.id, role: 'admin', joined_at: joinedAt(2), accepted_at: joinedAt(2) },
      ])
      .execute();
    const team = (await create(ada, '/api/teams', { name: 'Kept', org_id: kept })).team.id;
    const emptyTeam = (await create(ada, '/api/teams', { name: 'Empty', org_id: kept })).team.id;
    await deps.db
      .insertInto('team_member')
      .values({
        team_id: team,
        org_id: kept,
        user_id: ben.id,
        role: 'member',
        joined_at: joinedAt(1),
        accepted_at: joinedAt(1),
      })
      .execute();
    await call(ada, 'DELETE', ACCOUNT, { ...CONFIRM, immediately: true });
    const organizations = await deps.db
      .selectFrom('organization')
      .select(['id', 'owner_id'])
      .where('id', 'in', [kept, empty])
      .execute();
    expect(organizations).toEqual([{ id: kept, owner_id: eve.id }]);
    const teams = await deps.db
      .selectFrom('team')
      .select(['id', 'admin_id'])
      .where('id', 'in', [team, emptyTeam])
      .execute();
    expect(teams).toEqual([{ id: team, admin_id: ben.id }]);
    expect((await call(eve, 'GET', `/api/organizations/${kept}`)).body.organization.user_role).toBe('owner');
    const left = await deps.db
      .selectFrom('organization_member')
      .select('user_id')
      .where('user_id', '=', ada.id)
      .execute();
    expect(left).toEqual([]);
  });

  test('draws mosaics again without the photo, and past days show no name', async () => {
    const [root, ada, ben] = [await superAdmin(), await person(), await person()];
    const date = '2026-11-10';
    const tileKey = 'check-ins/tile-of-ada.webp';
    await deps.storage.put(tileKey, await drawnPicture('1').webp().toBuffer());
    await takePart(deps, date, ada.id, { checkIn: 'verified', tileKey });
    await takePart(deps, date, ben.id, { checkIn: 'verified' });
    await call(ada, 'PUT', '/api/user/profile', { preferences: { mosaic_photo: true } });
    const generated = await call(root, 'POST', `/api/workout-window/mosaic/generate/${date}`);
    expect(generated.status, generated.text).toBe(200);
    const find = () =>
      deps.db
        .selectFrom('mosaic')
        .select(['image_key', 'mosaic_data'])
        .where('date', '=', date)
        .executeTakeFirstOrThrow();
    const before = await find();
    const { body } = await call(ada, 'DELETE', ACCOUNT, { ...CONFIRM, immediately: true });
    expect(body.is_erased).toBe(true);
    const after = await find();
    expect(after.image_key).not.toBe(before.image_key);
    expect(after.mosaic_data).toEqual(before.mosaic_data);
    expect([await deps.storage.read(before.image_key), await deps.storage.read(tileKey)]).toEqual([null, null]);
    const { sections } = (await call(ben, 'GET', `/api/workout-window/mosaic/${date}`)).body.mosaic;
    const names = new Map(sections.map(({ userId, userName }: Record<string, string>) => [userId, userName]));
    expect([names.get(ada.id), names.get(ben.id)]).toEqual(['Deleted user', 'A Person']);
  });

  test('deletes the customer at the payment provider, and keeps the account until it responds', async () => {
    const ada = await person();
    const [price] = app.payment.priceIds;
    const { body } = await call(ada, 'POST', '/api/payment/create-checkout-session', {
      priceId: price,
      successUrl: 'http://meadow.test/paid',
      cancelUrl: 'http://meadow.test/not-paid',
    });
    expect(body.url, JSON.stringify(body)).toBeDefined();
    app.payment.behave({ mode: 'reset' });
    const first = await call(ada, 'DELETE', ACCOUNT, { ...CONFIRM, immediately: true });
    expect(first.body).toMatchObject({ is_erased: false });
    expect(await profileOf(ada.id)).toMatchObject({ full_name: 'Deleted user', deleted_at: null });
    app.payment.behave({ mode: 'normal' });
    expect((await runJob()).body.results).toMatchObject({ failed: 0 });
    expect(await profileOf(ada.id)).toMatchObject({ deleted_at: clock.now() });
    expect(app.payment.requests.at(-1)).toMatchObject({
      path: expect.stringMatching(/^\/v1\/customers\/cus_/),
      status: 200,
    });
  });
});

describe('POST /api/user/account/restore', () => {
  test('brings everything back within seven days', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = await writeEntry(ada, { metadata_visibility: 'public', content_visibility: 'public' });
    await call(ada, 'DELETE', ACCOUNT, CONFIRM);
    const { status, body } = await call(ada, 'POST', RESTORE);
    expect([status, body]).toMatchObject([200, { restored_at: clock.now().toISOString() }]);
    expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);
    expect((await call(ben, 'GET', `/api/journal/${entry}`)).status).toBe(200);
    expect(await profileOf(ada.id)).toMatchObject({ is_active: true, erase_at: null });
  });

  test('returns 409 without a deletion, and 403 once the account is being erased', async () => {
    const ada = await person();
    const none = await call(ada, 'POST', RESTORE);
    expect([none.status, none.body.code]).toEqual([409, 'account.no-deletion-pending']);
    await call(ada, 'DELETE', ACCOUNT, CONFIRM);
    await deps.db.updateTable('profile').set({ erasing_since: clock.now() }).where('id', '=', ada.id).execute();
    const late = await call(ada, 'POST', RESTORE);
    expect([late.status, late.body.code]).toEqual([403, 'account.deletion-pending']);
  });

  test('does not lift a deactivation by a super admin', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    await call(ada, 'DELETE', ACCOUNT, CONFIRM);
    const activated = await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: false });
    expect([activated.status, activated.text]).toEqual([200, expect.any(String)]);
    expect((await call(ada, 'POST', RESTORE)).status).toBe(200);
    const after = await call(ada, 'GET', '/api/user/profile');
    expect([after.status, after.body.code]).toEqual([403, 'account.blocked']);
  });

  test('is not lifted by a super admin who activates the user', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    await call(ada, 'DELETE', ACCOUNT, CONFIRM);
    await call(root, 'PUT', `/api/admin/users/${ada.id}`, { is_active: true });
    expect(await profileOf(ada.id)).toMatchObject({ is_active: false, is_deactivated: false });
  });
});

describe('POST /api/cron/erase-accounts', () => {
  test('erases accounts after seven days, and no earlier', async () => {
    const ada = await person();
    await writeEntry(ada);
    await call(ada, 'DELETE', ACCOUNT, CONFIRM);
    clock.advance(7 * DAY_MS - 1);
    expect((await runJob()).status).toBe(200);
    expect(await profileOf(ada.id)).toMatchObject({ deleted_at: null });
    clock.advance(1);
    expect((await runJob()).body.results.erased).toBeGreaterThan(0);
    expect(await profileOf(ada.id)).toMatchObject({ full_name: 'Deleted user', deleted_at: clock.now() });
  });
});
