import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { PATIENT_LOCKS, type Person, startTestApp, type TestResponse } from '#test/start-test-app.ts';

const { person, call, deps } = await startTestApp({ environment: PATIENT_LOCKS });

const ROUNDS = 12;
const ALL_USERS_ID = '00000000-0000-0000-0000-000000000000';

type AuditEventKind = () => Promise<TestResponse>;
type Scene = Awaited<ReturnType<typeof setScene>>;

/** Two authors in a team, each with a notebook and entries, shared and private. */
async function setScene() {
  const [owner, ada, ben] = await Promise.all([person(), person(), person()]);
  const org_id = await createOrganization(deps, owner, [ada, ben]);
  const team_id = await createTeam(deps, org_id, owner, [ada, ben]);
  const other_org = await createOrganization(deps, owner, [ada, ben]);
  const forTeam = { metadata_visibility: 'team', content_visibility: 'team', team_id };
  const forBoth = { metadata_visibility: 'org', content_visibility: 'team', team_id, org_id: other_org };
  const writings = await Promise.all(
    [ada, ben].map(async (author) => {
      const notebook = await make(author, '/api/notebooks', { name: 'Shared', ...forTeam });
      const priv = await make(author, '/api/notebooks', { name: 'Private' });
      const entry = { title: 'An entry', content: 'Text', mood: 'calm' };
      return {
        author,
        notebook,
        priv,
        plain: await make(author, '/api/journal', entry),
        inherited: await make(author, '/api/journal', { ...entry, notebook_id: notebook }),
        inPrivate: await make(author, '/api/journal', { ...entry, notebook_id: priv }),
        shared: await make(author, '/api/journal', { ...entry, ...forTeam }),
        sharedTwice: await make(author, '/api/journal', { ...entry, ...forBoth, notebook_id: notebook }),
      };
    }),
  );
  return { owner, ada, ben, org_id, team_id, other_org, forTeam, forBoth, writings };
}

async function make(writer: Person, path: string, fields: object): Promise<string> {
  const { status, body } = await call(writer, 'POST', path, fields);
  expect(status).toBe(201);
  return (body.entry ?? body.notebook).id;
}

/** Concurrent actions of both authors on entries that depend on the team. */
function writingsOf({ writings, team_id, org_id, forTeam, forBoth }: Scene): AuditEventKind[] {
  const forOrganization = { metadata_visibility: 'org', content_visibility: 'user', org_id };
  return writings.flatMap(({ author, notebook, priv, plain, inherited, inPrivate, shared, sharedTwice }) => [
    () => call(author, 'POST', '/api/journal', { title: 'New', content: '', mood: 'calm', ...forTeam }),
    () => call(author, 'POST', '/api/journal', { title: 'New', content: '', mood: 'calm', notebook_id: notebook }),
    () => call(author, 'POST', '/api/journal', { title: 'New', content: '', mood: 'calm', ...forOrganization }),
    () => call(author, 'PUT', `/api/journal/${plain}`, forOrganization),
    () => call(author, 'POST', '/api/journal', { title: 'New', content: '', mood: 'calm', ...forOrganization }),
    () => call(author, 'PUT', `/api/journal/${inherited}`, forOrganization),
    () => call(author, 'PUT', `/api/journal/${plain}`, forBoth),
    () => call(author, 'PUT', `/api/journal/${inherited}`, { title: 'Corrected' }),
    () => call(author, 'PUT', `/api/journal/${shared}`, { notebook_id: priv }),
    () => call(author, 'PUT', `/api/journal/${sharedTwice}`, { title: 'Corrected' }),
    () => call(author, 'PUT', `/api/notebooks/${priv}`, { content_visibility: 'team', team_id }),
    () => call(author, 'PUT', `/api/notebooks/${notebook}`, { name: 'Renamed' }),
    () => call(author, 'PUT', `/api/journal/${inPrivate}`, { notebook_id: notebook }),
    () => call(author, 'DELETE', `/api/notebooks/${notebook}`),
    () => call(author, 'POST', '/api/notebooks', { name: 'New', ...forTeam }),
    () => call(author, 'POST', '/api/journal', { title: 'New', content: '', mood: 'calm', ...forOrganization }),
  ]);
}

/** Shares with a missing group or one that the author is not a member of. */
async function sharedWithStrangers({ ada, ben }: Scene): Promise<string[]> {
  const authors = [ada.id, ben.id];
  const memberships = await Promise.all([
    deps.db.selectFrom('team_member').select(['user_id', 'team_id as id']).execute(),
    deps.db.selectFrom('organization_member').select(['user_id', 'org_id as id']).execute(),
  ]);
  const isOwn = new Set(memberships.flat().map(({ user_id, id }) => `${user_id} ${id}`));
  const entries = await deps.db.selectFrom('journal_entry').selectAll().where('user_id', 'in', authors).execute();
  const notebooks = await deps.db.selectFrom('notebook').selectAll().where('user_id', 'in', authors).execute();
  const named = [
    ...entries.flatMap(({ user_id, team_id, org_id, metadata_audience, content_audience }) =>
      [team_id, org_id, metadata_audience, content_audience].map((group) => ({ user_id, group })),
    ),
    ...notebooks.flatMap(({ user_id, team_id, org_id }) => [team_id, org_id].map((group) => ({ user_id, group }))),
  ];
  return named
    .filter(({ group }) => group !== null && group !== ALL_USERS_ID)
    .map(({ user_id, group }) => `${user_id} ${group}`)
    .filter((sharing) => !isOwn.has(sharing));
}

/** Each level names its group, except `user` levels that inherit from a notebook. */
async function expectLevelsToHaveGroups({ ada, ben }: Scene): Promise<void> {
  const { rows } = await sql`
    select entry.id from journal_entry entry left join notebook on notebook.id = entry.notebook_id
    where entry.user_id in (${ada.id}, ${ben.id}) and (
      entry.team_id is null and (
        entry.metadata_visibility = 'team' and coalesce(notebook.metadata_visibility, 'user') = 'user'
        or entry.content_visibility = 'team' and coalesce(notebook.content_visibility, 'user') = 'user')
      or entry.org_id is null and (
        entry.metadata_visibility = 'org' and coalesce(notebook.metadata_visibility, 'user') = 'user'
        or entry.content_visibility = 'org' and coalesce(notebook.content_visibility, 'user') = 'user')
      or notebook.team_id is null and 'team' in (notebook.metadata_visibility, notebook.content_visibility)
      or notebook.org_id is null and 'org' in (notebook.metadata_visibility, notebook.content_visibility))`.execute(
    deps.db,
  );
  expect(rows).toEqual([]);
}

const ENDINGS: Record<string, (scene: Scene) => AuditEventKind[]> = {
  'leaves the team': ({ ada, team_id }) => [() => call(ada, 'DELETE', `/api/teams/${team_id}/members/${ada.id}`)],
  'leaves the organization': ({ ada, org_id }) => [
    () => call(ada, 'DELETE', `/api/organizations/${org_id}/members/${ada.id}`),
  ],
  'sees the team deleted': ({ owner, team_id }) => [() => call(owner, 'DELETE', `/api/teams/${team_id}`)],
  'sees the organization deleted': ({ owner, org_id }) => [() => call(owner, 'DELETE', `/api/organizations/${org_id}`)],
  'leaves, and sees two organizations deleted': ({ owner, ben, org_id, other_org }) => [
    () => call(ben, 'DELETE', `/api/organizations/${org_id}/members/${ben.id}`),
    () => call(owner, 'DELETE', `/api/organizations/${org_id}`),
    () => call(owner, 'DELETE', `/api/organizations/${other_org}`),
  ],
};

test.each(Object.entries(ENDINGS))(
  'a user who writes and concurrently %s shares nothing with a group without them',
  { timeout: 120_000 },
  async (_what, endingsOf) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const scene = await setScene();
      const writings = writingsOf(scene);
      const before = Math.floor((writings.length * round) / ROUNDS);
      const events = [...writings.slice(0, before), ...endingsOf(scene), ...writings.slice(before)];
      const responses = await Promise.all(events.map((does) => does()));
      const unexpected = responses.filter(({ status }) => ![200, 201, 400, 403, 404].includes(status));
      expect(unexpected.map(({ status, body }) => [status, body])).toEqual([]);
      // No problem comes from a constraint of the database.
      expect(responses.filter(({ body }) => body.code === 'request.unacceptable-value')).toEqual([]);
      expect(await sharedWithStrangers(scene)).toEqual([]);
      await expectLevelsToHaveGroups(scene);
    }
  },
);
