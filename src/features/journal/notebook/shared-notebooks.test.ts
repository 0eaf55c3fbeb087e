import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { countStatements } from '#test/count-statements.ts';
import { createCommunity, createTeam, deleteTeamMember } from '#test/groups.ts';
import { costsOf, settle } from '#test/plans.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';
import { listNotebooks } from './notebook.actions.ts';
import { listNotebooksSharedWith } from './notebook.store.ts';

const app = await startTestApp();
const { person, superAdmin, call, deps, clock, databaseUrl } = app;

async function create(owner: Person, name: string, fields: object = {}): Promise<string> {
  clock.advance(1);
  const { status, body, text } = await call(owner, 'POST', '/api/notebooks', { name, ...fields });
  expect(status, text).toBe(201);
  return body.notebook.id;
}

async function namesFor(viewer: Person, limit = 500): Promise<string[]> {
  const names: string[] = [];
  let cursor: string | null = null;
  do {
    const query: string = new URLSearchParams({
      scope: 'shared',
      limit: String(limit),
      ...(cursor && { cursor }),
    }).toString();
    const { status, body } = await call(viewer, 'GET', `/api/notebooks?${query}`);
    expect(status).toBe(200);
    names.push(...body.notebooks.map(({ name }: { name: string }) => name));
    cursor = body.next_cursor;
  } while (cursor !== null);
  return names;
}

describe('GET /api/notebooks?scope=shared', () => {
  test('lists the notebooks of others that the viewer may see, newest first', async () => {
    const { owner, lead, member, colleague, stranger, org, team } = await createCommunity(app);
    const groups = { org_id: org, team_id: team };
    const notebooks = {
      private: await create(lead, 'private', groups),
      'content only': await create(lead, 'content only', { content_visibility: 'public' }),
      team: await create(lead, 'team', { metadata_visibility: 'team', ...groups }),
      org: await create(lead, 'org', { metadata_visibility: 'org', ...groups }),
      public: await create(lead, 'public', { metadata_visibility: 'public', ...groups }),
    };
    expect(await namesFor(await person())).toEqual(['public']);
    expect(await namesFor(lead)).toEqual([]);
    for (const limit of [1, 2, 500]) {
      expect(await namesFor(member, limit)).toEqual(['public', 'org', 'team']);
      expect(await namesFor(colleague, limit)).toEqual(['public', 'org']);
      expect(await namesFor(owner, limit)).toEqual(['public', 'org']);
      expect(await namesFor(stranger, limit)).toEqual(['public']);
      expect(await namesFor(await superAdmin(), limit)).toEqual(['public']);
    }
    const listed = (await call(member, 'GET', '/api/notebooks?scope=shared')).body.notebooks;
    for (const notebook of listed) {
      expect((await call(member, 'GET', `/api/notebooks/${notebook.id}`)).body.notebook).toEqual(notebook);
      expect(notebook).toMatchObject({ user_id: lead.id, audience: null });
    }
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([notebooks.public, notebooks.org, notebooks.team]);

    await deleteTeamMember(deps, team, member);
    expect(await namesFor(member)).toEqual(['public', 'org']);
    await deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', lead.id).execute();
    expect(await namesFor(member)).toEqual([]);
  });

  test('lists own notebooks by default, and rejects other scopes', async () => {
    const ada = await person();
    await create(ada, 'own', { metadata_visibility: 'public' });
    const own = (await call(ada, 'GET', '/api/notebooks')).body;
    expect(own.notebooks).toMatchObject([{ name: 'own' }]);
    expect((await call(ada, 'GET', '/api/notebooks?scope=mine')).body).toEqual(own);
    expect((await call(ada, 'GET', '/api/notebooks?scope=all')).status).toBe(400);
  });

  test('needs two statements and reads each audience from an index', async () => {
    const { lead, member, org } = await createCommunity(app);
    for (let count = 0; count < 5; count += 1) await createTeam(deps, org, lead, [member]);
    await sql`
      insert into notebook (id, user_id, name, metadata_visibility, team_id, org_id, created_at, updated_at)
      select gen_random_uuid(), ${lead.id}, 'N', level, team.id, ${org}::uuid, now() - n * interval '1 second', now()
      from generate_series(1, 1000) as n, unnest(array['user', 'team', 'org', 'public']) as level, team where team.org_id = ${org}`.execute(
      deps.db,
    );
    await settle(deps.db, 'notebook', 'profile');
    const actor = { userId: member.id, isSuperAdmin: false } as Parameters<typeof listNotebooks>[1];
    const { db, count } = countStatements(deps.db);
    expect((await listNotebooks({ ...deps, db }, actor, { scope: 'shared', limit: 50 })).notebooks).toHaveLength(50);
    expect(count()).toBe(2);
    for (const { buffers, outline } of await costsOf(databaseUrl, (one) =>
      listNotebooksSharedWith(one, member.id, null, 51),
    )) {
      expect(buffers, outline.join('\n')).toBeLessThan(2_000);
    }
  });
});
