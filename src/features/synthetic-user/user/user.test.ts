import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { addDays, localDateOf } from '#platform/days/calendar-date.ts';
import { countStatements } from '#test/count-statements.ts';
import { createOrganization, createTeam } from '#test/groups.ts';
import { gifOf } from '#test/pictures.ts';
import type { Person } from '#test/start-test-app.ts';
import { startSyntheticApp } from '../test-generation.ts';

const app = await startSyntheticApp();
const { call, clock, deps, person, superAdmin, generate, generated, chainsOn } = app;

beforeEach(async () => {
  await deps.db.deleteFrom('organization').execute();
  await app.deleteAllSyntheticUsers();
});

const HOUSTON = 'America/Chicago';
const UNREAD = { created: 0, failed: 0, users: [], errors: [] };

const countOf = async (table: 'profile' | 'synthetic_user' | 'workout_window' | 'workout_location' | 'audit_log') => {
  const { rows } = await sql<{ count: number }>`select count(*) from ${sql.table(table)}`.execute(deps.db);
  return rows[0]?.count ?? 0;
};

const tally = (values: readonly string[]) => {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
};

const auditEventsAbout = async (id: string) =>
  (
    await deps.db
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'subject_type'])
      .where('subject_id', '=', id)
      .orderBy('created_at')
      .orderBy('id')
      .execute()
  ).map(({ action, actor_id, subject_type }) => [action, actor_id, subject_type]);

describe('POST /api/workout-window/admin/ai-users/generate', () => {
  test('creates complete users, marked as synthetic, and matches them', async () => {
    const root = await superAdmin();
    const { status, body } = await generate(root, {
      count: 3,
      config: { regions: { South: 1 }, activities: { other: 1 }, windowSlots: { '6-8': 2, '8-10': 1 } },
    });
    expect([status, { ...body, users: [] }]).toEqual([201, { ...UNREAD, created: 3 }]);
    const today = localDateOf(clock.now(), HOUSTON);
    for (const user of body.users) {
      expect(user).toEqual({
        id: expect.any(String),
        user_name: expect.stringMatching(/^\S+ \S+$/),
        is_ai: true,
        region: 'South',
        city: 'Houston',
        state: 'Texas',
        timezone: HOUSTON,
        activity_type: 'other',
        custom_activity: expect.any(String),
        window_start_time: expect.stringMatching(/^0[68]:00$/),
        window_end_time: expect.stringMatching(/^(08|10):00$/),
        check_in_probability: 85,
        is_active: true,
        created_at: clock.now().toISOString(),
        updated_at: clock.now().toISOString(),
      });
      expect(await auditEventsAbout(user.id)).toEqual([['synthetic-user.generate', root.id, 'profile']]);
      const { body: read } = await call(root, 'GET', `/api/admin/users/${user.id}`);
      expect(read.user).toMatchObject({
        full_name: user.user_name,
        email: `${user.id}@synthetic.invalid`,
        is_ai: true,
        is_active: true,
        role: 'user',
        drops_balance: 0,
      });
      const location = deps.db.selectFrom('workout_location').selectAll().where('user_id', '=', user.id);
      expect(await location.executeTakeFirst()).toMatchObject({
        city: 'Houston',
        region: 'Texas',
        country: 'US',
        timezone: HOUSTON,
        ip_address: null,
        latitude: expect.stringMatching(/^29\.(7|80)/),
        longitude: expect.stringMatching(/^-95\.[34]/),
      });
    }
    const ids = body.users.map(({ id }: { id: string }) => id).toSorted();
    for (const date of [today, addDays(today, 1)]) {
      const rows = await chainsOn(date);
      expect(rows.map(({ user_id }) => user_id)).toEqual(ids);
      expect(rows.filter(({ before_user_id }) => before_user_id !== null)).toHaveLength(1);
    }
  });

  test('matches them with the real users of their city', async () => {
    const ada = await person();
    await call(ada, 'PUT', '/api/workout-window/update-location', { city: 'miami', region: 'florida', country: 'us' });
    const window = { windowStartTime: '08:00', windowEndTime: '10:00', timezone: 'America/New_York' };
    await call(ada, 'POST', '/api/workout-window/setup', { activityType: 'walk', ...window });
    await generated(18, { regions: { South: 1 }, windowSlots: { '6-8': 1 } });
    const rows = await chainsOn(localDateOf(clock.now(), 'America/New_York'));
    const before = rows.find(({ user_id }) => user_id === ada.id)?.before_user_id;
    const profile = deps.db
      .selectFrom('profile')
      .select('is_ai')
      .where('id', '=', before ?? '');
    expect(await profile.executeTakeFirst()).toEqual({ is_ai: true });
  });

  test('creates a thousand users with exact default shares, and with few statements for each hundred', async () => {
    const root = await superAdmin();
    const { db } = deps;
    onTestFinished(() => void Object.assign(deps, { db }));
    const countedFor = async (count: number) => {
      await app.deleteAllSyntheticUsers();
      const counted = countStatements(db);
      Object.assign(deps, { db: counted.db });
      const response = await generate(root, { count });
      Object.assign(deps, { db });
      return { ...response, statements: counted.count() };
    };
    // Matching, which takes longer for each of them, comes behind the response.
    const { run } = deps.background;
    deps.background.run = () => undefined;
    const ofTen = (await countedFor(10)).statements;
    const storedOfHundred = (await countedFor(100)).statements;
    deps.background.run = run;
    expect(ofTen).toBeGreaterThan(0);
    expect(storedOfHundred).toBe(ofTen);
    const ofHundred = (await countedFor(100)).statements;
    const { status, body, statements } = await countedFor(1_000);
    expect([status, body.created, body.failed, body.errors]).toEqual([201, 1_000, 0, []]);
    expect(tally(body.users.map(({ region }: { region: string }) => region))).toEqual({
      'West Coast': 250,
      'East Coast': 300,
      Midwest: 200,
      South: 150,
      'Mountain West': 100,
    });
    expect(tally(body.users.map((user: Record<string, string>) => user.activity_type ?? ''))).toEqual({
      cardio: 300,
      strength: 250,
      walk: 200,
      meditation: 100,
      reading: 100,
      homework: 30,
      other: 20,
    });
    expect(tally(body.users.map((user: Record<string, string>) => user.window_start_time ?? ''))).toEqual({
      '06:00': 150,
      '08:00': 100,
      '12:00': 200,
      '14:00': 150,
      '16:00': 250,
      '18:00': 150,
    });
    const ids = body.users.map(({ id }: { id: string }) => id);
    const { rows } = await sql<{ count: number }>`
      select count(*) from chain where user_id = any (${ids}::uuid[])`.execute(deps.db);
    expect(rows[0]?.count).toBe(2_000);
    expect(statements).toBeLessThanOrEqual(10 * ofHundred);
  });

  test('applies the given config, and creates other users with each request', async () => {
    const config = { regions: { Midwest: 1 }, checkInProbability: 12.5 };
    const [first, second] = [await generated(5, config), await generated(5, config)];
    expect(first).toEqual(first.map(() => expect.objectContaining({ region: 'Midwest', check_in_probability: 12.5 })));
    // Their names alone can be equal by chance.
    const described = (users: object[]) => users.map((user) => ({ ...user, id: null }));
    expect(described(first)).not.toEqual(described(second));
  });

  test('creates users once for an idempotency key', async () => {
    const root = await superAdmin();
    const headers = { 'idempotency-key': randomUUID() };
    const url = '/api/workout-window/admin/ai-users/generate';
    const [first, second] = [
      await call(root, 'POST', url, { count: 2 }, headers),
      await call(root, 'POST', url, { count: 2 }, headers),
    ];
    expect([second.status, second.body]).toEqual([201, first.body]);
  });

  test('counts a failed batch, stores nothing of it, and keeps the others', async () => {
    const before = await countOf('synthetic_user');
    await sql`create function refuse_more() returns trigger language plpgsql as $$
      begin
        if (select count(*) from synthetic_user) > ${sql.lit(before + 199)} then raise exception 'canary'; end if;
        return null;
      end $$`.execute(deps.db);
    await sql`create trigger refuse_more after insert on synthetic_user execute function refuse_more()`.execute(
      deps.db,
    );
    const tables = ['profile', 'workout_window', 'workout_location', 'synthetic_user'] as const;
    const root = await superAdmin();
    const counts = await Promise.all(tables.map(countOf));
    const { status, body, text } = await generate(root, { count: 250 });
    await sql`drop function refuse_more cascade`.execute(deps.db);
    expect([status, body.created, body.failed, body.users.length]).toEqual([201, 150, 100, 150]);
    expect(body.errors).toEqual(['100 users could not be stored. Request them again.']);
    expect(text).not.toContain('canary');
    expect(await Promise.all(tables.map(countOf))).toEqual(counts.map((count) => count + 150));
  });

  test.each([
    ['no share above zero', { regions: { South: 0 } }],
    ['no share at all', { activities: {} }],
    ['a region that there is not', { regions: { Atlantis: 1 } }],
    ['a negative share', { windowSlots: { '6-8': 2, '8-10': -1 } }],
    ['a share beyond all measure', { windowSlots: { '6-8': 1e300 } }],
    ['a probability above 100', { checkInProbability: 100.5 }],
    ['a probability below 0', { checkInProbability: -1 }],
  ])('returns 400 with %s', async (_what, config) => {
    const before = await countOf('profile');
    const root = await superAdmin();
    const { status, body } = await generate(root, { count: 1, config });
    expect([status, body.code]).toEqual([400, 'synthetic-user.config-unusable']);
    expect(await countOf('profile')).toBe(before + 1);
  });

  test.each([0, -1, 1_001, 1.5, '5', null, undefined, [], 1e9])('returns 400 for the count %j', async (count) => {
    const { status, body } = await generate(await superAdmin(), { count });
    expect([status, body.code]).toEqual([400, 'request.invalid']);
  });

  test.each([null, 5, 'usual', { regions: [] }, { regions: { South: '1' } }, { checkInProbability: '85' }])(
    'returns 400 for the config %j',
    async (config) => {
      expect((await generate(await superAdmin(), { count: 1, config })).status).toBe(400);
    },
  );

  test('returns 401 or 403 for others, whatever the body, and creates nothing', async () => {
    const ada = await person();
    const before = await countOf('profile');
    for (const body of [{ count: 1 }, { count: 'x' }, undefined]) {
      expect((await generate(null, body)).status).toBe(401);
      expect((await generate(ada, body)).status).toBe(403);
    }
    expect(await countOf('profile')).toBe(before);
  });
});

const URL = '/api/workout-window/admin/ai-users';

describe('GET /api/workout-window/admin/ai-users', () => {
  test('lists synthetic users only, newest first, in pages', async () => {
    const root = await superAdmin();
    const earlier = await generated(3);
    clock.advance(1_000);
    const later = await generated(3);
    const { status, body } = await call(root, 'GET', `${URL}?limit=3`);
    expect([status, body.users]).toEqual([200, later]);
    const { body: next } = await call(root, 'GET', `${URL}?limit=2&cursor=${body.next_cursor}`);
    expect(next.users).toEqual(earlier.slice(0, 2));
    const all = await call(root, 'GET', `${URL}?limit=500`);
    expect(all.body.users.some(({ id }: { id: string }) => id === root.id)).toBe(false);
  });

  test('reads only the rows of the page', async () => {
    const { rows } = await sql<{ 'QUERY PLAN': string }>`explain select 1 from synthetic_user
      where (created_at, user_id) < (now(), ${randomUUID()}) order by created_at desc, user_id desc limit 2`.execute(
      deps.db,
    );
    expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('synthetic_user_created_at_idx');
  });

  test('returns 400 for an invalid cursor, 401 or 403 for others', async () => {
    expect((await call(await superAdmin(), 'GET', `${URL}?cursor=x`)).body.code).toBe('request.invalid-cursor');
    expect((await call(null, 'GET', URL)).status).toBe(401);
    expect((await call(await person(), 'GET', URL)).status).toBe(403);
  });
});

describe('PUT /api/workout-window/admin/ai-users/:id/toggle', () => {
  const toggle = (actor: Person | null, id: string, isActive: unknown) =>
    call(actor, 'PUT', `${URL}/${id}/toggle`, { isActive });
  const today = () => localDateOf(clock.now(), HOUSTON);
  const isInChain = async (id: string) => (await chainsOn(today())).some(({ user_id }) => user_id === id);

  test('removes a user from the chains of today, and matches them again', async () => {
    const root = await superAdmin();
    const [user] = await generated(1);
    const id = user?.id ?? '';
    clock.advance(1_000);
    const { status, body } = await toggle(root, id.toUpperCase(), false);
    expect([status, body.user]).toEqual([200, { ...user, is_active: false, updated_at: clock.now().toISOString() }]);
    expect(await isInChain(id)).toBe(false);
    clock.advance(1_000);
    expect((await toggle(root, id, true)).body.user.is_active).toBe(true);
    expect(await isInChain(id)).toBe(true);
    expect((await auditEventsAbout(id)).slice(1)).toEqual([
      ['synthetic-user.deactivate', root.id, 'profile'],
      ['synthetic-user.activate', root.id, 'profile'],
    ]);
  });

  test('keeps a user who has checked in', async () => {
    const [user] = await generated(1);
    const id = user?.id ?? '';
    await deps.db.updateTable('chain').set({ has_check_in: true }).where('user_id', '=', id).execute();
    await toggle(await superAdmin(), id, false);
    expect(await isInChain(id)).toBe(true);
  });

  test('changes and records nothing if the state is the same', async () => {
    const [user] = await generated(1);
    clock.advance(1_000);
    const { body } = await toggle(await superAdmin(), user?.id ?? '', true);
    expect(body.user).toEqual(user);
    expect(await auditEventsAbout(user?.id ?? '')).toHaveLength(1);
  });

  test.each([undefined, null, 'false', 0, {}])('returns 400 for isActive %j', async (isActive) => {
    const [user] = await generated(1);
    expect((await toggle(await superAdmin(), user?.id ?? '', isActive)).status).toBe(400);
  });

  test('returns 404 for a real user and an unknown id, 400 for an invalid id', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const window = { windowStartTime: '08:00', windowEndTime: '10:00', timezone: HOUSTON };
    await call(ada, 'POST', '/api/workout-window/setup', { activityType: 'walk', ...window });
    for (const id of [ada.id, randomUUID()]) {
      const { status, body } = await toggle(root, id, false);
      expect([status, body.code]).toEqual([404, 'synthetic-user.not-found']);
    }
    expect((await call(ada, 'GET', '/api/workout-window/my-window')).body.window.is_active).toBe(true);
    expect((await toggle(root, 'abc', false)).status).toBe(400);
  });

  test('returns 401 or 403 for others, whatever the id', async () => {
    const [user] = await generated(1);
    for (const id of [user?.id ?? '', randomUUID(), 'abc']) {
      expect((await toggle(null, id, false)).status).toBe(401);
      expect((await toggle(await person(), id, false)).status).toBe(403);
    }
    expect(await isInChain(user?.id ?? '')).toBe(true);
  });
});

describe('DELETE /api/workout-window/admin/ai-users/:id', () => {
  const remove = (actor: Person | null, id: string) => call(actor, 'DELETE', `${URL}/${id}`);
  const MESSAGE = { message: 'The synthetic user and all their data are deleted.' };

  /** Counts the rows of all tables that reference a user, except the audit log. */
  async function tracesOf(id: string): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`
      select quote_ident(table_name) as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'
        -- Events are deleted within an hour.
        and table_name not in ('audit_log', 'event', 'event_outbox')`.execute(deps.db);
    const found: string[] = [];
    for (const { name } of rows) {
      const { rows: hits } = await sql`
        select from ${sql.raw(name)} whole where whole::text like ${`%${id}%`} limit 1`.execute(deps.db);
      if (hits.length > 0) found.push(name);
    }
    return found;
  }

  /** Three of a city who follow each other, of one squad, on the day that it is there. */
  async function trio() {
    const users = await generated(6, { regions: { South: 1 }, windowSlots: { '6-8': 1, '8-10': 1, '12-14': 1 } });
    const date = localDateOf(clock.now(), HOUSTON);
    return { users, date };
  }

  test('deletes all data of the user, and closes the gap in chains', async () => {
    const root = await superAdmin();
    const { users, date } = await trio();
    const [victim] = users.filter(({ window_start_time }) => window_start_time === '08:00');
    const id = victim?.id ?? '';
    clock.advance(1_000);
    expect(await tracesOf(id)).toEqual(
      expect.arrayContaining(['chain', 'profile', 'squad', 'synthetic_user', 'workout_location', 'workout_window']),
    );
    const { status, body } = await remove(root, id);
    expect([status, body]).toEqual([200, MESSAGE]);
    expect(await tracesOf(id)).toEqual([]);
    expect((await auditEventsAbout(id)).at(-1)).toEqual(['synthetic-user.delete', root.id, 'profile']);
    const rows = (await chainsOn(date)).filter(({ user_id }) => users.some((user) => user.id === user_id));
    expect(rows).toHaveLength(5);
    const last = users.filter(({ window_start_time }) => window_start_time === '12:00').map((user) => user.id);
    for (const row of rows.filter(({ user_id }) => last.includes(user_id))) {
      expect(users.map((user) => user.id)).toContain(row.before_user_id);
    }
  });

  test('keeps the other two members of a squad of three, also on past days', async () => {
    const { date } = await trio();
    const rows = await chainsOn(date);
    const squadId = rows.find(({ squad_id }) => squad_id !== null)?.squad_id ?? '';
    const members = rows.filter(({ squad_id }) => squad_id === squadId).map(({ user_id }) => user_id);
    expect(members).toHaveLength(3);
    // That date is not matched again days later.
    clock.advance(3 * 24 * 3_600_000);
    await remove(await superAdmin(), members[1] ?? '');
    const squad = deps.db.selectFrom('squad').select(['user_1_id', 'user_2_id', 'user_3_id']).where('id', '=', squadId);
    const left = Object.values((await squad.executeTakeFirstOrThrow()) satisfies object).filter((one) => one !== null);
    expect(left.toSorted()).toEqual(members.filter((one) => one !== members[1]).toSorted());
    expect((await chainsOn(date)).filter(({ squad_id }) => squad_id === squadId)).toHaveLength(2);
  });

  test('deletes check-ins with their files', async () => {
    const { users, date } = await trio();
    const id = users[0]?.id ?? '';
    const now = clock.now();
    await deps.storage.put('photos/theirs.webp', gifOf(1));
    await deps.db
      .insertInto('check_in')
      .values({
        id: randomUUID(),
        user_id: id,
        date,
        timezone: HOUSTON,
        activity_type: 'walk',
        within_window: true,
        photo_key: 'photos/theirs.webp',
        photo_digest: Buffer.alloc(32),
        photo_fingerprint: Buffer.alloc(32),
        photo_timestamp: now,
        continues_chain: false,
        created_at: now,
      })
      .execute();
    expect((await remove(await superAdmin(), id)).status).toBe(200);
    expect(await tracesOf(id)).toEqual([]);
    expect(await deps.storage.read('photos/theirs.webp')).toBeNull();
  });

  test('ends an impersonation of the user', async () => {
    const root = await superAdmin();
    const [user] = await generated(1);
    const target = { target_id: user?.id, reason: 'To look into it' };
    const { body } = await call(root, 'POST', '/api/admin/impersonate', target);
    const inPlace = { ...root, token: body.token };
    expect((await call(inPlace, 'GET', '/api/user/profile')).status).toBe(200);
    await remove(root, user?.id ?? '');
    expect((await call(inPlace, 'GET', '/api/user/profile')).body.code).toBe('auth.impersonation-ended');
  });

  test('deletes a member of a group, and returns 400 for an owner or admin', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const [member, owner, lead] = (await generated(3)).map(({ id }) => ({ id, email: '', token: '' })) as [
      Person,
      Person,
      Person,
    ];
    const org = await createOrganization(deps, ada, [member, lead]);
    await createTeam(deps, org, lead, [member]);
    await createOrganization(deps, owner);
    expect((await remove(root, member.id)).status).toBe(200);
    for (const { id } of [owner, lead]) {
      const { status, body } = await remove(root, id);
      expect([status, body.code]).toEqual([400, 'synthetic-user.in-charge']);
      expect(await tracesOf(id)).toContain('synthetic_user');
      expect(await auditEventsAbout(id)).toHaveLength(1);
    }
  });

  test('returns 404 for a real user, an unknown id and a repeated call, 400 for an invalid id', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const [user] = await generated(1);
    await remove(root, user?.id ?? '');
    for (const id of [ada.id, randomUUID(), user?.id ?? '']) {
      const { status, body } = await remove(root, id);
      expect([status, body.code]).toEqual([404, 'synthetic-user.not-found']);
    }
    expect((await call(ada, 'GET', '/api/user/profile')).status).toBe(200);
    expect((await remove(root, 'abc')).status).toBe(400);
  });

  test('returns 401 or 403 for others, whatever the id', async () => {
    const [user] = await generated(1);
    for (const id of [user?.id ?? '', randomUUID(), 'abc']) {
      expect((await remove(null, id)).status).toBe(401);
      expect((await remove(await person(), id)).status).toBe(403);
    }
    expect(await tracesOf(user?.id ?? '')).toContain('profile');
  });
});

describe('synthetic user', () => {
  test('is marked in all responses', async () => {
    const [root, ada] = [await superAdmin(), await person()];
    const [user] = await generated(1);
    const robot = { id: user?.id ?? '', email: `${user?.id}@synthetic.invalid`, token: '' };
    const org = await createOrganization(deps, ada, [robot]);
    const team = await createTeam(deps, org, ada, [robot]);
    const labelsAt = async (url: string, list: string, actor = ada) =>
      Object.fromEntries(
        (await call(actor, 'GET', url)).body[list].map((one: Record<string, unknown>) => [
          one.user_id ?? one.id,
          one.is_ai,
        ]),
      );
    for (const url of [`/api/organizations/${org}/members`, `/api/teams/${team}/members`]) {
      expect(await labelsAt(url, 'members')).toEqual({ [ada.id]: false, [robot.id]: true });
    }
    expect(await labelsAt(`/api/users/search?q=${robot.email}`, 'users')).toEqual({ [robot.id]: true });
    expect(await labelsAt('/api/admin/users', 'users', root)).toMatchObject({ [ada.id]: false, [robot.id]: true });
  });
});
