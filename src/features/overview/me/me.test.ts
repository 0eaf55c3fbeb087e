import { describe, expect, test } from 'vitest';
import { notifyAfterwards } from '#features/notification';
import { createOrganization, createTeam } from '#test/groups.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { notificationTo } from '../../notification/test-notifications.ts';

const app = await startTestApp();
const { call, deps, person } = app;

const readMe = async (actor: Parameters<typeof call>[0]) => (await call(actor, 'GET', '/api/me')).body;

describe('GET /api/me', () => {
  test('returns the profile and nothing else of a new user', async () => {
    const ada = await person({ name: 'Ada' });
    const { profile } = (await call(ada, 'GET', '/api/user/profile')).body;
    expect(await readMe(ada)).toEqual({
      profile,
      is_email_verification_required: false,
      unread_notifications: 0,
      unread_drops: 0,
      unread_messages: 0,
      drops_to_send: 5,
      subscription: null,
      organizations: [],
      teams: [],
      window: null,
      time_zone: null,
    });
  });

  test('returns groups with roles, the window and unread counts', async () => {
    const [ada, ben] = [await person(), await person()];
    const organization = await createOrganization(deps, ada, [ben]);
    const team = await createTeam(deps, organization, ben);
    const setup = { activityType: 'walk', windowStartTime: '07:00', windowEndTime: '09:00', timezone: 'Europe/Lisbon' };
    expect((await call(ben, 'POST', '/api/workout-window/setup', setup)).status).toBe(201);
    const drop = { recipient_id: ben.id, drop_type: 'encouragement', content: 'Go on!' };
    expect((await call(ada, 'POST', '/api/encouragement-drops/send', drop)).status).toBe(201);
    await notifyAfterwards(deps, [notificationTo(ben)]);

    expect((await call(ada, 'POST', `/api/chat/rooms/${organization}/messages`, { content: 'Hello' })).status).toBe(
      201,
    );

    expect(await readMe(ben)).toMatchObject({
      unread_notifications: 2,
      unread_drops: 1,
      unread_messages: 1,
      drops_to_send: 5,
      organizations: [{ id: organization, name: 'An organization', user_role: 'member', is_accepted: true }],
      teams: [{ id: team, name: 'A team', org_id: organization, user_role: 'admin', is_accepted: true }],
      window: { user_id: ben.id, activity_type: 'walk', is_active: true },
    });
    expect(await readMe(ada)).toMatchObject({ drops_to_send: 4, organizations: [{ user_role: 'owner' }], teams: [] });
  });

  test('does not count drops of blocked users', async () => {
    const [ada, ben] = [await person(), await person()];
    const drop = { recipient_id: ben.id, drop_type: 'encouragement', content: 'Go on!' };
    await call(ada, 'POST', '/api/encouragement-drops/send', drop);
    await call(ben, 'POST', `/api/users/${ada.id}/block`);
    expect(await readMe(ben)).toMatchObject({ unread_drops: 0 });
  });

  test('returns 401 without a token', async () => {
    expect((await call(null, 'GET', '/api/me')).status).toBe(401);
  });
});
