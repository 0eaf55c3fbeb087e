/** The permitted callers of an endpoint. `in charge` are users with a role in its record: an owner, or the admin of a team. */
export type Who =
  | 'public'
  | 'signed request'
  | 'signed in'
  | 'in charge'
  | 'super admin'
  | 'machine'
  | 'super admin or machine';

/** An invalid part, which replaces that of a valid request. */
export type Wrong = {
  /** The first parameter of the path. */
  inPath?: string;
  query?: string;
  body?: object;
  form?: Record<string, string>;
};

export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  who: Who;
  wrong: readonly Wrong[];
};

const row = (method: Endpoint['method'], path: string, who: Who, wrong: readonly Wrong[]): Endpoint => ({
  method,
  path,
  who,
  wrong,
});

const NO_ID: Wrong = { inPath: 'no-id' };
const NO_DATE: Wrong = { inPath: '2026-02-30' };
const NO_LIMIT: Wrong = { query: 'limit=none' };
/** The endpoint has no input, so no request is invalid. */
const TAKES_NOTHING: readonly Wrong[] = [];

/** The endpoints that clients rely on. They must keep their method and path. */
export const ENDPOINTS: readonly Endpoint[] = [
  // Health and auth
  row('GET', '/health', 'public', TAKES_NOTHING),
  row('GET', '/api/config', 'public', TAKES_NOTHING),
  row('POST', '/api/auth/verify', 'public', [{ body: {} }]),

  // Journal and notebooks
  row('GET', '/api/journal', 'signed in', [NO_LIMIT]),
  row('GET', '/api/journal/:id', 'signed in', [NO_ID]),
  row('POST', '/api/journal', 'signed in', [{ body: { title: 5, content: '' } }]),
  row('PUT', '/api/journal/:id', 'signed in', [NO_ID, { body: { title: 5 } }]),
  row('PATCH', '/api/journal/:id', 'signed in', [NO_ID, { body: { title: 5 } }]),
  row('DELETE', '/api/journal/:id', 'signed in', [NO_ID]),
  row('POST', '/api/media', 'signed in', [{ form: { file: 'no file' } }]),
  row('POST', '/api/journal/backfill-mentions', 'signed in', TAKES_NOTHING),
  row('POST', '/api/journal/audience-preview', 'signed in', [{ body: { content_visibility: 'friends' } }]),
  row('GET', '/api/trash', 'signed in', [NO_LIMIT]),
  row('POST', '/api/trash/:id/restore', 'signed in', [NO_ID]),
  row('DELETE', '/api/trash/:id', 'signed in', [NO_ID]),
  row('GET', '/api/tags', 'signed in', [{ query: 'prefix=' }]),
  row('POST', '/api/notebooks', 'signed in', [{ body: {} }]),
  row('PUT', '/api/notebooks/:id', 'signed in', [NO_ID, { body: { name: 5 } }]),
  row('PATCH', '/api/notebooks/:id', 'signed in', [NO_ID, { body: { name: 5 } }]),

  // Goals and profile
  row('GET', '/api/goals', 'signed in', [NO_LIMIT]),
  row('GET', '/api/goals/:id', 'signed in', [NO_ID]),
  row('POST', '/api/goals', 'signed in', [{ body: {} }]),
  row('PUT', '/api/goals/:id', 'signed in', [NO_ID, { body: { status: 'lost' } }]),
  row('PATCH', '/api/goals/:id', 'signed in', [NO_ID, { body: { status: 'lost' } }]),
  row('DELETE', '/api/goals/:id', 'signed in', [NO_ID]),
  row('GET', '/api/goals/check-ins', 'signed in', [NO_LIMIT]),
  row('POST', '/api/goals/:id/check-ins', 'signed in', [NO_ID, { body: { status: 'lost' } }]),
  row('PATCH', '/api/goals/:id/check-ins/:checkInId', 'signed in', [NO_ID, { body: { status: 'lost' } }]),
  row('PATCH', '/api/action-notes/:id', 'signed in', [NO_ID, { body: { content: '' } }]),
  row('GET', '/api/user/profile', 'signed in', TAKES_NOTHING),
  row('PUT', '/api/user/profile', 'signed in', [{ body: { full_name: 5 } }]),
  row('POST', '/api/user/exports', 'signed in', TAKES_NOTHING),
  row('GET', '/api/user/exports', 'signed in', TAKES_NOTHING),
  row('GET', '/api/user/exports/:id', 'signed in', [NO_ID]),
  row('DELETE', '/api/user/exports/:id', 'signed in', [NO_ID]),
  row('GET', '/api/user/exports/:id/download', 'signed in', [NO_ID]),
  row('GET', '/api/user/export', 'signed in', TAKES_NOTHING),
  row('POST', '/api/user/import', 'signed in', [{ form: { file: 'no file' } }, { query: 'dry_run=maybe' }]),

  // Payments and email
  row('POST', '/api/payment/create-checkout-session', 'signed in', [{ body: { priceId: 'price' } }]),
  row('GET', '/api/payment/prices', 'signed in', TAKES_NOTHING),
  row('GET', '/api/payment/subscription', 'signed in', TAKES_NOTHING),
  row('POST', '/api/payment/webhook', 'signed request', [{ body: {} }]),
  row('POST', '/api/email/send', 'signed in', [{ body: { to: 'nobody', subject: 'Hello', text: '' } }]),
  row('POST', '/api/email/webhook', 'public', [{ body: { to: 5 } }]),

  // AI
  row('POST', '/api/ai/analyze-tone', 'signed in', [{ body: {} }]),
  row('POST', '/api/ai/generate-background', 'signed in', [{ body: { entry_id: 'none' } }]),

  // Organizations
  row('GET', '/api/organizations', 'signed in', [NO_LIMIT]),
  row('GET', '/api/organizations/:id', 'signed in', [NO_ID]),
  row('POST', '/api/organizations', 'signed in', [{ body: {} }]),
  row('PUT', '/api/organizations/:id', 'in charge', [NO_ID, { body: { name: 5 } }]),
  row('DELETE', '/api/organizations/:id', 'in charge', [NO_ID]),
  row('GET', '/api/organizations/:id/members', 'signed in', [NO_ID, NO_LIMIT]),
  row('POST', '/api/organizations/:id/members', 'in charge', [NO_ID, { body: { user_id: 'none', role: 'member' } }]),
  row('PUT', '/api/organizations/:id/members/:userId', 'in charge', [NO_ID, { body: { role: 'owner' } }]),
  row('DELETE', '/api/organizations/:id/members/:userId', 'in charge', [NO_ID]),
  row('POST', '/api/organizations/:id/transfer-ownership', 'in charge', [NO_ID, { body: { new_owner_id: 'none' } }]),

  // Teams
  row('GET', '/api/teams', 'signed in', [NO_LIMIT, { query: 'org_id=none' }]),
  row('GET', '/api/teams/:id', 'signed in', [NO_ID]),
  row('POST', '/api/teams', 'in charge', [{ body: { name: 'Roses' } }]),
  row('PUT', '/api/teams/:id', 'in charge', [NO_ID, { body: { name: 5 } }]),
  row('DELETE', '/api/teams/:id', 'in charge', [NO_ID]),
  row('GET', '/api/teams/:id/members', 'signed in', [NO_ID, NO_LIMIT]),
  row('POST', '/api/teams/:id/members', 'in charge', [NO_ID, { body: { user_id: 'none', role: 'member' } }]),
  row('PUT', '/api/teams/:id/members/:userId', 'in charge', [NO_ID, { body: { role: 'owner' } }]),
  row('DELETE', '/api/teams/:id/members/:userId', 'in charge', [NO_ID]),

  // Workout window
  row('POST', '/api/workout-window/setup', 'signed in', [{ body: { activityType: 'sleep' } }]),
  row('GET', '/api/workout-window/my-window', 'signed in', TAKES_NOTHING),
  row('PUT', '/api/workout-window/update-location', 'signed in', [{ body: { latitude: 'north' } }]),
  row('GET', '/api/workout-window/chain/:date', 'signed in', [NO_DATE]),
  row('GET', '/api/workout-window/squad/:date', 'signed in', [NO_DATE]),
  row('GET', '/api/workout-window/team-stats/:date', 'signed in', [NO_DATE]),
  row('POST', '/api/workout-window/checkin', 'signed in', [{ form: { activityType: 'walk' } }]),
  row('GET', '/api/workout-window/checkin/:date', 'signed in', [NO_DATE]),
  row('GET', '/api/workout-window/checkins/:date', 'signed in', [NO_DATE, NO_LIMIT]),
  row('GET', '/api/workout-window/my-checkins', 'signed in', [
    { query: 'from=2026-02-30' },
    { query: 'from=2026-01-02&to=2026-01-01' },
  ]),
  row('GET', '/api/mosaics', 'signed in', [NO_LIMIT]),
  row('GET', '/api/workout-window/mosaic/:date', 'signed in', [NO_DATE]),
  row('POST', '/api/workout-window/mosaic/generate/:date', 'super admin or machine', [NO_DATE]),
  row('GET', '/api/workout-window/battle/week/:weekStartDate', 'signed in', [NO_DATE]),
  row('POST', '/api/workout-window/battle/execute/:weekStartDate', 'super admin or machine', [NO_DATE]),
  row('GET', '/api/workout-window/battle/history', 'signed in', [NO_LIMIT]),
  row('POST', '/api/workout-window/generate-chains', 'signed in', [{ body: { date: 'today' } }]),
  row('POST', '/api/workout-window/admin/ai-users/generate', 'super admin', [{ body: { count: 0 } }]),
  row('GET', '/api/workout-window/admin/ai-users', 'super admin', [NO_LIMIT]),
  row('DELETE', '/api/workout-window/admin/ai-users/:id', 'super admin', [NO_ID]),
  row('PUT', '/api/workout-window/admin/ai-users/:id/toggle', 'super admin', [NO_ID, { body: { isActive: 'no' } }]),
  row('GET', '/api/workout-window/admin/teams/:date', 'super admin', [NO_DATE, NO_LIMIT]),

  // Drops currency and tone packs
  row('GET', '/api/drops/balance', 'signed in', TAKES_NOTHING),
  row('GET', '/api/drops/transactions', 'signed in', [NO_LIMIT]),
  row('POST', '/api/drops/award-monthly', 'signed in', TAKES_NOTHING),
  row('POST', '/api/drops/cron/award-monthly-all', 'machine', TAKES_NOTHING),
  row('GET', '/api/tone-packs', 'signed in', [NO_LIMIT]),
  row('GET', '/api/tone-packs/:id', 'signed in', [NO_ID]),
  row('POST', '/api/tone-packs', 'signed in', [{ body: {} }]),
  row('PUT', '/api/tone-packs/:id', 'signed in', [NO_ID, { body: { name: 5 } }]),
  row('DELETE', '/api/tone-packs/:id', 'signed in', [NO_ID]),
  row('POST', '/api/tone-packs/:id/generate-images', 'signed in', [NO_ID, { body: { tones: 'calm' } }]),
  row('POST', '/api/tone-packs/:id/share', 'signed in', [NO_ID, { body: { user_id: 'none' } }]),
  row('DELETE', '/api/tone-packs/:id/share/:userId', 'signed in', [NO_ID]),
  row('POST', '/api/tone-packs/:id/activate', 'signed in', [NO_ID]),
  row('POST', '/api/tone-packs/:id/purchase', 'signed in', [NO_ID, { body: { expected_price: 'much' } }]),

  // Encouragement drops and badges
  row('GET', '/api/encouragement-drops/my-drops', 'signed in', TAKES_NOTHING),
  row('GET', '/api/encouragement-drops/templates', 'signed in', [NO_LIMIT]),
  row('POST', '/api/encouragement-drops/send', 'signed in', [
    { body: { recipient_id: 'none', drop_type: 'encouragement' } },
  ]),
  row('GET', '/api/encouragement-drops/sent', 'signed in', [NO_LIMIT]),
  row('GET', '/api/encouragement-drops/received', 'signed in', [NO_LIMIT]),
  row('GET', '/api/encouragement-drops/config', 'signed in', TAKES_NOTHING),
  row('GET', '/api/encouragement-drops/admin/templates', 'super admin', [NO_LIMIT]),
  row('POST', '/api/encouragement-drops/admin/templates', 'super admin', [{ body: {} }]),
  row('PUT', '/api/encouragement-drops/admin/templates/:id', 'super admin', [
    NO_ID,
    { body: { approval_status: 'fine' } },
  ]),
  row('DELETE', '/api/encouragement-drops/admin/templates/:id', 'super admin', [NO_ID]),
  row('GET', '/api/encouragement-drops/admin/config', 'super admin', TAKES_NOTHING),
  row('PUT', '/api/encouragement-drops/admin/config', 'super admin', [{ body: { daily_allowance: -1 } }]),
  row('POST', '/api/encouragement-drops/admin/process-engagement', 'super admin', TAKES_NOTHING),
  row('POST', '/api/encouragement-drops/cron/process-engagement', 'machine', TAKES_NOTHING),
  row('POST', '/api/encouragement-drops/cron/generate-daily-drops', 'machine', TAKES_NOTHING),
  row('GET', '/api/encouragement-drops/badge', 'signed in', TAKES_NOTHING),
  row('GET', '/api/encouragement-drops/badge/:userId', 'signed in', [NO_ID]),
  row('POST', '/api/encouragement-drops/badge/update', 'signed in', TAKES_NOTHING),
  row('POST', '/api/encouragement-drops/badges/bulk', 'signed in', [{ body: { user_ids: 'all' } }]),
  row('GET', '/api/encouragement-drops/badge/milestones', 'signed in', [{ query: 'user_id=none' }]),
  row('GET', '/api/encouragement-drops/leaderboard', 'signed in', [NO_LIMIT]),
  row('GET', '/api/encouragement-drops/badge-definitions', 'signed in', TAKES_NOTHING),

  // Note analysis cron
  row('POST', '/api/chat/cron/analyze-notes', 'machine', TAKES_NOTHING),

  // Admin: conversion rates and users
  row('GET', '/api/admin/conversion/rates', 'super admin', [NO_LIMIT]),
  row('POST', '/api/admin/conversion/rates', 'super admin', [{ body: { tokens_per_drop: 0 } }]),
  row('GET', '/api/admin/users', 'super admin', [NO_LIMIT]),

  // Admin and experiment-platform operations
  row('GET', '/api/lab/admin/sponsors/pending', 'super admin', [NO_LIMIT]),
  row('POST', '/api/lab/admin/sponsors/:id/approve', 'super admin', [NO_ID]),
  row('POST', '/api/lab/admin/sponsors/:id/decline', 'super admin', [NO_ID, { body: {} }]),
  row('GET', '/api/lab/admin/opportunities/pending', 'super admin', [NO_LIMIT]),
  row('POST', '/api/lab/admin/opportunities/:id/approve', 'super admin', [NO_ID]),
  row('POST', '/api/lab/admin/opportunities/:id/decline', 'super admin', [NO_ID, { body: {} }]),
  row('GET', '/api/lab/admin/videos/pending', 'super admin', [NO_LIMIT]),
  row('POST', '/api/lab/admin/videos/:id/approve', 'super admin', [NO_ID]),
  row('POST', '/api/lab/admin/videos/:id/decline', 'super admin', [NO_ID, { body: {} }]),
  row('POST', '/api/lab/admin/templates/:id/promote-to-classroom', 'super admin', [
    NO_ID,
    { body: { min_grade_band: 5 } },
  ]),
  row('POST', '/api/lab/optimize', 'signed in', [{ body: { calculator: 'abacus' } }]),
  row('POST', '/api/lab/templates/:id/golden-spec', 'super admin', [NO_ID, { body: {} }]),

  // Scheduled jobs
  row('POST', '/api/workout-window/cron/generate-chains', 'machine', [{ body: { date: 'today' } }]),
  row('POST', '/api/workout-window/battle/cron/generate-weekly', 'machine', TAKES_NOTHING),
  row('POST', '/api/music/sync-all', 'machine', TAKES_NOTHING),
  row('POST', '/api/lab/cron/process-step-prompts', 'machine', TAKES_NOTHING),
  row('POST', '/api/cron/lab/recompute-competitions', 'machine', TAKES_NOTHING),
  row('POST', '/api/cron/lab/sponsor-outreach-digest', 'machine', TAKES_NOTHING),
];
