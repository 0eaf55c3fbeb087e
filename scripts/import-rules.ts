import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Features from low to high. A feature may import the doors of lower features only. Add new features here. */
export const FEATURE_ORDER = [
  'media',
  'account',
  'event',
  'notification',
  'organization',
  'webhook',
  'wallet',
  'billing',
  'usage',
  'tone',
  'music',
  'journal',
  'goal',
  'wellbeing',
  'tone-pack',
  'workout-window',
  'chain',
  'check-in',
  'chat',
  'mosaic',
  'battle',
  'synthetic-user',
  'encouragement',
  'badge',
  'assistant',
  'mail',
  'lab',
  'competition',
  'sponsor',
  'overview',
  'mcp',
  'data-rights',
  'operations',
] as const;

const TEST = '(\\.test|/test-[^/]+)\\.ts$';
const MANIFESTS = '^src/features/[^/]+/feature\\.ts$';
const DOORS = '^src/features/[^/]+/index\\.ts$';
const PLATFORM = '^src/platform/';
const PROVIDERS = '^src/providers/';
const ACCESS = '^src/access/';
const TOKEN_SCOPES = '^src/access/token-scope\\.ts$';

/** The files of a kind, with the feature as the group that `own` refers to. */
const every = (kind: string) => ({ path: `^src/features/([^/]+)/.+\\.${kind}\\.ts$` });
const own = (...kinds: string[]) => `^src/features/$1/.+\\.(${kinds.join('|')})\\.ts$`;
const OWN_DEPS = '^src/features/$1/deps\\.ts$';
const platform = (...parts: string[]) => `^src/platform/(${parts.join('|')})[./]`;
const library = (...names: string[]) => `(^|node_modules/)(${names.join('|')})(/|$)`;

/** Of our own files, only these may be imported. Libraries have other rules. */
const onlyOurs = (...allowed: string[]) => ({ path: '^src/', pathNot: allowed });

/** Large libraries of the web client, and where they may be imported. */
const WEB_LIBRARIES: Readonly<Record<string, string>> = {
  dexie: '^web/src/app/local/',
  'markdown-it': '^web/src/shared/markdown/',
  oauth4webapi: '^web/src/(app/session|features/sign-in)/',
  turndown: '^web/src/features/journal/editor/',
  uplot: '^web/src/(shared|features/[^/]+)/charts?/',
};

const rule = (
  name: string,
  comment: string,
  from: IRegularForbiddenRuleType['from'],
  to: IRegularForbiddenRuleType['to'],
): IForbiddenRuleType => ({ name, comment, severity: 'error', from, to });

/** Rules for all imports, including types. */
export const IMPORT_RULES: IForbiddenRuleType[] = [
  rule(
    'no-cycles',
    'Merge two files that import each other, or move the shared part to a third.',
    { path: '^(src|packages)/' },
    { circular: true },
  ),
  rule(
    'routes',
    'Routes speak HTTP and call their own actions, and may name the job that they are another way to run.',
    every('routes'),
    onlyOurs(own('schema', 'actions', 'jobs'), OWN_DEPS, ACCESS, platform('http')),
  ),
  rule(
    'jobs',
    'Jobs call their own actions, and may know the names of facts of lower features.',
    every('jobs'),
    onlyOurs(own('schema', 'actions'), OWN_DEPS, DOORS, ACCESS, platform('jobs', 'concurrency', 'errors')),
  ),
  rule(
    'actions',
    'Actions join what is their own, lower doors, the types of providers, and the platform.',
    every('actions'),
    onlyOurs(own('schema', 'rules', 'store', 'template', 'actions'), OWN_DEPS, DOORS, ACCESS, PROVIDERS, PLATFORM),
  ),
  rule('rules', 'Rules are pure functions without database, clock or library.', every('rules'), {
    pathNot: [own('schema', 'rules'), platform('errors', 'days', 'seeded-random', 'text/search')],
  }),
  rule(
    'template',
    'Templates make what users read (text, HTML, SVG) out of facts.',
    every('template'),
    onlyOurs(own('schema', 'rules', 'template'), platform('errors', 'days', 'text', 'images', 'logo', 'screens')),
  ),
  rule(
    'deps',
    'The dependencies of a feature are types of what it uses.',
    { path: '^src/features/([^/]+)/deps\\.ts$' },
    onlyOurs('^src/features/$1/', DOORS, ACCESS, PROVIDERS, PLATFORM),
  ),
  rule(
    'parts',
    'The parts of a feature are made of its own actions, and handed to others as functions.',
    { path: '^src/features/([^/]+)/parts\\.ts$' },
    onlyOurs(own('schema', 'rules', 'store', 'actions'), OWN_DEPS, DOORS, ACCESS, PLATFORM),
  ),
  rule(
    'store',
    'Stores speak SQL and nothing else.',
    every('store'),
    // The types of the facts that rules decide over, and of what a column holds: see also `store-at-run-time`.
    onlyOurs(own('schema', 'store', 'rules'), DOORS, platform('db')),
  ),
  rule(
    'table',
    'The description of a table is made of facts about it.',
    { path: '^src/.+\\.table\\.ts$' },
    onlyOurs('^src/platform/db/table/'),
  ),
  rule(
    'invariants',
    'An invariant finds the rows that break it by SQL, and decides by rules of its own feature.',
    every('invariants'),
    onlyOurs(own('schema', 'store', 'rules'), OWN_DEPS, DOORS, platform('db')),
  ),
  rule(
    'schema',
    'A schema is made of other schemas.',
    every('schema'),
    onlyOurs(own('schema'), DOORS, TOKEN_SCOPES, platform('errors', 'http')),
  ),
  rule(
    'door',
    'A door re-exports a few names of its own feature, reads of its stores included.',
    { path: '^src/features/([^/]+)/index\\.ts$' },
    { pathNot: [own('schema', 'rules', 'template', 'store', 'actions'), OWN_DEPS] },
  ),
  rule(
    'manifest',
    'A manifest lists the parts, routes, jobs, queues, tables, invariants and public folders of its own feature.',
    { path: MANIFESTS.replace('[^/]+', '([^/]+)') },
    { pathNot: [own('routes', 'jobs', 'rules', 'table', 'invariants'), '^src/features/$1/parts\\.ts$', ACCESS] },
  ),
  rule(
    'manifests-in-app',
    'The application alone knows manifests.',
    { path: '^src/', pathNot: ['^src/app/', TEST] },
    { path: MANIFESTS },
  ),
  rule(
    'feature-through-its-door',
    'A feature knows another one by its index.ts alone.',
    { path: '^src/features/([^/]+)/', pathNot: TEST },
    { path: '^src/features/', pathNot: ['^src/features/$1/', DOORS] },
  ),
  ...FEATURE_ORDER.map((feature, position) =>
    rule(
      'feature-order',
      'A lower feature never knows a higher one (FEATURE_ORDER).',
      { path: `^src/features/${feature}/`, pathNot: TEST },
      { path: `^src/features/(${FEATURE_ORDER.slice(position + 1).join('|') || 'none-is-higher'})/` },
    ),
  ),
  rule(
    'feature-known',
    'Give the feature its place in FEATURE_ORDER.',
    { path: '^src/features/', pathNot: `^src/features/(${FEATURE_ORDER.join('|')})/` },
    {},
  ),
  rule(
    'feature-file-kind',
    'Every file of a feature is of a kind that says what belongs there.',
    {
      path: '^src/features/',
      pathNot: [
        '\\.(routes|schema|rules|template|store|table|invariants|actions|jobs)\\.ts$',
        '/(deps|parts)\\.ts$',
        DOORS,
        MANIFESTS,
        TEST,
      ],
    },
    {},
  ),
  rule(
    'feature-libraries',
    'Features use libraries and the machine through the platform and the providers.',
    { path: '^src/features/', pathNot: TEST },
    { pathNot: ['^src/', library('typebox', 'kysely', 'fastify')] },
  ),
  rule(
    'sql-in-stores',
    'SQL is in stores, in descriptions of tables, in invariants and in the platform.',
    { path: '^src/', pathNot: ['\\.(store|table|invariants)\\.ts$', PLATFORM, TEST] },
    { path: library('kysely', 'pg') },
  ),
  rule(
    'http-in-routes',
    'HTTP is in routes, in access and in the platform.',
    { path: '^src/', pathNot: ['\\.routes\\.ts$', ACCESS, '^src/platform/http/', TEST] },
    { path: library('fastify', '@fastify') },
  ),
  rule(
    'tracing-library',
    'The libraries of traces have one home, which is loaded only if traces are on.',
    { path: '^src/', pathNot: '^src/platform/tracing/tracing\\.otel\\.ts$' },
    { path: library('@opentelemetry') },
  ),
  rule(
    'tracing-when-on',
    'Import tracing.otel.ts dynamically.',
    { path: '^src/' },
    { path: '^src/platform/tracing/tracing\\.otel\\.ts$', dynamic: false },
  ),
  rule(
    'providers',
    'A provider knows the platform, and no other provider.',
    { path: '^src/providers/([^/]+)/', pathNot: TEST },
    onlyOurs('^src/providers/$1/', PLATFORM),
  ),
  rule(
    'access',
    'Access knows members, super admins and machines: it stands on the platform, and features stand on it.',
    { path: ACCESS, pathNot: TEST },
    onlyOurs(ACCESS, PLATFORM),
  ),
  rule(
    'sandbox',
    'A sandbox implements the protocol of its provider. It shares no code with the client that it tests.',
    { path: '^src/sandbox/([^/]+)/', pathNot: TEST },
    onlyOurs('^src/sandbox/$1/', PLATFORM),
  ),
  rule('platform', 'The platform does not know what Meadow is.', { path: PLATFORM, pathNot: TEST }, onlyOurs(PLATFORM)),
  rule(
    'packages',
    'A package imports nothing of ours, and is imported by its name.',
    { path: '^(src|packages/[^/]+)/' },
    { path: '^(src|packages)/', pathNot: '^$1/' },
  ),
  rule(
    'config',
    'The configuration depends on nothing of ours but the form of a database address.',
    { path: ['^src/app/config\\.ts$', '^src/app/settings/'], pathNot: TEST },
    onlyOurs('^src/app/settings/', '^src/platform/db/connection/addresses\\.ts$'),
  ),
  rule(
    'no-tests-in-production',
    'Production code imports no test code.',
    { path: '^src/', pathNot: TEST },
    { path: ['^test/', TEST] },
  ),
  rule(
    'resolvable',
    'An import leads somewhere. Where our packages are not built yet, the compiler finds them by its `paths`.',
    { path: '^src/' },
    { couldNotResolve: true, pathNot: '^@meadow/' },
  ),
  rule(
    'no-orphans',
    'Every file is imported. Assets are read as text.',
    { path: '^src/', pathNot: '/assets/', orphan: true },
    {},
  ),
];

/** Rules for run-time imports: a type import may be allowed where a call is not. */
export const RUN_TIME_IMPORT_RULES: IForbiddenRuleType[] = [
  rule('actions-at-run-time', 'Providers are handed to actions: only their types are imported.', every('actions'), {
    path: PROVIDERS,
  }),
  rule(
    'store-at-run-time',
    'A store calls the database. Queries of one feature may share pieces of SQL, so that visibility has one home.',
    every('store'),
    onlyOurs(own('schema', 'store'), platform('db')),
  ),
];

/** Rules for the imports of the web client, including types. */
export const WEB_IMPORT_RULES: IForbiddenRuleType[] = [
  rule(
    'web-shared',
    'Shared pieces of the web client know neither its application nor its features.',
    { path: '^web/src/shared/' },
    { path: '^web/src/(app|features|routes)/' },
  ),
  rule(
    'web-app',
    'The application of the web client does not know its features. Routes compose both.',
    { path: '^web/src/app/', pathNot: '^web/src/app/(routes\\.generated|messages\\.d)\\.ts$' },
    { path: '^web/src/(features|routes)/' },
  ),
  rule(
    'web-feature',
    'A feature of the web client knows no other feature and no route. Routes compose features.',
    { path: '^web/src/features/([^/]+)/' },
    { path: '^web/src/(features|routes)/', pathNot: '^web/src/features/$1/' },
  ),
  rule(
    'web-rules',
    'Rules are pure functions without the framework, the texts or the clock.',
    { path: '^web/src/.+\\.rules\\.ts$' },
    { path: [library('react', 'use-intl'), '/(use-[^/]+|today-in)\\.tsx?$'] },
  ),
  rule(
    'web-alone',
    'The web client knows the server through the API alone. It compares names and tags, and makes titles, as the server does.',
    { path: '^web/src/' },
    { path: '^(src|test|scripts|packages)/', pathNot: '^(packages/client/|src/platform/text/(search/|title\\.ts$))' },
  ),
  ...Object.entries(WEB_LIBRARIES).map(([name, home]) =>
    rule(
      'web-library',
      'A large library of the web client has one home, which screens load when they need it.',
      { path: '^web/src/', pathNot: home },
      { path: library(name) },
    ),
  ),
];
