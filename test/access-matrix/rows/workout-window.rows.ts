import { formOf } from '../../multipart.ts';
import { drawnPicture } from '../../pictures.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const SETUP = { activityType: 'walk', windowStartTime: '07:00', windowEndTime: '09:00', timezone: 'Europe/Berlin' };

const on = (date: string) => () => ({ path: { date } });
const today = on('2026-11-18');

let photos = 0;

/** Gives each user a window without a check-in, and returns the form. */
async function checkInForm({ app, people }: Scenario) {
  for (const person of Object.values(people)) await app.call(person, 'POST', '/api/workout-window/setup', SETUP);
  await app.deps.db.deleteFrom('check_in').execute();
  photos += 1;
  const photo = await drawnPicture(`matrix ${photos}`).jpeg().toBuffer();
  const { body, headers } = await formOf({ photo, activityType: 'walk' });
  return { body, headers };
}

/** Creates a check-in of a user. */
async function checkInId(scenario: Scenario) {
  const { app, person } = scenario;
  const owner = await person();
  await app.call(owner, 'POST', '/api/workout-window/setup', SETUP);
  const form = await checkInForm(scenario);
  const response = await app.call(owner, 'POST', '/api/workout-window/checkin', form.body, form.headers);
  await app.deps.background.drain();
  return { path: { id: response.body.checkin.id } };
}

export const WORKOUT_WINDOW_ROWS: Rows = {
  'POST /api/workout-window/setup': row('401 401 | 201 201 201 201 | 201', () => ({ body: SETUP })),
  'GET /api/workout-window/my-window': row('401 401 | 200 200 200 200 | 200'),
  'DELETE /api/workout-window/my-window': row('401 401 | 200 200 200 200 | 200'),
  'PUT /api/workout-window/update-location': row('401 401 | 200 200 200 200 | 200', () => ({
    body: { city: 'Berlin' },
  })),
  'POST /api/workout-window/generate-chains': row('401 401 | 200 200 200 200 | 200', () => ({ body: {} })),
  'GET /api/workout-window/chain/:date': row('401 401 | 200 200 200 200 | 200', today),
  'GET /api/workout-window/squad/:date': row('401 401 | 200 200 200 200 | 200', today),
  'GET /api/workout-window/team-stats/:date': row('401 401 | 200 200 200 200 | 200', today),
  'POST /api/workout-window/checkin': row('401 401 | 201 201 201 201 | 201', checkInForm),
  'GET /api/workout-window/checkin/:date': row('401 401 | 200 200 200 200 | 200', today),
  'GET /api/workout-window/checkins/:date': row('401 401 | 200 200 200 200 | 200', today),
  'GET /api/workout-window/my-checkins': row('401 401 | 200 200 200 200 | 200', () => ({
    query: 'from=2026-11-01&to=2026-11-18',
  })),
  'POST /api/workout-window/admin/checkins/:id/verify': row('401 401 | 403 403 403 403 | 200', checkInId),
  'POST /api/workout-window/admin/checkins/:id/reject': row('401 401 | 403 403 403 403 | 200', async (scenario) => ({
    ...(await checkInId(scenario)),
    body: { reason: 'It shows another person.' },
  })),
  // Jobs require a cron secret. Access tokens are rejected.
  'POST /api/workout-window/cron/generate-chains': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/workout-window/cron/reminders': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/workout-window/cron/end-of-day': row('401 401 | 401 401 401 401 | 401'),
};
