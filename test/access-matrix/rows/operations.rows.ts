import { type Rows, row } from '../matrix.ts';

export const OPERATIONS_ROWS: Rows = {
  'POST /api/cron/apply-retention': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/cron/erase-accounts': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/cron/fold-entries': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/cron/fold-messages': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/cron/fold-names': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/cron/make-partitions': row('401 401 | 401 401 401 401 | 401'),
  'GET /': row('200 200 | 200 200 200 200 | 200'),
  'GET /favicon.ico': row('200 200 | 200 200 200 200 | 200'),
  'GET /api/config': row('200 200 | 200 200 200 200 | 200'),
  'GET /health': row('200 200 | 200 200 200 200 | 200'),
  'GET /health/ready': row('200 200 | 200 200 200 200 | 200'),
  'GET /metrics': row('200 200 | 200 200 200 200 | 200'),
  'GET /api/admin/setup': row('401 401 | 403 403 403 403 | 200'),
  'GET /api/admin/health': row('401 401 | 403 403 403 403 | 200'),
  'GET /openapi.json': row('200 200 | 200 200 200 200 | 200'),
};
