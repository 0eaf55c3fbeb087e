import { type Rows, row } from '../matrix.ts';

export const USAGE_ROWS: Rows = {
  'GET /api/token-usage/summary': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/admin/conversion/rates': row('401 401 | 403 403 403 403 | 200'),
  'POST /api/admin/conversion/rates': row('401 401 | 403 403 403 403 | 201', () => ({
    body: { tokens_per_drop: 1_000 },
  })),
};
