import { type Rows, row } from '../matrix.ts';

/** Analyses are about the caller alone. Jobs require a cron secret. */
export const ASSISTANT_ROWS: Rows = {
  'GET /api/chat/analyses': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/chat/analyses/latest': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/chat/assistant': row('401 401 | 200 200 200 200 | 200'),
  'GET /api/chat/mood-trends': row('401 401 | 200 200 200 200 | 200'),
  'DELETE /api/chat/analyses': row('401 401 | 200 200 200 200 | 200'),
  // Only for personal access tokens.
  'POST /mcp': row('401 401 | 403 403 403 403 | 403', () => ({
    body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
  })),
  'POST /api/chat/cron/analyze-notes': row('401 401 | 401 401 401 401 | 401'),
  'POST /api/encouragement-drops/cron/generate-daily-drops': row('401 401 | 401 401 401 401 | 401'),
};
