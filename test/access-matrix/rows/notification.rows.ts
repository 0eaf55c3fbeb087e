import { createECDH, randomUUID } from 'node:crypto';
import { notifyAfterwards } from '#features/notification';
import { notificationTo } from '../../../src/features/notification/test-notifications.ts';
import { type Rows, row } from '../matrix.ts';

const endpoint = () => `https://fcm.googleapis.com/fcm/send/${randomUUID()}`;

const device = () => ({
  endpoint: endpoint(),
  keys: { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
});

export const NOTIFICATION_ROWS: Rows = {
  'GET /api/notifications': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/notifications/:id/read': row('401 401 | 404 404 404 200 | 404', async ({ app, people }) => {
    const { id } = people.owner;
    await notifyAfterwards(app.deps, [notificationTo({ id })]);
    const told = app.deps.db.selectFrom('notification').select('id').where('user_id', '=', id).orderBy('id', 'desc');
    return { path: { id: (await told.executeTakeFirstOrThrow()).id } };
  }),
  'DELETE /api/notifications/:id': row('401 401 | 404 404 404 200 | 404', async ({ app, people }) => {
    const { id } = people.owner;
    await notifyAfterwards(app.deps, [notificationTo({ id })]);
    const stored = app.deps.db.selectFrom('notification').select('id').where('user_id', '=', id).orderBy('id', 'desc');
    return { path: { id: (await stored.executeTakeFirstOrThrow()).id } };
  }),
  'GET /api/notifications/preferences': row('401 401 | 200 200 200 200 | 200'),
  'PATCH /api/notifications/preferences': row('401 401 | 200 200 200 200 | 200', () => ({
    body: { kinds: [{ kind: 'baton_pass', push: false }] },
  })),
  'POST /api/notifications/read-all': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/notifications/devices': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/notifications/devices': row('401 401 | 201 201 201 201 | 201', () => ({ body: device() })),
  'DELETE /api/notifications/devices': row('401 401 | 404 404 404 200 | 404', async (scenario) => ({
    body: await scenario.made('/api/notifications/devices', 'device', device()),
  })),
};
