import { type Rows, row } from './matrix.ts';

const SETUP = { activityType: 'walk', windowStartTime: '07:00', windowEndTime: '09:00', timezone: 'Europe/Berlin' };

export const WORKOUT_WINDOW_ROWS: Rows = {
  'POST /api/workout-window/setup': row('401 401 | 201 201 201 201 | 201', () => ({ body: SETUP })),
  'GET /api/workout-window/my-window': row('401 401 | 200 200 200 200 | 200'),
  'DELETE /api/workout-window/my-window': row('401 401 | 200 200 200 200 | 200'),
  'PUT /api/workout-window/update-location': row('401 401 | 200 200 200 200 | 200', () => ({
    body: { city: 'Berlin' },
  })),
  'POST /api/workout-window/generate-chains': row('401 401 | 200 200 200 200 | 200', () => ({ body: {} })),
  // Jobs take a secret, and no token of anybody's.
  'POST /api/workout-window/cron/generate-chains': row('401 401 | 401 401 401 401 | 401'),
};
