import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** An export of the owner that is ready. */
const ownExport = async ({ app, people }: Scenario) => {
  const { db, ids, clock } = app.deps;
  const id = ids.next();
  const now = clock.now();
  const expiresAt = new Date(now.getTime() + 24 * 60 * 60 * 1_000);
  const row = {
    id,
    user_id: people.owner.id,
    status: 'ready' as const,
    size_bytes: 1,
    created_at: now,
    expires_at: expiresAt,
  };
  await db.insertInto('data_export').values(row).execute();
  await app.deps.storage.put(`exports/${id}.zip`, Buffer.from('x'));
  return { path: { id } };
};

/** Deletes earlier exports, since they count toward a limit. */
const noExports = async ({ app }: Scenario) => {
  await app.deps.db.deleteFrom('data_export').execute();
  return {};
};

export const DATA_RIGHTS_ROWS: Rows = {
  'POST /api/user/exports': row('401 401 | 201 201 201 201 | 201', noExports),
  'GET /api/user/exports': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/user/exports/:id': row('401 401 | 404 404 404 200 | 404', ownExport),
  'GET /api/user/exports/:id/download': row('401 401 | 404 404 404 200 | 404', ownExport),
  'DELETE /api/user/exports/:id': row('401 401 | 404 404 404 200 | 404', ownExport),
  'GET /api/user/export': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/cron/build-exports': row('401 401 | 401 401 401 401 | 401'),
};
