import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** Creates a user that the owner has blocked. All others may block this user too. */
const blockedId = async ({ person, made }: Scenario) => {
  const { id } = await person();
  await made(`/api/users/${id}/block`, 'message', undefined);
  return { path: { id } };
};

export const BLOCK_ROWS: Rows = {
  'GET /api/users/blocked': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/users/:id/block': row('401 401 | 200 200 200 200 | 200', blockedId),
  'DELETE /api/users/:id/block': row('401 401 | 200 200 200 200 | 200', blockedId),
};
