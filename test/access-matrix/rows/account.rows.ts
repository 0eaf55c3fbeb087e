import { formOf } from '../../multipart.ts';
import { gifOf } from '../../pictures.ts';
import { type Rows, row } from '../matrix.ts';

export const ACCOUNT_ROWS: Rows = {
  'POST /api/auth/verify': row('200 200 | 200 200 200 200 | 200', ({ people }) => ({
    body: { token: people.owner.token },
  })),
  'GET /api/user/profile': row('401 401 | 200 200 200 200 | 200'),
  'PUT /api/user/profile': row('401 401 | 200 200 200 200 | 200', () => ({ body: { full_name: 'Ada' } })),
  'POST /api/user/avatar': row('401 401 | 200 200 200 200 | 200', () => formOf({ avatar: gifOf(1) })),
  'DELETE /api/user/avatar': row('401 401 | 200 200 200 200 | 200'),
  // Avatars are for everybody who has their address.
  'GET /media/*': row('200 200 | 200 200 200 200 | 200', async ({ app, people }) => {
    const { body, headers } = await formOf({ avatar: gifOf(1) });
    const answer = await app.call(people.owner, 'POST', '/api/user/avatar', body, headers);
    return { path: { '*': new URL(answer.body.profile.avatar_url).pathname.replace('/media/', '') } };
  }),
};
