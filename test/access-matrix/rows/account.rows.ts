import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { formOf } from '../../multipart.ts';
import { createPersonalToken } from '../../personal-token.ts';
import { gifOf } from '../../pictures.ts';
import { type Rows, row } from '../matrix.ts';

export const ACCOUNT_ROWS: Rows = {
  'POST /api/auth/verify': row('200 200 | 200 200 200 200 | 200', ({ people }) => ({
    body: { token: people.owner.token },
  })),
  // A matrix has a super admin, so the first run is over.
  'POST /api/first-run/check': row('409 409 | 409 409 409 409 | 409', () => ({ body: { code: 'no-code' } })),
  'POST /api/first-run': row('401 401 | 409 409 409 409 | 409', () => ({ body: { code: 'no-code' } })),
  'GET /api/user/profile': row('401 401 | 200 200 200 200 | 200'),
  'PUT /api/user/profile': row('401 401 | 200 200 200 200 | 200', () => ({ body: { full_name: 'Ada' } })),
  'POST /api/user/avatar': row('401 401 | 200 200 200 200 | 200', () => formOf({ avatar: gifOf(1) })),
  'DELETE /api/user/avatar': row('401 401 | 200 200 200 200 | 200'),
  // Callers keep their accounts: a deletion would end the scenario. Its own test deletes.
  'DELETE /api/user/account': row('401 401 | 400 400 400 400 | 400', () => ({ body: { confirm: 'no' } })),
  'POST /api/user/account/restore': row('401 401 | 409 409 409 409 | 409'),
  'GET /api/sessions': row('401 401 | 200 200 200 200 | 200'),
  'DELETE /api/sessions': row('401 401 | 200 200 200 200 | 200'),
  'DELETE /api/sessions/:id': row('401 401 | 404 404 404 200 | 404', async ({ app, people }) => {
    const id = randomUUID();
    await sql`
      with account as (
        insert into identity_user ("id", "name", "email", "emailVerified", "createdAt", "updatedAt")
        values (${people.owner.id}, 'Owner', ${`${people.owner.id}@people.test`}, false, now(), now()) on conflict do nothing
      )
      insert into identity_session ("id", "expiresAt", "token", "updatedAt", "userId")
      values (${id}, now() + interval '1 day', ${id}, now(), ${people.owner.id})`.execute(app.deps.db);
    return { path: { id } };
  }),
  'GET /api/user/tokens': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/user/tokens': row('401 401 | 201 201 201 201 | 201', () => ({
    body: { name: 'Script', scopes: ['goals'] },
  })),
  'PATCH /api/user/tokens/:id': row('401 401 | 404 404 404 200 | 404', async ({ app, people }) => ({
    path: { id: (await createPersonalToken(app, people.owner, ['goals'])).tokenId },
    body: { name: 'Other' },
  })),
  'DELETE /api/user/tokens/:id': row('401 401 | 404 404 404 200 | 404', async ({ app, people }) => ({
    path: { id: (await createPersonalToken(app, people.owner, ['goals'])).tokenId },
  })),
  // Avatars are public for callers that know the URL.
  'GET /media/*': row('200 200 | 200 200 200 200 | 200', async ({ app, people }) => {
    const { body, headers } = await formOf({ avatar: gifOf(1) });
    const response = await app.call(people.owner, 'POST', '/api/user/avatar', body, headers);
    return { path: { '*': new URL(response.body.profile.avatar_url).pathname.replace('/media/', '') } };
  }),
};
