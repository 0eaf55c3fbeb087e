import { type Rows, row } from '../matrix.ts';

const URL = '/api/encouragement-drops';

export const BADGE_ROWS: Rows = {
  [`GET ${URL}/badge`]: row('401 401 | 200 200 200 200 | 200'),
  [`GET ${URL}/badge/:userId`]: row('401 401 | 200 200 200 200 | 200', async ({ person }) => ({
    path: { userId: (await person()).id },
  })),
  [`POST ${URL}/badge/update`]: row('401 401 | 200 200 200 200 | 200'),
  [`POST ${URL}/badges/bulk`]: row('401 401 | 200 200 200 200 | 200', async ({ person }) => ({
    body: { user_ids: [(await person()).id] },
  })),
  [`GET ${URL}/badge/milestones`]: row('401 401 | 200 200 200 200 | 200', async ({ person }) => ({
    query: `user_id=${(await person()).id}`,
  })),
  [`GET ${URL}/leaderboard`]: row('401 401 | 200 200 200 200 | 200'),
  [`GET ${URL}/badge-definitions`]: row('401 401 | 200 200 200 200 | 200'),
  [`POST ${URL}/admin/process-engagement`]: row('401 401 | 403 403 403 403 | 200'),
  // Jobs require a cron secret. Access tokens are rejected.
  [`POST ${URL}/cron/process-engagement`]: row('401 401 | 401 401 401 401 | 401'),
};
