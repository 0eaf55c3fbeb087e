import { beforeAll, describe, expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const { person, superAdmin, call, deps } = await startTestApp();

/** What a viewer sees of an entry: nothing, all but the content, or everything. */
type Sight = 'nothing' | 'metadata' | 'all';

/**
 * Who sees what, by the level of the metadata and the level of the content. Metadata decides whether there is an entry at
 * all; content with a wider audience than its metadata adds no reader.
 */
const TABLE = `
  metadata  content  | owner  team-mate  organization-mate  stranger  super-admin
  user      user     | all    nothing    nothing            nothing   all
  user      team     | all    nothing    nothing            nothing   all
  user      org      | all    nothing    nothing            nothing   all
  user      public   | all    nothing    nothing            nothing   all
  team      user     | all    metadata   nothing            nothing   all
  team      team     | all    all        nothing            nothing   all
  team      org      | all    all        nothing            nothing   all
  team      public   | all    all        nothing            nothing   all
  org       user     | all    metadata   metadata           nothing   all
  org       team     | all    all        metadata           nothing   all
  org       org      | all    all        all                nothing   all
  org       public   | all    all        all                nothing   all
  public    user     | all    metadata   metadata           metadata  all
  public    team     | all    all        metadata           metadata  all
  public    org      | all    all        all                metadata  all
  public    public   | all    all        all                all       all
  user      private  | all    nothing    nothing            nothing   all
  team      private  | all    metadata   nothing            nothing   all
  org       private  | all    metadata   metadata           nothing   all
  public    private  | all    metadata   metadata           metadata  all
  private   user     | all    nothing    nothing            nothing   all
  private   team     | all    nothing    nothing            nothing   all
  private   org      | all    nothing    nothing            nothing   all
  private   public   | all    nothing    nothing            nothing   all
  private   private  | all    nothing    nothing            nothing   all`;

const LEVELS = ['user', 'team', 'org', 'public', 'private'] as const;
const VIEWERS = ['owner', 'team-mate', 'organization-mate', 'stranger', 'super-admin'] as const;
type Level = (typeof LEVELS)[number];
type Viewer = (typeof VIEWERS)[number];

/** The readers of each level. Owners and super admins read everything. */
const LETS_IN: Record<Level, readonly Viewer[]> = {
  user: [],
  private: [],
  team: ['team-mate'],
  org: ['team-mate', 'organization-mate'],
  public: ['team-mate', 'organization-mate', 'stranger'],
};

function sightByRule(viewer: Viewer, metadata: Level, content: Level): Sight {
  if (viewer === 'owner' || viewer === 'super-admin') return 'all';
  if (!LETS_IN[metadata].includes(viewer)) return 'nothing';
  return LETS_IN[content].includes(viewer) ? 'all' : 'metadata';
}

type Cell = { operation: string; metadata: Level; content: Level; viewer: Viewer; sight: Sight };

/** The ways to read an entry. Add a line here for each new one. */
const OPERATIONS: Record<string, (viewer: Person, entryId: string) => Promise<Sight>> = {
  list: async (viewer, entryId) => sightOf((await listFor(viewer)).find(({ id }) => id === entryId)),
  read: async (viewer, entryId) => {
    const { status, body } = await call(viewer, 'GET', `/api/journal/${entryId}`);
    expect(status).toBe(body.entry === undefined ? 404 : 200);
    return sightOf(body.entry);
  },
};

type Listed = { id: string } & Record<string, unknown>;

/** Nothing is written between the cells, so that one list serves all cells of a viewer. */
async function listFor(viewer: Person): Promise<Listed[]> {
  const known = lists.get(viewer);
  if (known !== undefined) return known;
  const { status, body } = await call(viewer, 'GET', '/api/journal');
  expect(status).toBe(200);
  lists.set(viewer, body.entries);
  return body.entries;
}

const lists = new Map<Person, Listed[]>();

const cells: Cell[] = Object.keys(OPERATIONS).flatMap((operation) =>
  TABLE.trim()
    .split('\n')
    .slice(1)
    .flatMap((line) => {
      const [metadata, content, , ...sights] = line.trim().split(/\s+/) as [Level, Level, string, ...Sight[]];
      return VIEWERS.map((viewer, column) => ({
        operation,
        metadata,
        content,
        viewer,
        sight: sights[column] as Sight,
      }));
    }),
);

/** Judges what an answer holds of the entry, and that what it holds fits together. */
function sightOf(entry: Record<string, unknown> | undefined): Sight {
  if (entry === undefined) return 'nothing';
  expect(entry).toMatchObject({ mood: 'calm', tags: ['matrix'] });
  if (entry.content_hidden) {
    expect(entry).toMatchObject({ content: null, mentions: null });
    expect(JSON.stringify(entry)).not.toContain('secret');
    return 'metadata';
  }
  expect(entry.content).toMatch(/^secret of @\[Ada]/);
  expect(entry.mentions).toEqual([{ user_id: MENTIONED, name: 'Ada' }]);
  return 'all';
}

const MENTIONED = '0a0a0a0a-1111-4222-8333-444444444444';

let people: Record<Viewer, Person>;
let groups: { team_id: string; org_id: string };
/** The ids of the entries, by how they come to their levels and by the levels. */
const entries = new Map<string, string>();

beforeAll(async () => {
  const [owner, teamMate, organizationMate, stranger, admin] = await Promise.all([
    person(),
    person(),
    person(),
    person(),
    superAdmin(),
  ]);
  people = {
    owner,
    'team-mate': teamMate,
    'organization-mate': organizationMate,
    stranger,
    'super-admin': admin,
  };
  const org_id = await createOrganization(deps, owner, [teamMate, organizationMate]);
  groups = { org_id, team_id: await createTeam(deps, org_id, owner, [teamMate]) };
  // A stranger belongs to groups as well, just not to these.
  await createTeam(deps, await createOrganization(deps, stranger), stranger);

  for (const metadata of LEVELS) {
    for (const content of LEVELS) {
      const levels = { metadata_visibility: metadata, content_visibility: content, ...groups };
      const { body } = await call(owner, 'POST', '/api/notebooks', { name: 'A notebook', ...levels });
      entries.set(`own ${metadata} ${content}`, await write(levels));
      entries.set(`inherited ${metadata} ${content}`, await write({ notebook_id: body.notebook.id }));
      const explicit = { ...levels, notebook_id: await notebookThatContradicts(metadata, content) };
      entries.set(`explicit ${metadata} ${content}`, await write(explicit));
    }
  }
});

/** A notebook that would decide otherwise, were it asked; a level of `user` asks it, so there it agrees. `private` never asks. */
async function notebookThatContradicts(metadata: Level, content: Level): Promise<string> {
  const { body } = await call(people.owner, 'POST', '/api/notebooks', {
    name: 'A notebook',
    metadata_visibility: metadata === 'public' || metadata === 'user' ? 'user' : 'public',
    content_visibility: content === 'public' || content === 'user' ? 'user' : 'public',
  });
  return body.notebook.id;
}

async function write(fields: object): Promise<string> {
  const { status, body } = await call(people.owner, 'POST', '/api/journal', {
    title: 'An entry',
    content: `secret of @[Ada](${MENTIONED})`,
    mood: 'calm',
    tags: ['matrix'],
    ...fields,
  });
  expect(status).toBe(201);
  return body.entry.id;
}

test('has a cell for each operation, pair of levels and viewer, equal to the rule', () => {
  expect(cells).toHaveLength(Object.keys(OPERATIONS).length * LEVELS.length * LEVELS.length * VIEWERS.length);
  expect(cells).toHaveLength(250);
  expect(
    new Set(cells.map(({ operation, metadata, content, viewer }) => `${operation} ${metadata} ${content} ${viewer}`)),
  ).toHaveLength(250);
  for (const { viewer, metadata, content, sight } of cells) {
    expect({ viewer, metadata, content, sight }).toEqual({
      viewer,
      metadata,
      content,
      sight: sightByRule(viewer, metadata, content),
    });
  }
});

describe.each([
  { source: 'own', of: 'an entry with levels of its own' },
  { source: 'inherited', of: 'an entry of level user in a notebook with these levels' },
  { source: 'explicit', of: 'an entry with levels of its own in a notebook that says otherwise' },
])('$of', ({ source }) => {
  test.each(cells)('$operation: metadata $metadata, content $content, $viewer: $sight', async (cell) => {
    const entryId = entries.get(`${source} ${cell.metadata} ${cell.content}`) ?? '';
    const see = OPERATIONS[cell.operation];
    expect(await see?.(people[cell.viewer], entryId)).toBe(cell.sight);
  });
});
