import { type Rows, row } from './matrix.ts';

export const ACCOUNT_ROWS: Rows = {
  'POST /api/auth/verify': row('200 200 | 200 200 200 200 | 200', ({ people }) => ({
    body: { token: people.owner.token },
  })),
  'GET /api/user/profile': row('401 401 | 200 200 200 200 | 200'),
  'PUT /api/user/profile': row('401 401 | 200 200 200 200 | 200', () => ({ body: { full_name: 'Ada' } })),
};
