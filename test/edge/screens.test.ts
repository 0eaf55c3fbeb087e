import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { notifyAfterwards } from '#features/notification';
import { createTestUsers, DATE, MORNING } from '../../src/features/check-in/test-users.ts';
import { notificationTo } from '../../src/features/notification/test-notifications.ts';
import { createOrganization, createTeam } from '../groups.ts';
import { type Person, startTestApp } from '../start-test-app.ts';

type Connection = pg.Client & { connectionParameters: { application_name?: string } };

/** What requests have sent to the database, with the statements of transactions. */
let statements = 0;
const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown;
vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: Connection, ...parameters: unknown[]) {
  const [query] = parameters as [string | { text: string }];
  const text = typeof query === 'string' ? query : query.text;
  const isOfRequest = this.connectionParameters.application_name?.startsWith('meadow requests') ?? false;
  // The first of a connection is none of the request for which it is opened.
  if (isOfRequest && !text.startsWith('set statement_timeout')) statements += 1;
  return send.apply(this, parameters);
} as never);

const app = await startTestApp();
const { call, clock, deps, superAdmin } = app;
const { checkIn, looked, peopleAt } = createTestUsers(app);
clock.set(MORNING);

/** What one screen of an app asks for before it shows content. */
type Screen = { name: string; now: (facts: Facts) => string[]; before: (facts: Facts) => string[] };

/** A user with records, and ids of some of them. */
type Facts = {
  user: Person;
  friend: Person;
  administrator: Person;
  entry: string;
  notebook: string;
  goals: string[];
  organizations: string[];
  teams: string[];
  packs: string[];
};

const MONTH = Array.from({ length: 30 }, (_, index) => dayBefore(index));
const [FIRST_DAY] = MONTH.slice(-1);
const MONDAY = '2026-11-16';
const MONTH_RANGE = `from=${FIRST_DAY}&to=${DATE}`;

/**
 * The screens of an app: what each asks for, and what it had to ask for when ids came without names, counts and last things. Nothing
 * before: the screen could not be drawn at all.
 */
const SCREENS: Screen[] = [
  screen(
    'Landing',
    () => ['/api/config'],
    () => [],
  ),
  screen(
    'Sign in',
    () => ['/api/config'],
    () => [],
  ),
  screen(
    'First steps',
    () => ['/api/me'],
    () => ['/api/user/profile'],
  ),
  screen(
    'Shell',
    () => ['/api/me'],
    () => ['/api/user/profile', '/api/notifications?limit=1'],
  ),
  screen(
    'Today',
    () => ['/api/today'],
    () => [
      '/api/user/profile',
      '/api/workout-window/my-window',
      `/api/workout-window/checkin/${DATE}`,
      `/api/workout-window/chain/${DATE}`,
      `/api/workout-window/squad/${DATE}`,
      `/api/workout-window/team-stats/${DATE}`,
      `/api/workout-window/mosaic/${DATE}`,
      `/api/workout-window/battle/week/${MONDAY}`,
      '/api/journal?scope=mine&limit=5',
      '/api/journal/on-this-day',
      '/api/journal?scope=shared&limit=5',
      '/api/goals?status=active',
      '/api/encouragement-drops/my-drops',
      '/api/encouragement-drops/received',
      '/api/encouragement-drops/badge',
      '/api/chat/analyses/latest',
      '/api/notifications?limit=5',
      '/api/organizations',
      '/api/teams',
    ],
  ),
  screen(
    'Journal',
    () => ['/api/journal?scope=mine&limit=20&fields=summary'],
    () => ['/api/journal?scope=mine&limit=20'],
  ),
  screen(
    'Write an entry',
    ({ entry }) => [`/api/journal/${entry}`, '/api/notebooks', '/api/me'],
    ({ entry }) => [`/api/journal/${entry}`, '/api/notebooks', '/api/teams', '/api/organizations'],
  ),
  screen(
    'Who can see this',
    ({ entry }) => [`/api/journal/${entry}`],
    ({ entry, notebook, teams: [team], organizations: [organization] }) => [
      `/api/journal/${entry}`,
      `/api/notebooks/${notebook}`,
      `/api/teams/${team}/members`,
      `/api/organizations/${organization}/members`,
    ],
  ),
  screen(
    'Entry',
    ({ entry }) => [`/api/journal/${entry}`],
    ({ entry }) => [`/api/journal/${entry}`],
  ),
  screen(
    'Search',
    () => ['/api/journal?scope=mine&q=rain&limit=20&fields=summary&facets=true'],
    () => ['/api/journal?scope=mine&q=rain&limit=20'],
  ),
  screen(
    'Calendar of moods',
    () => [`/api/journal/moods?${MONTH_RANGE}`],
    () => [`/api/journal/moods?${MONTH_RANGE}`],
  ),
  screen(
    'Memories',
    () => ['/api/journal/on-this-day'],
    () => ['/api/journal/on-this-day'],
  ),
  screen(
    'Notebooks',
    () => ['/api/notebooks'],
    () => ['/api/notebooks'],
  ),
  screen(
    'Tags',
    () => ['/api/tags'],
    () => [],
  ),
  screen(
    'Shared with me',
    () => ['/api/journal?scope=shared&limit=20&fields=summary'],
    () => ['/api/journal?scope=shared&limit=20'],
  ),
  screen(
    'A person',
    ({ friend }) => [`/api/users/${friend.id}`, `/api/journal?user_id=${friend.id}&limit=20&fields=summary`],
    ({ friend }) => [
      `/api/encouragement-drops/badge/${friend.id}`,
      `/api/encouragement-drops/badge/milestones?user_id=${friend.id}`,
      '/api/journal?scope=shared&limit=20',
    ],
  ),
  screen(
    'Goals',
    () => ['/api/goals?status=active'],
    ({ goals }) => ['/api/goals?status=active', ...goals.map((goal) => `/api/goals/${goal}`)],
  ),
  screen(
    'One goal',
    ({ goals: [goal] }) => [`/api/goals/${goal}`, `/api/action-notes?goal_id=${goal}&limit=20`],
    ({ goals: [goal] }) => [`/api/goals/${goal}`, '/api/action-notes'],
  ),
  screen(
    'Wellbeing',
    () => ['sleep-entries', 'satisfaction-entries', 'action-notes'].map((list) => `/api/${list}?limit=30`),
    () => ['sleep-entries', 'satisfaction-entries', 'action-notes'].map((list) => `/api/${list}`),
  ),
  screen(
    'Insights',
    () => [`/api/stats?${MONTH_RANGE}`, '/api/chat/analyses/latest', '/api/chat/mood-trends'],
    () => [
      '/api/chat/analyses/latest',
      '/api/chat/mood-trends',
      `/api/journal/moods?${MONTH_RANGE}`,
      '/api/sleep-entries',
      '/api/satisfaction-entries',
      '/api/action-notes',
    ],
  ),
  screen(
    'My window',
    () => ['/api/workout-window/my-window'],
    () => ['/api/workout-window/my-window'],
  ),
  screen(
    'Check in',
    () => ['/api/today'],
    () => ['/api/workout-window/my-window', `/api/workout-window/checkin/${DATE}`],
  ),
  screen(
    'Chain and squad',
    () => [`/api/workout-window/chain/${DATE}`, `/api/workout-window/squad/${DATE}`],
    () => [`/api/workout-window/chain/${DATE}`, `/api/workout-window/squad/${DATE}`],
  ),
  screen(
    'My days',
    () => [`/api/workout-window/my-checkins?${MONTH_RANGE}`],
    () => MONTH.map((date) => `/api/workout-window/checkin/${date}`),
  ),
  screen(
    'Mosaics',
    () => [`/api/workout-window/mosaic/${DATE}`, '/api/mosaics?limit=10'],
    () => MONTH.slice(0, 10).map((date) => `/api/workout-window/mosaic/${date}`),
  ),
  screen(
    'Battle',
    () => [`/api/workout-window/battle/week/${MONDAY}`, '/api/workout-window/battle/history?limit=10'],
    () => [
      `/api/workout-window/battle/week/${MONDAY}`,
      '/api/workout-window/battle/history',
      `/api/workout-window/team-stats/${DATE}`,
    ],
  ),
  screen(
    'Encourage',
    () => ['/api/encouragement-drops/my-drops', '/api/encouragement-drops/sent', '/api/encouragement-drops/received'],
    () => [
      '/api/encouragement-drops/templates',
      '/api/encouragement-drops/config',
      '/api/encouragement-drops/my-drops',
      '/api/encouragement-drops/received',
      '/api/encouragement-drops/badge',
      '/api/encouragement-drops/badge-definitions',
      '/api/encouragement-drops/leaderboard',
    ],
  ),
  screen(
    'Drops and packs',
    () => ['/api/drops/transactions?limit=20', '/api/tone-packs?limit=20', '/api/payment/prices'],
    ({ packs }) => [
      '/api/drops/balance',
      '/api/drops/transactions',
      '/api/tone-packs',
      ...packs.map((pack) => `/api/tone-packs/${pack}`),
      '/api/payment/subscription',
    ],
  ),
  screen(
    'Groups',
    () => ['/api/organizations', '/api/teams?mine=true'],
    ({ organizations, teams }) => [
      '/api/organizations',
      ...organizations.map((id) => `/api/organizations/${id}`),
      '/api/teams',
      ...teams.map((id) => `/api/teams/${id}`),
    ],
  ),
  screen(
    'Settings',
    () => ['/api/user/profile', '/api/sessions', '/api/notifications/preferences'],
    () => ['/api/user/profile', '/api/notifications/devices', '/api/users/blocked', '/api/token-usage/summary'],
  ),
  screen(
    'Inbox',
    () => ['/api/notifications?limit=20'],
    () => ['/api/notifications'],
  ),
  screen(
    'Lab',
    () => ['/api/lab/templates?limit=20', '/api/lab/competitions?limit=20'],
    () => ['/api/lab/templates', '/api/lab/competitions'],
  ),
  screen(
    'Trash',
    () => ['/api/trash?limit=20'],
    () => [],
  ),
  {
    ...screen(
      'Administration',
      () => ['/api/admin/users?limit=20', '/api/admin/reports?limit=20', '/api/admin/health'],
      () => ['/api/admin/users', '/api/admin/reports', '/api/admin/health'],
    ),
  },
];

function screen(name: string, now: Screen['now'], before: Screen['before']): Screen {
  return { name, now, before };
}

function dayBefore(days: number): string {
  return new Date(Date.parse(`${DATE}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
}

describe('The screens of an app', async () => {
  const administrator = await superAdmin();
  const few = await createUser(2, administrator);
  const many = await createUser(8, administrator);

  test.each(SCREENS)(
    '$name: at most three requests, and no more statements for more records',
    async ({ name, now }) => {
      expect(now(many).length).toBeLessThanOrEqual(name === 'Today' ? 2 : 3);
      const [ofFew, ofMany] = [await costOf(few, now(few)), await costOf(many, now(many))];
      expect(ofMany.statements).toBeLessThanOrEqual(ofFew.statements);
    },
  );

  test('cost fewer requests and bytes than before', async () => {
    const rows: { name: string; costBefore: Cost; cost: Cost }[] = [];
    for (const { name, now, before } of SCREENS) {
      const [costBefore, cost] = [await costOf(many, before(many)), await costOf(many, now(many))];
      rows.push({ name, costBefore, cost });
    }
    process.stdout.write(`${tableOf(rows)}\n`);
    const total = (part: 'costBefore' | 'cost') => rows.reduce((sum, row) => sum + row[part].requests, 0);
    expect(total('cost')).toBeLessThan(total('costBefore') / 2);
  });
});

type Cost = { requests: number; statements: number; bytes: number };

/** What these requests of a user cost, once caches are warm. */
async function costOf(facts: Facts, urls: string[]): Promise<Cost> {
  const cost = { requests: urls.length, statements: 0, bytes: 0 };
  for (const url of urls) {
    const caller = url.startsWith('/api/admin/') ? facts.administrator : facts.user;
    await call(caller, 'GET', url);
    const sentBefore = statements;
    const { status, text } = await call(caller, 'GET', url);
    cost.statements += statements - sentBefore;
    cost.bytes += Buffer.byteLength(text);
    if (![200, 404].includes(status)) throw new Error(`${url} returned ${status}: ${text}`);
  }
  return cost;
}

function tableOf(rows: readonly { name: string; costBefore: Cost; cost: Cost }[]): string {
  const line = (name: string, cells: readonly (string | number)[]) =>
    `${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(12)).join('')}`;
  return [
    line('', ['requests', 'before', 'statements', 'before', 'bytes', 'before']),
    ...rows.map(({ name, costBefore, cost }) =>
      line(name, [
        cost.requests,
        costBefore.requests,
        cost.statements,
        costBefore.statements,
        cost.bytes,
        costBefore.bytes,
      ]),
    ),
  ].join('\n');
}

const TEXT = 'The rain came at noon, and we walked home along the river without a word. '.repeat(25);

/** A user with `count` records of each kind. */
async function createUser(count: number, administrator: Person): Promise<Facts> {
  const [user, friend, ...others] = (await peopleAt(8, 10, 12, 14)) as [Person, Person, ...Person[]];
  const post = async (caller: Person, path: string, body: object) => {
    const response = await call(caller, 'POST', path, body);
    if (response.status !== 201) throw new Error(`POST ${path} returned ${response.status}: ${response.text}`);
    return response.body;
  };
  const repeat = async <T>(work: (index: number) => Promise<T>): Promise<T[]> => {
    const made: T[] = [];
    for (let index = 0; index < count; index += 1) made.push(await work(index));
    return made;
  };

  const organizations = await repeat(() => createOrganization(deps, user, [friend]));
  const teams = await repeat((index) => createTeam(deps, organizations[index] ?? '', user, [friend]));
  const shared = { metadata_visibility: 'team', content_visibility: 'team', team_id: teams[0] };
  const notebooks = await repeat(
    async (index) => (await post(user, '/api/notebooks', { name: `Book ${index}` })).notebook.id,
  );
  const write = async (author: Person, index: number, more: object = {}): Promise<string> =>
    (
      await post(author, '/api/journal', {
        title: `Rain ${index}`,
        content: TEXT,
        mood: 'calm',
        tags: [`tag ${index}`],
        ...more,
      })
    ).entry.id;
  const entries = await repeat((index) => write(user, index, { notebook_id: notebooks[index], ...shared }));
  await repeat((index) => write(user, index, { entry_date: `${2017 + index}-11-18` }));
  await repeat((index) => write(friend, index, shared));
  const goals = await repeat(async (index) => (await post(user, '/api/goals', { title: `Goal ${index}` })).goal.id);
  for (const goal of goals) {
    await post(user, `/api/goals/${goal}/check-ins`, { status: 'completed' });
    await post(user, '/api/action-notes', { content: 'Called a friend', goal_id: goal });
  }
  await repeat((index) => post(user, '/api/sleep-entries', { sleep_date: dayBefore(index), hours: 7, quality: 4 }));
  await repeat(() => post(user, '/api/satisfaction-entries', { score: 7 }));
  const packs = await repeat(
    async (index) => (await post(user, '/api/tone-packs', { name: `Pack ${index}`, theme: 'nature' })).pack.id,
  );
  const drop = { drop_type: 'encouragement', content: 'Go on!' };
  for (const sender of [friend, ...others])
    await post(sender, '/api/encouragement-drops/send', { ...drop, recipient_id: user.id });
  await post(user, '/api/encouragement-drops/send', { ...drop, recipient_id: friend.id });
  await repeat((index) => notifyAfterwards(deps, [notificationTo(user, { title: `Your turn ${index}` })]));
  await checkIn(user);
  await looked();
  await sql`
    insert into check_in (id, user_id, date, timezone, activity_type, within_window, photo_key, photo_digest, photo_fingerprint,
      photo_bits, match_group, photo_timestamp, continues_chain, status, created_at)
    select gen_random_uuid(), ${user.id}, ${DATE}::date - day, 'Europe/Berlin', 'walk', true, 'key', digest, digest,
      ('x' || encode(digest, 'hex'))::bit(256), 'city', now(), false, 'verified', ${MORNING}::timestamptz - day * interval '1 day'
    from generate_series(1, ${count}::integer) day, sha256(convert_to(${user.id} || ' ' || day, 'utf8')) digest`.execute(
    deps.db,
  );
  await repeat(async () => {
    const trashed = await write(user, 0);
    await call(user, 'DELETE', `/api/journal/${trashed}`);
  });
  return {
    user,
    friend,
    administrator,
    entry: entries[0] ?? '',
    notebook: notebooks[0] ?? '',
    goals,
    organizations,
    teams,
    packs,
  };
}
