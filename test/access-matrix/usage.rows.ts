import { type Rows, row } from './matrix.ts';

export const USAGE_ROWS: Rows = {
  'GET /api/token-usage/summary': row('401 401 | 200 200 200 200 | 200'),
};
