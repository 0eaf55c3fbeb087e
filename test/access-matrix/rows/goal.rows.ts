import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** What people keep for themselves alone: groups in common open nothing, and neither does the role of a super admin. */
const own = (url: string, name: string, body: object, change?: object) => async (scenario: Scenario) => {
  const { id } = await scenario.made(url, name, body);
  return { path: { id }, ...(change && { body: change }) };
};

const goal = (change?: object) => own('/api/goals', 'goal', { title: 'Run' }, change);

const goalCheckIn = (change?: object) => async (scenario: Scenario) => {
  const { id } = await scenario.made('/api/goals', 'goal', { title: 'Run' });
  const checkIn = await scenario.made(`/api/goals/${id}/check-ins`, 'check_in', { status: 'completed' });
  return { path: { id, checkInId: checkIn.id }, ...(change && { body: change }) };
};

const SATISFACTION = { score: 7 };
const NOTE = { content: 'Called a friend' };
const SLEEP = { sleep_date: '2026-02-28', hours: 7.5, quality: 4 };

export const GOAL_ROWS: Rows = {
  'GET /api/goals': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/goals': row('401 401 | 201 201 201 201 | 201', () => ({ body: { title: 'Run' } })),
  'POST /api/cron/notify-due-goals': row('401 401 | 401 401 401 401 | 401'),
  'GET /api/goals/:id': row('401 401 | 404 404 404 200 | 404', goal()),
  'PUT /api/goals/:id': row('401 401 | 404 404 404 200 | 404', goal({ title: 'Walk' })),
  'PATCH /api/goals/:id': row('401 401 | 404 404 404 200 | 404', goal({ title: 'Walk' })),
  'DELETE /api/goals/:id': row('401 401 | 404 404 404 200 | 404', goal()),
  'GET /api/goals/check-ins': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/goals/:id/check-ins': row('401 401 | 404 404 404 200 | 404', goal()),
  'POST /api/goals/:id/check-ins': row('401 401 | 404 404 404 201 | 404', goal({ status: 'completed' })),
  'PATCH /api/goals/:id/check-ins/:checkInId': row(
    '401 401 | 404 404 404 200 | 404',
    goalCheckIn({ check_in_date: '2026-02-28' }),
  ),
  'DELETE /api/goals/:id/check-ins/:checkInId': row('401 401 | 404 404 404 200 | 404', goalCheckIn()),
};

export const WELLBEING_ROWS: Rows = {
  'GET /api/satisfaction-entries': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/satisfaction-entries': row('401 401 | 201 201 201 201 | 201', () => ({ body: SATISFACTION })),
  'PUT /api/satisfaction-entries/:id': row(
    '401 401 | 404 404 404 200 | 404',
    own('/api/satisfaction-entries', 'satisfaction_entry', SATISFACTION, { score: 8 }),
  ),
  'DELETE /api/satisfaction-entries/:id': row(
    '401 401 | 404 404 404 200 | 404',
    own('/api/satisfaction-entries', 'satisfaction_entry', SATISFACTION),
  ),
  'GET /api/action-notes': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/action-notes': row('401 401 | 201 201 201 201 | 201', () => ({ body: NOTE })),
  'PUT /api/action-notes/:id': row(
    '401 401 | 404 404 404 200 | 404',
    own('/api/action-notes', 'action_note', NOTE, { content: 'Called two' }),
  ),
  'PATCH /api/action-notes/:id': row(
    '401 401 | 404 404 404 200 | 404',
    own('/api/action-notes', 'action_note', NOTE, { note_date: '2026-02-28' }),
  ),
  'DELETE /api/action-notes/:id': row('401 401 | 404 404 404 200 | 404', own('/api/action-notes', 'action_note', NOTE)),
  'GET /api/sleep-entries': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/sleep-entries': row('401 401 | 201 201 201 201 | 201', () => ({ body: SLEEP })),
  'PUT /api/sleep-entries/:id': row(
    '401 401 | 404 404 404 200 | 404',
    own('/api/sleep-entries', 'sleep_entry', SLEEP, { hours: 8 }),
  ),
  'DELETE /api/sleep-entries/:id': row(
    '401 401 | 404 404 404 200 | 404',
    own('/api/sleep-entries', 'sleep_entry', SLEEP),
  ),
};
