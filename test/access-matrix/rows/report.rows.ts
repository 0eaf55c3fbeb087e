import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const about = async ({ person }: Scenario) => ({
  body: { subject_type: 'user', subject_id: (await person()).id, reason: 'It is rude' },
});

/** A report that the owner has made, and a note to decide with. */
const made = async (scenario: Scenario) => {
  const { id } = await scenario.made('/api/reports', 'report', (await about(scenario)).body);
  return { path: { id }, body: { note: 'Looked into it' } };
};

export const REPORT_ROWS: Rows = {
  'POST /api/reports': row('401 401 | 201 201 201 201 | 201', about),
  'GET /api/admin/reports': row('401 401 | 403 403 403 403 | 200'),
  'POST /api/admin/reports/:id/resolve': row('401 401 | 403 403 403 403 | 200', made),
  'POST /api/admin/reports/:id/dismiss': row('401 401 | 403 403 403 403 | 200', made),
};
