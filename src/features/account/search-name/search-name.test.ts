import { describe, expect, test } from 'vitest';
import { createOrganization } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { foldNames } from './search-name.actions.ts';

const CRON_SECRET = 'a-secret-of-the-schedule-of-this-test';
const { person, superAdmin, call, deps } = await startTestApp({ environment: { CRON_SECRET } });

const rename = async (user: Person, full_name: string) => {
  expect((await call(user, 'PUT', '/api/user/profile', { full_name })).status).toBe(200);
};
const searchNameOf = async ({ id }: Person) =>
  (await deps.db.selectFrom('profile').select('search_name').where('id', '=', id).executeTakeFirstOrThrow())
    .search_name;

describe('A name', () => {
  test('is folded when its user sets it', async () => {
    const ada = await person();
    expect(await searchNameOf(ada)).not.toBeNull();
    await rename(ada, 'José Ölander');
    expect(await searchNameOf(ada)).toBe(' jose olander ');
  });

  test('of another version is folded by the job, and keeps its time of change', async () => {
    const ada = await person();
    await rename(ada, 'José');
    const read = () =>
      deps.db.selectFrom('profile').select(['full_name', 'updated_at']).where('id', '=', ada.id).executeTakeFirst();
    await deps.db.updateTable('profile').set({ full_name: 'Оля' }).where('id', '=', ada.id).execute();
    expect(await searchNameOf(ada)).toBeNull();
    const before = await read();
    await foldNames(deps);
    expect(await searchNameOf(ada)).toBe(' оля ');
    expect(await read()).toEqual(before);
    expect((await foldNames(deps)).results.folded_names).toBe(0);
  });
});

describe('POST /api/cron/fold-names', () => {
  test('folds all names that are not, and tells how many they were', async () => {
    await Promise.all([person(), person()]);
    await deps.db.updateTable('profile').set({ search_name: null }).execute();
    const headers = { 'x-cron-secret': CRON_SECRET };
    const { status, body } = await call(null, 'POST', '/api/cron/fold-names', undefined, headers);
    expect([status, body.results.folded_names > 1]).toEqual([200, true]);
    const left = await deps.db.selectFrom('profile').select('id').where('search_name', 'is', null).execute();
    expect(left).toEqual([]);
  });
});

const CASES = [
  { name: 'José García', q: 'jose', found: true },
  { name: 'José García', q: 'GARCI', found: true },
  { name: 'José García', q: 'garcía jo', found: true },
  { name: 'Jose Garcia', q: 'José', found: true },
  { name: 'Оля Ёлкина', q: 'оля', found: true },
  { name: 'Оля Ёлкина', q: 'ЕЛ', found: true },
  { name: 'Łukasz Weiß', q: 'lukasz weiss', found: true },
  { name: "Conan O'Brien", q: 'obrien', found: true },
  { name: '王小明', q: '小明', found: true },
  { name: 'José García', q: 'arcia', found: false },
  { name: 'José García', q: '- & ( )', found: false },
  { name: 'José García', q: '% _', found: false },
];

describe('Searches of people', () => {
  const idsFor = async (viewer: Person, path: string, q: string): Promise<string[]> => {
    const { status, body } = await call(
      viewer,
      'GET',
      `${path}?${new URLSearchParams({ q, ...(path.includes('admin') && { limit: '100' }) })}`,
    );
    expect(status).toBe(200);
    return body.users.map(({ id }: Person) => id);
  };

  test.each(CASES)('find $name by $q: $found', async ({ name, q, found }) => {
    const [root, ada, ben, other] = await Promise.all([superAdmin(), person(), person(), person()]);
    await createOrganization(deps, ada, [ben]);
    await rename(ben, name);
    await rename(other, name);
    expect(await idsFor(ada, '/api/users/search', q)).toEqual(found ? [ben.id] : []);
    const ids = await idsFor(root, '/api/admin/users', q);
    expect([ids.includes(ben.id), ids.includes(other.id)]).toEqual([found, found]);
  });

  test('compare a name as it is until it is folded', async () => {
    const [root, ada, ben] = await Promise.all([superAdmin(), person(), person()]);
    await createOrganization(deps, ada, [ben]);
    await deps.db.updateTable('profile').set({ full_name: 'Zoë Ångström' }).where('id', '=', ben.id).execute();
    for (const [q, ids] of [
      ['zoë', [ben.id]],
      ['zoe', []],
    ] as const) {
      expect(await idsFor(ada, '/api/users/search', q)).toEqual(ids);
      expect(await idsFor(root, '/api/admin/users', q)).toEqual(ids);
    }
    await foldNames(deps);
    expect(await idsFor(ada, '/api/users/search', 'zoe angs')).toEqual([ben.id]);
    expect(await idsFor(root, '/api/admin/users', 'zoe angs')).toEqual([ben.id]);
  });
});
