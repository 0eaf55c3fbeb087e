import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { checkBoundaries } from '../../scripts/boundaries.ts';
import { IMPORT_RULES, RUN_TIME_IMPORT_RULES, WEB_IMPORT_RULES } from '../../scripts/import-rules.ts';

const ROOT = join(import.meta.dirname, '..', '..');

describe('The direction of imports', () => {
  test('is checked by rules that each find what they forbid, and leave alone what they allow', async () => {
    const { violations } = await withFiles(SAMPLE, checkBoundaries);
    expect(violations.map(({ rule, from, to }) => `${rule}: ${from} -> ${to}`).sort()).toEqual(
      expectedOf(SAMPLE).sort(),
    );
    const rules = [...IMPORT_RULES, ...RUN_TIME_IMPORT_RULES, ...WEB_IMPORT_RULES].map(({ name }) => name);
    expect(new Set(violations.map(({ rule }) => rule))).toEqual(new Set(rules));
  });
});

/** The start of paths in a folder that package.json names, such as `#platform/`; null for others. */
function folderOf(path: string): string | null {
  const [top, name, ...rest] = path.split('/');
  if (top === 'test') return '#test/';
  if (top !== 'src' || name === undefined || rest.length === 0) return null;
  if (name !== 'features') return `#${name}/*` in packageJson.imports ? `#${name}/` : null;
  return rest.length === 2 && rest[1] === 'index.ts' ? `#features/${rest[0]}` : null;
}

test('an import of another room names it, in place of a climb to it', async () => {
  const climbs: string[] = [];
  for (const top of ['src', 'test', 'bench', 'scripts']) {
    const names = await readdir(join(ROOT, top), { recursive: true });
    for (const name of names.filter((one) => one.endsWith('.ts'))) {
      const path = `${top}/${name}`;
      const source = await readFile(join(ROOT, path), 'utf8');
      for (const [, target = ''] of source.matchAll(/^(?:import|export|\}) [^'\n]*'(\.\.\/[^'\n]+)'/gm)) {
        const found = join(dirname(path), target);
        const folder = folderOf(found);
        const isOwn = folder !== null && path.startsWith(`${folder.replace('#', folder === '#test/' ? '' : 'src/')}`);
        if (folder !== null && !isOwn) climbs.push(`${path}: write ${folder} for ${target}`);
      }
    }
  }
  expect(climbs).toEqual([]);
});

const ALLOWED: string[] = [];

/** A small program: what each file imports (`type`: types alone), and the rules that forbid it. */
const SAMPLE: Record<string, Record<string, string[]>> = {
  'src/main.ts': { './features/tone/tone.routes.ts': ALLOWED },
  'src/app/config.ts': { '../platform/errors.ts': ['config'] },
  'src/mixed.ts': {
    kysely: ['sql-in-stores'],
    fastify: ['http-in-routes'],
    './platform/absent.ts': ['resolvable'],
    '@meadow/launcher': ALLOWED,
    '../packages/launcher/src/index.ts': ['packages'],
    './features/usage/usage.test.ts': ['no-tests-in-production'],
  },
  'src/lonely.ts': {},
  'src/features/tone/tone.routes.ts': {
    fastify: ALLOWED,
    './tone.schema.ts': ALLOWED,
    './tone.actions.ts': ALLOWED,
    './tone.jobs.ts': ALLOWED,
    './tone.store.ts': ['routes'],
    '#access/actor.ts': ALLOWED,
    '../../platform/http/shapes.ts': ALLOWED,
    '#platform/clock.ts': ['routes'],
  },
  'src/features/tone/deps.ts': { 'type ../../platform/clock.ts': ALLOWED, '../../app/config.ts': ['deps'] },
  'src/features/tone/mood/mood.actions.ts': {
    '../tone.rules.ts': ALLOWED,
    './mood.template.ts': ALLOWED,
    'type ../deps.ts': ALLOWED,
    '../../usage/usage.actions.ts': ['actions', 'feature-through-its-door'],
  },
  'src/features/tone/mood/mood.template.ts': {
    '../tone.rules.ts': ALLOWED,
    '../../../platform/text/html.ts': ALLOWED,
    '../tone.store.ts': ['template'],
  },
  'src/features/tone/tone.invariants.ts': {
    './tone.rules.ts': ALLOWED,
    './tone.store.ts': ALLOWED,
    'type ./deps.ts': ALLOWED,
    '../../platform/db/database.ts': ALLOWED,
    './tone.actions.ts': ['invariants'],
  },
  'src/features/tone/tone.jobs.ts': {
    './tone.actions.ts': ALLOWED,
    './tone.rules.ts': ['jobs'],
    '../usage/index.ts': ALLOWED,
  },
  'src/features/tone/tone.actions.ts': {
    './tone.rules.ts': ALLOWED,
    './tone.store.ts': ALLOWED,
    'type #access/actor.ts': ALLOWED,
    'type ../../providers/ai/ai.schema.ts': ALLOWED,
    '../../providers/ai/ai.ts': ['actions-at-run-time'],
    '../../sandbox/ai/ai.ts': ['actions'],
    '#features/usage': ALLOWED,
    '../usage/usage.actions.ts': ['actions', 'feature-through-its-door'],
    '#features/journal': ['feature-order'],
    '../../app/config.ts': ['actions'],
    crypto: ['feature-libraries'],
  },
  'src/features/tone/tone.rules.ts': {
    './tone.schema.ts': ALLOWED,
    '../../platform/errors.ts': ALLOWED,
    '../../platform/seeded-random.ts': ALLOWED,
    '#platform/clock.ts': ['rules'],
  },
  'src/features/tone/tone.store.ts': {
    kysely: ALLOWED,
    'type ./tone.rules.ts': ALLOWED,
    './tone.schema.ts': ALLOWED,
    '../../platform/db/database.ts': ALLOWED,
    'type ../../platform/http/shapes.ts': ['store'],
  },
  'src/features/tone/phrase.store.ts': {
    './tone.actions.ts': ['store', 'store-at-run-time'],
    './tone.rules.ts': ['store-at-run-time'],
  },
  'src/features/tone/tone.schema.ts': {
    '../../platform/errors.ts': ALLOWED,
    '../usage/index.ts': ALLOWED,
  },
  'src/features/tone/phrase.schema.ts': { './tone.rules.ts': ['schema'] },
  'src/features/tone/tone.views.ts': { './tone.schema.ts': ['feature-file-kind'] },
  'src/features/tone/index.ts': { './tone.actions.ts': ALLOWED, './tone.routes.ts': ['door'] },
  'src/app/features.ts': { '../features/tone/feature.ts': ALLOWED },
  'src/features/tone/tone.table.ts': {
    kysely: ALLOWED,
    '../../platform/db/table/table.ts': ALLOWED,
    './tone.store.ts': ['table'],
  },
  'src/features/tone/parts.ts': {
    './tone.actions.ts': ALLOWED,
    'type #features/usage': ALLOWED,
    './tone.routes.ts': ['parts'],
  },
  'src/features/tone/feature.ts': {
    './parts.ts': ALLOWED,
    './tone.routes.ts': ALLOWED,
    './tone.table.ts': ALLOWED,
    './tone.actions.ts': ['manifest'],
  },
  'src/meadow.ts': { './features/tone/feature.ts': ['manifests-in-app'] },
  'src/features/usage/index.ts': { './usage.actions.ts': ALLOWED },
  'src/features/usage/usage.actions.ts': {},
  'src/features/usage/usage.test.ts': { './usage.actions.ts': ALLOWED, '../tone/tone.store.ts': ALLOWED },
  'src/features/journal/index.ts': { './entry.schema.ts': ALLOWED },
  'src/features/journal/entry.schema.ts': { '../../platform/http/shapes.ts': ALLOWED },
  'src/features/unknown/unknown.schema.ts': { '../../platform/errors.ts': ['feature-known'] },
  'src/providers/ai/ai.ts': {
    'type ./ai.schema.ts': ALLOWED,
    '../../platform/errors.ts': ALLOWED,
    '../../sandbox/push/push.ts': ['providers'],
  },
  'src/providers/ai/ai.schema.ts': { './ai.ts': ['no-cycles'], '../music/music.ts': ['providers'] },
  'src/sandbox/sandbox.ts': { './ai/ai.ts': ALLOWED },
  'src/sandbox/push/push.ts': {},
  'src/sandbox/ai/ai.ts': { '../../platform/errors.ts': ALLOWED, '../../providers/ai/ai.ts': ['sandbox'] },
  'src/providers/music/music.ts': {},
  'src/access/actor.ts': {
    fastify: ALLOWED,
    '../platform/errors.ts': ALLOWED,
    '../providers/music/music.ts': ['access'],
  },
  'src/platform/clock.ts': {
    '@opentelemetry/sdk-trace': ['tracing-library'],
    '../providers/music/music.ts': ['platform'],
    '../access/actor.ts': ['platform'],
  },
  'src/platform/ids.ts': { './random.ts': ['no-cycles'] },
  'src/platform/seeded-random.ts': {},
  'src/platform/random.ts': { './ids.ts': ALLOWED },
  'src/platform/errors.ts': {},
  'src/platform/text/html.ts': {},
  'src/platform/http/shapes.ts': { '../errors.ts': ALLOWED },
  'src/platform/db/database.ts': {},
  'src/platform/db/table/table.ts': {},
  'src/platform/tracing/tracing.factory.ts': { './tracing.otel.ts': ['tracing-when-on'] },
  'src/platform/tracing/tracing.otel.ts': { '@opentelemetry/sdk-trace': ALLOWED },
  'web/src/routes/index.tsx': {
    '../app/router.ts': ALLOWED,
    '../features/journal/journal-screen.tsx': ALLOWED,
    '../features/sign-in/sign-in-screen.tsx': ALLOWED,
  },
  'web/src/app/router.ts': {
    './routes.generated.ts': ALLOWED,
    '../shared/ui/face.tsx': ALLOWED,
    '../features/journal/journal-screen.tsx': ['web-app'],
    dexie: ['web-library'],
  },
  'web/src/app/routes.generated.ts': { '../routes/index.tsx': ALLOWED },
  'web/src/app/local/database.ts': { dexie: ALLOWED },
  'web/src/shared/ui/face.tsx': { '../../app/local/database.ts': ['web-shared'] },
  'web/src/features/journal/journal-screen.tsx': {
    '../../app/local/database.ts': ALLOWED,
    './chart/chart.tsx': ALLOWED,
    '../sign-in/sign-in-screen.tsx': ['web-feature'],
    '../../../../src/platform/random.ts': ['web-alone'],
    uplot: ['web-library'],
    './journal.rules.ts': ALLOWED,
  },
  'web/src/features/journal/journal.rules.ts': {
    '../../shared/days/today-in.ts': ['web-rules'],
  },
  'web/src/shared/days/today-in.ts': { './days.rules.ts': ALLOWED },
  'web/src/shared/days/days.rules.ts': { './today-in.ts': ['web-rules'] },
  'web/src/features/journal/chart/chart.tsx': { uplot: ALLOWED },
  'web/src/features/sign-in/sign-in-screen.tsx': { '../../shared/ui/face.tsx': ALLOWED },
  'packages/launcher/src/index.ts': { '../../../src/platform/errors.ts': ['packages'] },
  'node_modules/kysely/index.js': {},
  'node_modules/@opentelemetry/sdk-trace/index.js': {},
  'node_modules/fastify/index.js': {},
  'node_modules/dexie/index.js': {},
  'node_modules/uplot/index.js': {},
};

function expectedOf(files: typeof SAMPLE): string[] {
  const forbidden = Object.entries(files).flatMap(([from, imports]) =>
    Object.entries(imports).flatMap(([target, rules]) =>
      rules.map((rule) => `${rule}: ${from} -> ${resolved(from, target, rule)}`),
    ),
  );
  return [...forbidden, 'no-orphans: src/lonely.ts -> src/lonely.ts'];
}

function resolved(from: string, name: string, rule: string): string {
  const target = name.replace('type ', '');
  if (target.startsWith('#features/')) return `${target.replace('#', 'src/')}/index.ts`;
  if (target.startsWith('#')) return target.replace('#', 'src/');
  if (rule === 'resolvable' || rule === 'web-library' || target === 'crypto') return target;
  return target.startsWith('.') ? join(dirname(from), target) : `node_modules/${target}/index.js`;
}

async function withFiles<Result>(files: typeof SAMPLE, look: (root: string) => Promise<Result>): Promise<Result> {
  const root = await mkdtemp(join(tmpdir(), 'meadow-sample-'));
  try {
    for (const [path, imports] of Object.entries(files)) {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), Object.keys(imports).map(asImport).join(''));
    }
    await copyFile(join(ROOT, 'package.json'), join(root, 'package.json'));
    return await look(root);
  } finally {
    await rm(root, { recursive: true });
  }
}

function asImport(target: string, index: number): string {
  const keyword = target.startsWith('type ') ? 'import type' : 'import';
  return `${keyword} { imported${index} } from '${target.replace('type ', '')}';\n`;
}
