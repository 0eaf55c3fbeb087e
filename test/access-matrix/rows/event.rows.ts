import { type Rows, row } from '../matrix.ts';

export const EVENT_ROWS: Rows = {
  'GET /api/events': row('401 401 | 200 200 200 200 | 200', () => ({ isEndless: true })),
  'POST /api/events/ticket': row('401 401 | 200 200 200 200 | 200'),
};
