import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, call, deps } = await startTestApp();

type Level = 'user' | 'team' | 'org' | 'public';
type Group = 'team' | 'organization';

/** The levels of metadata and content, and whether they are inherited from the notebook. */
type Writing = { metadata: Level; content: Level; from: 'entry' | 'notebook' };

/** The entries of an author. */
const WRITINGS: Record<string, Writing> = {
  'for the team': { metadata: 'team', content: 'team', from: 'entry' },
  'for the team, through a notebook': { metadata: 'team', content: 'team', from: 'notebook' },
  'for the organization': { metadata: 'org', content: 'org', from: 'entry' },
  'for the organization, through a notebook': { metadata: 'org', content: 'org', from: 'notebook' },
  'for the organization, its text for the team': { metadata: 'org', content: 'team', from: 'entry' },
  'for all users, its text for the team, through a notebook': { metadata: 'public', content: 'team', from: 'notebook' },
  'for all users, its text for the organization': { metadata: 'public', content: 'org', from: 'entry' },
  'for all users': { metadata: 'public', content: 'public', from: 'entry' },
};

/** The author's own entries as read by the author. */
const EVERYTHING = Object.fromEntries(Object.keys(WRITINGS).map((name) => [name, 'all']));

/** How shares can end, who ends them, and for which groups. */
const ENDINGS: {
  what: string;
  groups: Group[];
  isDeletion: boolean;
  end: (scene: Scene) => [caller: Person, path: string];
}[] = [
  {
    what: 'the author leaves the team',
    groups: ['team'],
    isDeletion: false,
    end: ({ author, team }) => [author, `/api/teams/${team}/members/${author.id}`],
  },
  {
    what: 'an admin removes the author from the team',
    groups: ['team'],
    isDeletion: false,
    end: ({ lead, author, team }) => [lead, `/api/teams/${team}/members/${author.id.toUpperCase()}`],
  },
  {
    what: 'the author leaves the organization',
    groups: ['team', 'organization'],
    isDeletion: false,
    end: ({ author, org }) => [author, `/api/organizations/${org}/members/${author.id}`],
  },
  {
    what: 'the owner removes the author from the organization',
    groups: ['team', 'organization'],
    isDeletion: false,
    end: ({ owner, author, org }) => [owner, `/api/organizations/${org}/members/${author.id.toUpperCase()}`],
  },
  {
    what: 'the team is deleted',
    groups: ['team'],
    isDeletion: true,
    end: ({ lead, team }) => [lead, `/api/teams/${team}`],
  },
  {
    what: 'the organization is deleted',
    groups: ['team', 'organization'],
    isDeletion: true,
    end: ({ owner, org }) => [owner, `/api/organizations/${org}`],
  },
];

type Scene = Awaited<ReturnType<typeof setScene>>;

/** An author and a teammate in a team. */
async function createTeammates() {
  const [owner, lead, author, mate] = await Promise.all([person(), person(), person(), person()]);
  const org = await createOrganization(deps, owner, [lead, author, mate]);
  const team = await createTeam(deps, org, lead, [author, mate]);
  return { owner, lead, author, mate, org, team };
}

/** An author and a teammate with all kinds of entries, and another group that does not change. */
async function setScene() {
  const teammates = await createTeammates();
  const { owner, author, mate, org, team } = teammates;
  const otherOrg = await createOrganization(deps, owner, [author, mate]);
  const otherTeam = await createTeam(deps, otherOrg, owner, [author, mate]);
  const groups = { team_id: team, org_id: org };
  const otherGroups = { team_id: otherTeam, org_id: otherOrg };
  return {
    ...teammates,
    authors: await writeAll(author, groups),
    mates: await writeAll(mate, groups),
    elsewhere: await writeAll(author, otherGroups),
  };
}

type Written = { entry: string; notebook: string | null };

async function writeAll(writer: Person, groups: object): Promise<Record<string, Written>> {
  const written: Record<string, Written> = {};
  for (const [name, { metadata, content, from }] of Object.entries(WRITINGS)) {
    const sharing = { metadata_visibility: metadata, content_visibility: content, ...groups };
    const notebook = from === 'notebook' ? await make(writer, '/api/notebooks', { name, ...sharing }) : null;
    const own = notebook === null ? sharing : { notebook_id: notebook };
    const entry = await make(writer, '/api/journal', { title: name, content: 'Text', mood: 'calm', ...own });
    written[name] = { entry, notebook };
  }
  return written;
}

async function make(writer: Person, path: string, fields: object): Promise<string> {
  const { status, body } = await call(writer, 'POST', path, fields);
  expect(status).toBe(201);
  return (body.entry ?? body.notebook).id;
}

/** What a user sees of each entry: nothing, its metadata, or all. The list must agree. */
async function sightsOf(viewer: Person, written: Record<string, Written>): Promise<Record<string, string>> {
  const { body: list } = await call(viewer, 'GET', '/api/journal');
  const sights: Record<string, string> = {};
  for (const [name, { entry }] of Object.entries(written)) {
    const { status, body } = await call(viewer, 'GET', `/api/journal/${entry}`);
    const listed = list.entries.find(({ id }: { id: string }) => id === entry);
    expect(listed).toEqual(body.entry);
    sights[name] = status === 404 ? 'nothing' : body.entry.content_hidden ? 'metadata' : 'all';
  }
  return sights;
}

/** What a teammate sees after groups ended, by the original levels. */
function sightsWithout(gone: readonly Group[]): Record<string, string> {
  const reaches = (level: Level) =>
    level === 'public' ||
    (level === 'team' && !gone.includes('team')) ||
    (level === 'org' && !gone.includes('organization'));
  return Object.fromEntries(
    Object.entries(WRITINGS).map(([name, { metadata, content }]) => [
      name,
      !reaches(metadata) ? 'nothing' : reaches(content) ? 'all' : 'metadata',
    ]),
  );
}

describe.each(ENDINGS)('when $what', ({ groups, isDeletion, end }) => {
  let scene: Scene;

  beforeAll(async () => {
    scene = await setScene();
    expect(await sightsOf(scene.mate, scene.authors)).toEqual(sightsWithout([]));
    const [caller, path] = end(scene);
    expect((await call(caller, 'DELETE', path)).status).toBe(200);
  });

  test('makes what the author shared with the groups private, and nothing else', async () => {
    const { author, mate, lead, authors, mates, elsewhere } = scene;
    expect(await sightsOf(mate, authors)).toEqual(sightsWithout(groups));
    expect(await sightsOf(author, mates)).toEqual(sightsWithout(groups));
    expect(await sightsOf(mate, elsewhere)).toEqual(sightsWithout([]));
    expect(await sightsOf(mate, mates)).toEqual(EVERYTHING);
    expect(await sightsOf(author, authors)).toEqual(EVERYTHING);
    if (!isDeletion) expect(await sightsOf(lead, mates)).toEqual(sightsWithout([]));
  });

  test('the author sees what it has come to: levels that meant the groups are `user`, as stored and in effect', async () => {
    const { author, authors, mate, mates, lead, team, org } = scene;
    const isGone = (level: Level) => groups.includes(level === 'team' ? 'team' : 'organization');
    const effective = (level: Level) => ((level === 'team' || level === 'org') && isGone(level) ? 'user' : level);
    const ids = { team_id: isGone('team') ? null : team, org_id: isGone('org') ? null : org };
    const writings = Object.entries(authors).map(([name, written]) => ({ writer: author, name, written }));
    // Shares of others with a deleted group are private as well.
    const others = Object.entries(mates).map(([name, written]) => ({ writer: mate, name, written }));
    for (const { writer, name, written } of isDeletion ? [...writings, ...others] : writings) {
      const { metadata, content } = WRITINGS[name] as Writing;
      const levels = { metadata_visibility: effective(metadata), content_visibility: effective(content) };
      const { body } = await call(writer, 'GET', `/api/journal/${written.entry}`);
      expect(body.entry).toMatchObject({
        notebook_id: written.notebook,
        ...(written.notebook === null && { ...levels, ...ids }),
        effective_metadata_visibility: effective(metadata),
        effective_content_visibility: effective(content),
      });
      if (written.notebook === null) continue;
      const notebook = await call(writer, 'GET', `/api/notebooks/${written.notebook}`);
      expect(notebook.body.notebook).toMatchObject({ ...levels, ...ids });
      const status = effective(metadata) === 'user' ? 404 : 200;
      expect((await call(lead, 'GET', `/api/notebooks/${written.notebook}`)).status).toBe(status);
    }
  });

  test('an author can still correct a title, which shares nothing again', async () => {
    for (const { entry } of Object.values(scene.authors)) {
      expect((await call(scene.author, 'PUT', `/api/journal/${entry}`, { title: 'Corrected' })).status).toBe(200);
    }
    expect(await sightsOf(scene.mate, scene.authors)).toEqual(sightsWithout(groups));
  });
});

test('does not restore shares when a member returns', async () => {
  const { author, owner, lead, mate, org, team } = await createTeammates();
  const authors = await writeAll(author, { team_id: team, org_id: org });
  await call(owner, 'DELETE', `/api/organizations/${org}/members/${author.id}`);
  await call(owner, 'POST', `/api/organizations/${org}/members`, { user_id: author.id });
  await call(lead, 'POST', `/api/teams/${team}/members`, { user_id: author.id });
  expect(await sightsOf(mate, authors)).toEqual(sightsWithout(['team', 'organization']));
  const { entry } = authors['for the team'] as Written;
  const again = { metadata_visibility: 'team', content_visibility: 'team', team_id: team };
  expect((await call(author, 'PUT', `/api/journal/${entry}`, again)).status).toBe(200);
  expect((await sightsOf(mate, authors))['for the team']).toBe('all');
});

describe('an entry for the team alone, when the team is deleted', () => {
  test.each([
    { notebook: 'that all users see', level: 'public', stored: 'team' },
    { notebook: 'of the author alone', level: 'user', stored: 'user' },
  ])('in a notebook $notebook, is the author’s alone, also after a change', async ({ level, stored }) => {
    const { author, mate, lead, team } = await createTeammates();
    const levels = { metadata_visibility: level, content_visibility: level };
    const notebook_id = await make(author, '/api/notebooks', { name: 'Notebook', ...levels });
    const forTeam = { metadata_visibility: 'team', content_visibility: 'team', team_id: team };
    const fields = { title: 'An entry', content: 'Text', mood: 'calm' };
    const entry = await make(author, '/api/journal', { ...fields, notebook_id, ...forTeam });
    const read = (viewer: Person) => call(viewer, 'GET', `/api/journal/${entry}`);
    expect((await read(mate)).status).toBe(200);
    await call(lead, 'DELETE', `/api/teams/${team}`);
    await call(author, 'PUT', `/api/journal/${entry}`, { title: 'Corrected' });
    expect((await read(mate)).status).toBe(404);
    expect((await read(author)).body.entry).toMatchObject({
      metadata_visibility: stored,
      content_visibility: stored,
      team_id: null,
      effective_metadata_visibility: 'user',
      effective_content_visibility: 'user',
    });
  });
});
