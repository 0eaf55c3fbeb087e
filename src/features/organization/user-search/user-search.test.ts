import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps } = await startTestApp();

async function named(full_name: string): Promise<Person> {
  const created = await person();
  await call(created, 'PUT', '/api/user/profile', { full_name });
  return created;
}

const search = (caller: Person | null, q: string) =>
  call(caller, 'GET', `/api/users/search?q=${encodeURIComponent(q)}`);

async function idsFor(caller: Person, q: string): Promise<string[]> {
  const { status, body } = await search(caller, q);
  expect(status).toBe(200);
  return body.users.map(({ id }: { id: string }) => id);
}

describe('GET /api/users/search', () => {
  test('returns 429 after so many looks for an address within an hour as are allowed; names are found still', async () => {
    const limited = await startTestApp({
      environment: { RATE_LIMIT: 'on', RATE_LIMIT_PER_HOUR_PEOPLE_BY_ADDRESS: '4' },
    });
    const [ada, ben] = [await limited.person(), await limited.person()];
    const attempt = async (caller: Person, q: string) =>
      (await limited.call(caller, 'GET', `/api/users/search?q=${encodeURIComponent(q)}`)).status;
    const statuses: number[] = [];
    for (const q of [ben.email, 'unknown@people.test', 'ben', 'a@b', '@', ben.email, 'b@a']) {
      statuses.push(await attempt(ada, q));
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await attempt(ada, 'ben')).toBe(200);
    expect(await attempt(ben, ada.email)).toBe(200);
  });

  test('finds a user by the full email address in any case, with exactly these fields', async () => {
    const [ada, ben] = await Promise.all([person(), named('Ben')]);
    await call(ben, 'PUT', '/api/user/profile', { avatar_url: 'https://people.test/ben.png' });
    for (const q of [ben.email, ben.email.toUpperCase(), ` ${ben.email}\n`]) {
      const { status, body } = await search(ada, q);
      expect({ status, body }).toEqual({
        status: 200,
        body: {
          users: [{ id: ben.id, full_name: 'Ben', avatar_url: 'https://people.test/ben.png', is_ai: false }],
          next_cursor: null,
        },
      });
    }
  });

  test('finds no user by a part of the email address', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    await createOrganization(deps, ada, [ben]);
    for (const q of [ben.email.slice(0, -1), ben.email.slice(1), '@people.test', ben.email.replace('@', '_')]) {
      expect(await idsFor(ada, q)).toEqual([]);
    }
  });

  test('finds by beginnings of names among those who share an organization, whatever their accents and case', async () => {
    const [ada, ben, stranger] = await Promise.all([person(), named('Jürgen Löwe'), named('Jürgen Löwe')]);
    await createOrganization(deps, await person(), [ada, ben]);
    await createOrganization(deps, stranger);
    for (const q of ['Jürgen', 'JÜRGEN', 'löwe', 'jurgen l', 'LÖ', ' Lowe '])
      expect(await idsFor(ada, q)).toEqual([ben.id]);
    for (const q of ['gen l', 'öw']) expect(await idsFor(ada, q)).toEqual([]);
    expect(await idsFor(stranger, 'Jürgen')).toEqual([]);
  });

  test('hides blocked users from each other, by email address and name, until the block is removed', async () => {
    const [ada, ben, cleo] = [await named('Benedict A'), await named('Benedict B'), await named('Benedict C')];
    await createOrganization(deps, ada, [ben, cleo]);
    const found = async () => [
      await idsFor(ada, 'benedict'),
      await idsFor(ada, ben.email),
      await idsFor(ben, 'benedict'),
      await idsFor(ben, ada.email),
      await idsFor(cleo, 'benedict'),
    ];
    const all = [[ben.id, cleo.id], [ben.id], [ada.id, cleo.id], [ada.id], [ada.id, ben.id]];
    expect(await found()).toEqual(all);
    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    expect(await found()).toEqual([[cleo.id], [], [cleo.id], [], [ada.id, ben.id]]);
    const unknown = await search(ben, `unknown-${ada.email}`);
    expect((await search(ben, ada.email)).body).toEqual(unknown.body);
    await call(ada, 'DELETE', `/api/users/${ben.id}/block`);
    expect(await found()).toEqual(all);
  });

  test('hides them from a super admin as well', async () => {
    const [root, ben] = [await superAdmin(), await person()];
    await call(ben, 'POST', `/api/users/${root.id}/block`);
    expect(await idsFor(root, ben.email)).toEqual([]);
    expect((await call(root, 'GET', `/api/admin/users?q=${ben.email}`)).body.users).toMatchObject([{ id: ben.id }]);
  });

  test('ends with the organization that was shared', async () => {
    const [ada, ben] = await Promise.all([person(), named('Benedict')]);
    const org = await createOrganization(deps, ada, [ben]);
    expect(await idsFor(ada, 'benedict')).toEqual([ben.id]);
    await call(ben, 'DELETE', `/api/organizations/${org}/members/${ben.id}`);
    expect(await idsFor(ada, 'benedict')).toEqual([]);
  });

  test('takes signs that stand for others in a pattern as themselves', async () => {
    const [ada, ben] = await Promise.all([person(), named('100%_\\ Ben')]);
    await createOrganization(deps, ada, [ben]);
    for (const q of ['%%', '__', 'B_n', 'B%n', '\\\\', '.*', "' or 1=1--", '[a-z]'])
      expect(await idsFor(ada, q)).toEqual([]);
    for (const q of ['100%', '%_', '_\\', '\\ B']) expect(await idsFor(ada, q)).toEqual([ben.id]);
  });

  test('needs two characters of a name', async () => {
    const [ada, ben] = await Promise.all([person(), named('🌻 Li')]);
    await createOrganization(deps, ada, [ben]);
    expect(await idsFor(ada, 'L')).toEqual([]);
    expect(await idsFor(ada, '🌻')).toEqual([]);
    expect(await idsFor(ada, 'Li')).toEqual([ben.id]);
  });

  test('returns at most ten distinct users by name, after the one with the email address', async () => {
    const ada = await person();
    const colleagues = await Promise.all(['c', 'B', 'a', ...'defghijkl'].map((letter) => named(`${letter} Colleague`)));
    for (let count = 0; count < 2; count += 1) await createOrganization(deps, ada, colleagues);
    const { body } = await search(ada, 'colleague');
    expect(body.users.map(({ full_name }: { full_name: string }) => full_name[0])).toEqual([...'aBcdefghij']);
    const [zoe, named_] = await Promise.all([person(), named('x')]);
    await call(named_, 'PUT', '/api/user/profile', { full_name: `A ${zoe.email}` });
    await createOrganization(deps, ada, [named_, zoe]);
    expect(await idsFor(ada, zoe.email)).toEqual([zoe.id, named_.id]);
  });

  test('omits blocked users and the caller', async () => {
    const [ada, ben] = await Promise.all([named('Larkspur'), named('Larkspur')]);
    await createOrganization(deps, ada, [ben]);
    expect(await idsFor(ada, 'larkspur')).toEqual([ben.id]);
    expect(await idsFor(ada, ada.email)).toEqual([]);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', ben.id).execute();
    expect(await idsFor(ada, 'larkspur')).toEqual([]);
    expect(await idsFor(ada, ben.email)).toEqual([]);
  });

  test('returns the same to a super admin', async () => {
    const [root, ben] = await Promise.all([superAdmin(), named('Marigold')]);
    expect(await idsFor(root, 'marigold')).toEqual([]);
    expect(await idsFor(root, ben.email)).toEqual([ben.id]);
  });

  test('returns no email addresses', async () => {
    const [ada, ben] = await Promise.all([person(), person()]);
    expect((await search(ada, ben.email)).text).not.toContain('@');
  });

  test('takes 200 characters', async () => {
    expect(await idsFor(await person(), '🌻'.repeat(200))).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['spaces', '?q=%20%09'],
    ['an empty text', '?q='],
    ['201 characters', `?q=${'a'.repeat(201)}`],
    ['a NUL character', '?q=a%00b'],
  ])('does not search for %s', async (_what, query) => {
    expect((await call(await person(), 'GET', `/api/users/search${query}`)).status).toBe(400);
  });

  test('returns 401 without a token', async () => {
    expect((await search(null, randomUUID())).status).toBe(401);
  });
});
