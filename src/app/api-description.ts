import type { Audience } from '#access/audience.ts';
import type { ApiDescription } from '#platform/http/openapi/openapi.ts';
import type { CommonErrors, DescribedRoute } from '#platform/http/openapi/openapi-document.ts';
import { API_EXAMPLES } from './api-examples.ts';

const DESCRIPTION = `Meadow is a journal and accountability service. Users write a journal, set goals and encourage each other.

## Try it here

1. Send \`POST /auth/sign-up/email\`. The \`token\` of the response is your session.
2. Sign in at the top of this page. It sends your access token with each request, and renews it.

A program sends \`GET /auth/token\` with the session as bearer token. The response holds an access token for 15 minutes. Or it has
a personal access token of \`POST /api/user/tokens\`, which lasts longer and permits only the operations that list its scopes.

## Conventions

- **Errors** have one shape, \`Error\`. Its \`code\` is stable; each operation lists the codes that it returns. In
  \`details\`, the \`path\` names the field and the \`rule\` what is wrong with it.
- **Lists** are paginated, newest first. Send \`next_cursor\` back as \`cursor\` until it is null.
- **Retries** of a POST are safe with an \`Idempotency-Key\` header. A second request with the same key within 24 hours
  gets the first response and changes nothing. While the first request is running, the response is 409
  \`idempotency.in-flight\` with \`Retry-After\`.
- **Caching**: a read with an \`ETag\` returns 304 to \`If-None-Match\` while it is unchanged. Responses are compressed as
  \`Accept-Encoding\` allows (\`br\`, \`gzip\`).
- **Conflicts**: a record has a \`version\`, and its \`ETag\` names it. A change or deletion with \`If-Match\` is rejected
  with 412 \`record.changed\` if the record has another version. The error holds the record as \`current\`.
- **Unknown fields** are ignored. With \`Prefer: handling=strict\` they are rejected with \`request.unknown-field\`.
- **Rate limits** are reported in \`RateLimit-*\` headers. A 429 or 503 response says in \`Retry-After\` how long to wait.
- **Dates** are \`YYYY-MM-DD\`, timestamps are ISO 8601 in UTC.`;

const TAGS = [
  {
    name: 'Sign-in',
    description: 'The built-in identity provider. It is absent if an external provider is configured.',
  },
  { name: 'Account', description: 'Your profile, your avatar, and the users that you block.' },
  { name: 'Journal', description: 'Entries: write, search and share them.' },
  { name: 'Notebooks', description: 'Collections of entries, which can inherit the visibility of their notebook.' },
  { name: 'Goals', description: 'Private goals and the check-ins that record your progress.' },
  { name: 'Wellbeing', description: 'Private records of satisfaction, sleep and actions.' },
  {
    name: 'Organizations',
    description: 'Groups of users who can share entries with each other, and their invitations.',
  },
  { name: 'Teams', description: 'Groups within an organization.' },
  { name: 'Chat', description: 'Rooms of your squads, teams and organizations, and their messages.' },
  {
    name: 'Workout window',
    description: 'A daily two-hour window, its check-ins, chains, squads, battles and mosaics.',
  },
  { name: 'Encouragement', description: 'Encouraging messages, called drops, that users send each other.' },
  { name: 'Badges', description: 'Levels, milestones and the leaderboard of encouragement.' },
  { name: 'Notifications', description: 'Your inbox and your devices.' },
  { name: 'Events', description: 'What changes, as it happens.' },
  {
    name: 'Webhooks',
    description:
      'Events that Meadow posts to URLs of yours, or of an organization, as [Standard Webhooks](https://www.standardwebhooks.com). The body is `{ "type", "timestamp", "data" }`. A message arrives at least once and in no order: `webhook-id` tells repetitions. Respond with a status of 2xx within 8 seconds, else there are nine retries in 24 hours. A response with 410 pauses the webhook, and so do three days without a success.',
  },
  { name: 'Drops', description: 'Your balance of drops, the currency of Meadow, and its transactions.' },
  { name: 'Payments', description: 'A subscription, paid on pages of the payment provider.' },
  { name: 'Tone packs', description: 'Sets of images, one for each tone. Users create, share and buy them.' },
  { name: 'AI', description: 'Tone analysis, generated backgrounds, and what your AI calls used and cost.' },
  { name: 'Assistant', description: 'Analyses of your journal. The assistant reads it only with your consent.' },
  { name: 'MCP', description: 'The Model Context Protocol: your journal, goals and day for AI clients.' },
  { name: 'Music', description: 'Your music account and your plays. Entries link to the track that was playing.' },
  { name: 'Mail', description: 'Mails that users send, mails that become entries, and unsubscribing.' },
  { name: 'Files', description: 'Images that URLs in other responses lead to.' },
  { name: 'Lab', description: 'Experiments: templates, copies, replications, videos and calculators.' },
  { name: 'Competitions', description: 'Competitions between lab templates, and their leaderboards.' },
  { name: 'Sponsors', description: 'Sponsors of the lab, how to contact them, and their opportunities.' },
  { name: 'Reports', description: 'Reports about users, drops, photos and chat messages.' },
  { name: 'Waitlist', description: 'Users who want to join, and decisions about them.' },
  { name: 'Administration', description: 'For super admins: users, moderation, configuration and the audit log.' },
  { name: 'Jobs', description: 'Scheduled jobs. Each is called with its cron secret.' },
  { name: 'Operation', description: 'Health, metrics and this description, for operators.' },
];

/** Error codes of the guard of each audience. */
const AUDIENCE_ERRORS: Record<Audience, readonly string[]> = (() => {
  const member = [
    'auth.token-missing',
    'auth.token-invalid',
    'auth.session-over',
    'auth.foreign-origin',
    'auth.impersonation-ended',
    'account.blocked',
    'account.deleted',
    'account.deletion-pending',
    'account.other-issuer',
  ];
  const superAdmin = [...member, 'auth.not-super-admin', 'auth.refused-while-impersonating'];
  const machine = ['cron.secret-invalid'];
  return {
    public: [],
    member,
    'super-admin': superAdmin,
    machine,
    'super-admin-or-machine': [...superAdmin, ...machine],
  };
})();

/** What a personal access token can lack. It is no credential of public routes and machines. */
function tokenErrorsOf({ tokenScopes }: NonNullable<DescribedRoute['config']>, audience: Audience): string[] {
  if (audience === 'public' || audience === 'machine') return [];
  if (!tokenScopes) return ['token.route-closed'];
  return tokenScopes.length > 0 ? ['token.scope-missing'] : [];
}

const TOO_MANY_REQUESTS = ['request.rate-limited', 'request.too-many-at-once'];

const UPLOAD_ERRORS = [
  'upload.file-missing',
  'upload.too-many-files',
  'upload.fields-invalid',
  'upload.malformed',
  'upload.too-large',
];

const UNAVAILABLE = ['server.busy', 'server.overloaded', 'server.read-only', 'server.out-of-space'];

function errorsOfRoute({ config = {}, schema = {} }: DescribedRoute): string[] {
  const { params, querystring, body } = schema;
  const query = (querystring as { properties?: object } | undefined)?.properties ?? {};
  const audience = (config.audience ?? 'public') as Audience;
  return [
    ...([params, querystring, body].some((part) => part !== undefined) ? ['request.invalid'] : []),
    ...(schema.consumes?.includes('multipart/form-data') === true ? UPLOAD_ERRORS : []),
    ...('cursor' in query ? ['request.invalid-cursor'] : []),
    ...AUDIENCE_ERRORS[audience],
    ...tokenErrorsOf(config, audience),
    ...(config.requiresVerifiedAddress === true ? ['account.address-not-verified'] : []),
    ...(config.requiresFreshSession === true ? ['identity.session-not-fresh'] : []),
    ...(config.refusedWhileImpersonating === true ? ['auth.refused-while-impersonating'] : []),
    ...(config.skipLoadShedding === true ? ['request.refused'] : [...TOO_MANY_REQUESTS, ...UNAVAILABLE]),
  ];
}

const FORBIDDEN = [
  'auth.foreign-origin',
  'account.blocked',
  'account.deleted',
  'account.deletion-pending',
  'account.other-issuer',
];
const IMPERSONATED = 'auth.refused-while-impersonating';

const COMMON_ERRORS: CommonErrors = {
  any: [
    'request.refused',
    'request.host-missing',
    'request.host-unknown',
    'request.malformed-url',
    'request.malformed-json',
    'request.wrong-length',
    'request.too-deep',
    'request.unstorable-text',
    'request.unacceptable-value',
    'request.unknown-field',
    'request.too-large',
    'request.unsupported-media-type',
    'request.rate-limited',
    'request.too-many-at-once',
    'request.daily-text-spent',
    'idempotency.key-invalid',
    'idempotency.key-reused',
    'idempotency.in-flight',
    'idempotency.response-lost',
    'idempotency.response-not-stored',
    'auth.provider-unavailable',
    'auth.cannot-check',
    'server.unexpected',
    'server.queue-full',
    ...UNAVAILABLE,
  ],
  sets: {
    InvalidRequest: ['request.invalid'],
    InvalidPageRequest: ['request.invalid', 'request.invalid-cursor'],
    Unauthorized: ['auth.token-missing', 'auth.token-invalid', 'auth.session-over', 'auth.impersonation-ended'],
    UnauthorizedCaller: [
      'auth.token-missing',
      'auth.token-invalid',
      'auth.session-over',
      'auth.impersonation-ended',
      'cron.secret-invalid',
    ],
    Forbidden: [...FORBIDDEN, 'token.scope-missing'],
    ForbiddenToTokens: [...FORBIDDEN, 'token.route-closed'],
    ForbiddenWhileImpersonating: [...FORBIDDEN, 'token.scope-missing', IMPERSONATED],
    ForbiddenToTokensAndWhileImpersonating: [...FORBIDDEN, 'token.route-closed', IMPERSONATED],
    NotSuperAdmin: [...FORBIDDEN, 'token.scope-missing', 'auth.not-super-admin', IMPERSONATED],
    NotSuperAdminOrToken: [...FORBIDDEN, 'token.route-closed', 'auth.not-super-admin', IMPERSONATED],
    TooManyRequests: TOO_MANY_REQUESTS,
    Unavailable: UNAVAILABLE,
  },
  ofRoute: errorsOfRoute,
};

export const API_DESCRIPTION: ApiDescription = {
  title: 'Meadow',
  identity: { signIn: '/auth/sign-in/email', signOut: '/auth/sign-out', session: '/auth/get-session' },
  description: DESCRIPTION,
  tags: TAGS,
  errors: COMMON_ERRORS,
  examples: API_EXAMPLES,
};
