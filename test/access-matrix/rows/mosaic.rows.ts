import { type Rows, row } from '../matrix.ts';

const ask = () => ({ path: { date: '2026-01-02' } });

export const MOSAIC_ROWS: Rows = {
  'GET /api/mosaics': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/workout-window/mosaic/:date': row('401 401 | 200 200 200 200 | 200', ask),
  'POST /api/workout-window/mosaic/generate/:date': row('401 401 | 403 403 403 403 | 200', ask),
};
