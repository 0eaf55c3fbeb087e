import { type Rows, row } from './matrix.ts';

export const ADMINISTRATION_ROWS: Rows = {
  'GET /api/admin/audit-log': row('401 401 | 403 403 403 403 | 200'),
};
