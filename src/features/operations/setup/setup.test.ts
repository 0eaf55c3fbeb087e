import { describe, expect, test } from 'vitest';
import { insertJobRun, updateJobRun } from '#platform/jobs/job-run.store.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { BACKUP_RUN } from '../backup/backup.schema.ts';

const { call, clock, deps, person, superAdmin } = await startTestApp();
const away = await startTestApp({
  environment: { PUBLIC_URL: 'https://meadow.example', EMAIL_FROM: 'Our meadow <post@meadow.example>' },
});
const manual = await startTestApp({ environment: { BACKUP_DIR: 'off' } });

describe('GET /api/admin/setup', () => {
  test('tells address, sign-up, services, places, and the last backup that succeeded', async () => {
    const root = await superAdmin();
    const { status, body } = await call(root, 'GET', '/api/admin/setup');
    expect([status, body]).toEqual([
      200,
      {
        public_url: 'http://meadow.test',
        is_public_url_local: false,
        is_encrypted: false,
        sign_up: null,
        services: { ai: true, payment: true, music: true, push: true, mail: false },
        mail_sender: 'Meadow <meadow@meadow.test>',
        database: 'embedded',
        files: 'folder',
        next_backup_at: expect.stringMatching(/T04:30:00\.000Z$/),
        last_backup_at: null,
      },
    ]);
    const now = clock.now();
    for (const result of [{}, null]) {
      const id = deps.ids.next();
      await insertJobRun(deps.db, { id, job: BACKUP_RUN, now });
      await updateJobRun(deps.db, id, { result, now });
    }
    expect((await call(root, 'GET', '/api/admin/setup')).body.last_backup_at).toBe(now.toISOString());
  });

  test('tells that the address is encrypted', async () => {
    const { body } = await away.call(await away.superAdmin(), 'GET', '/api/admin/setup');
    expect(body).toMatchObject({
      public_url: 'https://meadow.example',
      is_encrypted: true,
      mail_sender: 'Our meadow <post@meadow.example>',
    });
  });

  test('tells that no backup is scheduled where the server makes none', async () => {
    const root = await manual.superAdmin();
    expect((await manual.call(root, 'GET', '/api/admin/setup')).body.next_backup_at).toBeNull();
  });

  test('returns 401 without a token and 403 to users', async () => {
    expect((await call(null, 'GET', '/api/admin/setup')).status).toBe(401);
    expect((await call(await person(), 'GET', '/api/admin/setup')).status).toBe(403);
  });
});
