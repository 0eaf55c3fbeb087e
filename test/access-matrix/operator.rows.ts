import { type Rows, row } from './matrix.ts';

export const OPERATOR_ROWS: Rows = {
  'GET /health': row('200 200 | 200 200 200 200 | 200'),
  'GET /health/ready': row('200 200 | 200 200 200 200 | 200'),
  'GET /metrics': row('200 200 | 200 200 200 200 | 200'),
  'GET /openapi.json': row('200 200 | 200 200 200 200 | 200'),
};
