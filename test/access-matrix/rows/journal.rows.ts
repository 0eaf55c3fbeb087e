import { formOf } from '../../multipart.ts';
import { gifOf } from '../../pictures.ts';
import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

/** Creates an entry of the owner, shared with a team of the member. */
async function shared(
  scenario: Scenario,
  url: string,
  name: string,
  fields: object,
): Promise<{ path: { id: string } }> {
  const { team } = await scenario.groups();
  const sharing = { metadata_visibility: 'team', content_visibility: 'team', team_id: team };
  const { id } = await scenario.made(url, name, { ...fields, ...sharing });
  return { path: { id } };
}

const entry = (scenario: Scenario) =>
  shared(scenario, '/api/journal', 'entry', { title: 'Rain', content: '', mood: 'calm' });
const notebook = (scenario: Scenario) => shared(scenario, '/api/notebooks', 'notebook', { name: 'Weather' });

async function deleted(scenario: Scenario): Promise<{ path: { id: string } }> {
  const made = await entry(scenario);
  await scenario.app.call(scenario.people.owner, 'DELETE', `/api/journal/${made.path.id}`);
  return made;
}

export const JOURNAL_ROWS: Rows = {
  'GET /api/journal': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/journal': row('401 401 | 201 201 201 201 | 201', () => ({
    body: { title: 'Rain', content: '', mood: 'calm' },
  })),
  'GET /api/journal/:id': row('401 401 | 404 404 200 200 | 200', entry),
  'PUT /api/journal/:id': row('401 401 | 404 404 403 200 | 403', async (scenario) => ({
    ...(await entry(scenario)),
    body: { title: 'Sun' },
  })),
  'PATCH /api/journal/:id': row('401 401 | 404 404 403 200 | 403', async (scenario) => ({
    ...(await entry(scenario)),
    body: { title: 'Sun' },
  })),
  'DELETE /api/journal/:id': row('401 401 | 404 404 403 200 | 200', entry),
  'POST /api/journal/backfill-mentions': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/journal/audience-preview': row('401 401 | 200 200 200 200 | 200', () => ({
    body: { metadata_visibility: 'public', content_visibility: 'private' },
  })),
  'GET /api/journal/moods': row('401 401 | 200 200 200 200 | 200', () => ({ query: 'from=2026-01-01&to=2026-01-31' })),
  'GET /api/journal/on-this-day': row('401 401 | 200 200 200 200 | 200'),

  'POST /api/media': row('401 401 | 201 201 201 201 | 201', () => formOf({ file: gifOf(1) })),

  'GET /api/tags': row('401 401 | 200 200 200 200 | 200', () => ({ query: 'prefix=r' })),

  'GET /api/trash': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/trash/:id/restore': row('401 401 | 404 404 404 200 | 404', deleted),
  'DELETE /api/trash/:id': row('401 401 | 404 404 404 200 | 404', deleted),

  'GET /api/notebooks': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/notebooks': row('401 401 | 201 201 201 201 | 201', () => ({ body: { name: 'Weather' } })),
  'GET /api/notebooks/:id': row('401 401 | 404 404 200 200 | 200', notebook),
  'PUT /api/notebooks/:id': row('401 401 | 404 404 403 200 | 403', async (scenario) => ({
    ...(await notebook(scenario)),
    body: { name: 'Climate' },
  })),
  'PATCH /api/notebooks/:id': row('401 401 | 404 404 403 200 | 403', async (scenario) => ({
    ...(await notebook(scenario)),
    body: { name: 'Climate' },
  })),
  'DELETE /api/notebooks/:id': row('401 401 | 404 404 403 200 | 403', notebook),

  'POST /api/ai/generate-background': row('401 401 | 404 404 404 200 | 404', async (scenario) => ({
    body: { entry_id: (await entry(scenario)).path.id },
  })),
  'POST /api/ai/analyze-tone': row('401 401 | 200 200 200 200 | 200', () => ({ body: { content: 'I am so happy' } })),
};
