import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createOrganization, createTeam } from '#test/groups.ts';
import { type Person, startTestApp } from '#test/start-test-app.ts';

const app = await startTestApp();
const { call, deps, person, superAdmin } = app;

const read = (actor: Person | null, id: string) => call(actor, 'GET', `/api/users/${id}`);
const NOT_FOUND = { status: 404, code: 'user.not-found' };

async function outcomeOf(actor: Person, id: string) {
  const { status, body } = await read(actor, id);
  return { status, code: body.code };
}

const KNOWN = { status: 200, code: undefined };

async function colleagues(): Promise<[Person, Person]> {
  const [ada, ben] = [await person({ name: 'Ada' }), await person({ name: 'Ben' })];
  await createOrganization(deps, ada, [ben]);
  return [ada, ben];
}

const deactivate = ({ id }: Person) =>
  deps.db.updateTable('profile').set({ is_active: false }).where('id', '=', id).execute();

describe('GET /api/users/:id', () => {
  test('returns a user with the groups that both belong to', async () => {
    const [ada, ben] = [await person(), await person({ name: 'Ben' })];
    const organization = await createOrganization(deps, ada, [ben]);
    const team = await createTeam(deps, organization, ada, [ben]);
    await createTeam(deps, organization, ada);
    const { status, body } = await read(ada, ben.id);
    expect([status, body]).toEqual([
      200,
      {
        user: {
          id: ben.id,
          full_name: 'Ben',
          avatar_url: null,
          is_ai: false,
          shared_organizations: [{ id: organization, name: 'An organization' }],
          shared_teams: [{ id: team, name: 'A team' }],
          is_blocked: false,
        },
      },
    ]);
  });

  test('returns yourself', async () => {
    const ada = await person();
    expect(await outcomeOf(ada, ada.id)).toEqual(KNOWN);
  });

  test('returns 404 for a stranger and for an unknown id, with the same body', async () => {
    const [ada, ben] = [await person(), await person()];
    expect([await outcomeOf(ada, ben.id), await outcomeOf(ada, randomUUID())]).toEqual([NOT_FOUND, NOT_FOUND]);
  });

  test('returns the author of an entry that the caller may see, until it is private', async () => {
    const [ada, ben] = [await person(), await person()];
    const entry = { title: 'Rain', content: '', mood: 'calm', metadata_visibility: 'public' };
    const { body } = await call(ben, 'POST', '/api/journal', entry);
    expect(await outcomeOf(ada, ben.id)).toEqual(KNOWN);
    await call(ben, 'PUT', `/api/journal/${body.entry.id}`, { metadata_visibility: 'user' });
    expect(await outcomeOf(ada, ben.id)).toEqual(NOT_FOUND);
  });

  test('returns the sender and the recipient of a drop to each other', async () => {
    const [ada, ben] = await colleagues();
    const drop = { recipient_id: ben.id, drop_type: 'encouragement', content: 'Go on!' };
    const sent = await call(ada, 'POST', '/api/encouragement-drops/send', drop);
    expect(sent.status, sent.text).toBe(201);
    await deps.db.deleteFrom('organization_member').where('user_id', '=', ben.id).execute();
    expect([await outcomeOf(ada, ben.id), await outcomeOf(ben, ada.id)]).toEqual([KNOWN, KNOWN]);
  });

  test('returns neighbours in a chain and members of a squad', async () => {
    const [ada, ben, eve] = [await person(), await person(), await person()];
    const now = deps.clock.now();
    const squad = deps.ids.next();
    const place = { date: '2026-03-01', team_color: 'red' as const, created_at: now };
    const members = { user_1_id: ada.id, user_2_id: eve.id };
    await deps.db
      .insertInto('squad')
      .values({ id: squad, ...place, ...members })
      .execute();
    const link = { id: deps.ids.next(), ...place, match_group: 'somewhere', user_id: ada.id, after_user_id: ben.id };
    await deps.db
      .insertInto('chain')
      .values({ ...link, squad_id: squad } as never)
      .execute();
    expect([await outcomeOf(ada, ben.id), await outcomeOf(ada, eve.id)]).toEqual([KNOWN, KNOWN]);
  });

  test('returns 404 for a user who has blocked the caller, and the other way round the user with is_blocked', async () => {
    const [ada, ben] = await colleagues();
    await call(ada, 'POST', `/api/users/${ben.id}/block`);
    expect(await outcomeOf(ben, ada.id)).toEqual(NOT_FOUND);
    expect((await read(ada, ben.id)).body.user).toMatchObject({ id: ben.id, is_blocked: true });
  });

  test('returns 404 for a deactivated user, but not to a super admin', async () => {
    const [ada, ben] = await colleagues();
    await deactivate(ben);
    expect(await outcomeOf(ada, ben.id)).toEqual(NOT_FOUND);
    expect(await outcomeOf(await superAdmin(), ben.id)).toEqual(KNOWN);
  });

  test('returns 400 for what is no id, and 401 without a token', async () => {
    const ada = await person();
    expect([(await read(ada, 'ada')).status, (await read(null, ada.id)).status]).toEqual([400, 401]);
  });
});
