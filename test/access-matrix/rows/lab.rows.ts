import { type Rows, row } from '../matrix.ts';
import type { Scenario } from '../scenario.ts';

const TEMPLATE = { title: 'A coil', description: 'It sings.', steps: [{ title: 'Wind it', instructions: '' }] };
const OUTPUTS = [{ label: 'Q factor', value: 5, unit: '' }];
const VIDEO = { title: 'It sings', url: 'https://videos.test/1' };

/** The owner's alone: a role of super admin opens nothing. */
async function hidden(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = await scenario.made('/api/lab/templates', 'template', TEMPLATE);
  return { path: { id } };
}

async function open(scenario: Scenario): Promise<{ path: { id: string } }> {
  const asked = { ...TEMPLATE, is_public: true, predicted_values: { outputs: OUTPUTS } };
  const { id } = await scenario.made('/api/lab/templates', 'template', asked);
  return { path: { id } };
}

async function handedIn(scenario: Scenario): Promise<{ path: { id: string } }> {
  const { id } = (await open(scenario)).path;
  const video = await scenario.made(`/api/lab/templates/${id}/videos`, 'video', VIDEO);
  return { path: { id: video.id } };
}

async function approved(scenario: Scenario): Promise<{ path: { id: string } }> {
  const asked = await handedIn(scenario);
  await scenario.app.call(scenario.people['super admin'], 'POST', `/api/lab/admin/videos/${asked.path.id}/approve`);
  return asked;
}

const ADMINISTRATION = '401 401 | 403 403 403 403 | 200';

export const LAB_ROWS: Rows = {
  'GET /api/lab/templates': row('401 401 | 200 200 200 200 | 200'),
  'POST /api/lab/templates': row('401 401 | 201 201 201 201 | 201', () => ({ body: TEMPLATE })),
  'GET /api/lab/templates/:id': row('401 401 | 404 404 404 200 | 404', hidden),
  'PUT /api/lab/templates/:id': row('401 401 | 403 403 403 200 | 403', async (scenario) => ({
    ...(await open(scenario)),
    body: { title: 'Another' },
  })),
  'POST /api/lab/templates/:id/clone': row('401 401 | 201 201 201 201 | 201', open),
  // The author's own word is no replication.
  'POST /api/lab/templates/:id/replications': row('401 401 | 201 201 201 400 | 201', async (scenario) => ({
    ...(await open(scenario)),
    body: { outputs: OUTPUTS },
  })),
  'GET /api/lab/templates/:id/replications': row('401 401 | 404 404 404 200 | 404', hidden),
  'POST /api/lab/templates/:id/videos': row('401 401 | 201 201 201 201 | 201', async (scenario) => ({
    ...(await open(scenario)),
    body: VIDEO,
  })),
  'GET /api/lab/templates/:id/videos': row('401 401 | 404 404 404 200 | 404', hidden),
  'POST /api/lab/templates/:id/golden-spec': row(ADMINISTRATION, async (scenario) => ({
    ...(await hidden(scenario)),
    body: { calculator: 'coil', optimal_inputs: { turns: 10 }, calculator_outputs: { outputs: OUTPUTS } },
  })),
  'POST /api/lab/admin/templates/:id/promote-to-classroom': row(ADMINISTRATION, async (scenario) => ({
    ...(await hidden(scenario)),
    body: { min_grade_band: 'K-5' },
  })),
  'PUT /api/lab/admin/templates/:id/safety-level': row(ADMINISTRATION, async (scenario) => ({
    ...(await hidden(scenario)),
    body: { safety_level: 'with_supervision' },
  })),
  'GET /api/lab/admin/videos/pending': row(ADMINISTRATION),
  'POST /api/lab/admin/videos/:id/approve': row(ADMINISTRATION, handedIn),
  'POST /api/lab/admin/videos/:id/decline': row(ADMINISTRATION, async (scenario) => ({
    ...(await handedIn(scenario)),
    body: { reason: 'It does not sing.' },
  })),
  'PUT /api/lab/admin/videos/:id/featured': row(ADMINISTRATION, async (scenario) => ({
    ...(await approved(scenario)),
    body: { is_featured: true },
  })),
  'POST /api/lab/cron/process-step-prompts': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/lab/optimize': row('401 401 | 200 200 200 200 | 200', () => ({ body: { calculator: 'coil', top_n: 1 } })),
};
