import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps } = await startTestApp();

let author: Person;
let root: Person;
let others: Person[];
let notebookId: string;
/** Entries by audience: with their content, and one with its metadata only. */
let entryIds: string[];

beforeAll(async () => {
  const [teamMate, colleague, stranger] = await Promise.all([person(), person(), person()]);
  [author, root] = await Promise.all([person(), superAdmin()]);
  others = [teamMate, colleague, stranger];
  const org_id = await createOrganization(deps, author, [teamMate, colleague]);
  const team_id = await createTeam(deps, org_id, author, [teamMate]);
  const create = async (url: string, fields: object) => {
    const { status, body } = await call(author, 'POST', url, fields);
    expect(status).toBe(201);
    return (body.entry ?? body.notebook).id as string;
  };
  const toAllUsers = { metadata_visibility: 'public', content_visibility: 'public' };
  notebookId = await create('/api/notebooks', { name: 'Shared', ...toAllUsers });
  const entry = { title: 'Quixotic harbour', content: 'A zephyr over the quay', mood: 'calm' };
  entryIds = [
    await create('/api/journal', { ...entry, ...toAllUsers, notebook_id: notebookId }),
    await create('/api/journal', { ...entry, metadata_visibility: 'public' }),
    await create('/api/journal', { ...entry, metadata_visibility: 'team', content_visibility: 'team', team_id }),
    await create('/api/journal', { ...entry, metadata_visibility: 'org', content_visibility: 'org', org_id }),
  ];
});

/** Every way in which a person can come across what the author shares, and how many of the four entries each finds. */
const WAYS: Record<string, (viewer: Person) => Promise<number>> = {
  'the list': (viewer) => found(viewer, ''),
  'the list of what others share': (viewer) => found(viewer, '?scope=shared'),
  'the list of the author': (viewer) => found(viewer, `?user_id=${author.id}`),
  'the list of a mood': (viewer) => found(viewer, '?mood=calm'),
  'the list of the notebook': (viewer) => found(viewer, `?notebook_id=${notebookId}`),
  'a search for a word of the title': (viewer) => found(viewer, '?q=quixotic'),
  'a search for a word of the text': (viewer) => found(viewer, '?q=zephyr'),
  'reading the entries': async (viewer) => {
    const responses = await Promise.all(entryIds.map((id) => call(viewer, 'GET', `/api/journal/${id}`)));
    return responses.filter(({ status }) => status === 200).length;
  },
  'reading the notebook': async (viewer) =>
    (await call(viewer, 'GET', `/api/notebooks/${notebookId}`)).status === 200 ? 1 : 0,
};

async function found(viewer: Person, query: string): Promise<number> {
  const { status, body } = await call(viewer, 'GET', `/api/journal${query}`);
  expect(status).toBe(200);
  return body.entries.filter(({ id }: { id: string }) => entryIds.includes(id)).length;
}

async function setActive(is_active: boolean): Promise<void> {
  const { status } = await call(root, 'PUT', `/api/admin/users/${author.id}`, { is_active });
  expect(status).toBe(200);
}

describe('what an inactive user has shared', () => {
  test.each(Object.entries(WAYS))(
    'is left out of %s, except for super admins, until the account is active',
    async (_way, count) => {
      const countForAll = () => Promise.all([...others, root].map(count));
      const before = await countForAll();
      expect(Math.min(...before)).toBeGreaterThan(0);
      await setActive(false);
      expect(await countForAll()).toEqual([0, 0, 0, before[3]]);
      await setActive(true);
      expect(await countForAll()).toEqual(before);
    },
  );

  test('is audited when super admins read it', async () => {
    const reads = async () => {
      const records = deps.db.selectFrom('audit_log').select('id').where('actor_id', '=', root.id);
      return (await records.where('action', '=', 'journal.read-hidden').execute()).length;
    };
    const [shared] = entryIds;
    await call(root, 'GET', `/api/journal/${shared}`);
    const before = await reads();
    await setActive(false);
    await call(root, 'GET', `/api/journal/${shared}`);
    expect(await reads()).toBe(before + 1);
    await setActive(true);
  });
});
