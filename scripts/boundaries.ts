// node --import tsx scripts/boundaries.ts   lists imports that break a rule. Exit code 1 if there are any.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { IMPORT_RULES, RUN_TIME_IMPORT_RULES, WEB_IMPORT_RULES } from './import-rules.ts';

/** An import that a rule forbids. If the rule is about one file, `from` and `to` are equal. */
export type Violation = { rule: string; from: string; to: string };

/** `modules` is the number of checked files. */
export type Boundaries = { modules: number; violations: Violation[] };

const ROOT = join(import.meta.dirname, '..');
/** The rules for run-time imports are about these folders alone. */
const SERVER = ['src', 'packages'];
const WEB = join('web', 'src');
const CRUISER = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

/** Checks every import in `root`/src, `root`/packages and `root`/web/src against the rules in import-rules.ts. */
export async function checkBoundaries(root: string = ROOT): Promise<Boundaries> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-boundaries-'));
  try {
    // The parser cannot distinguish type imports, so run-time imports are checked in a copy without types.
    await copyWithoutTypes(root, folder);
    // It names what `#platform/…` is.
    await copyFile(join(ROOT, 'package.json'), join(folder, 'package.json'));
    const [all, atRunTime, web] = await Promise.all([
      cruise(root, SERVER, IMPORT_RULES, join(folder, 'rules.json')),
      cruise(folder, SERVER, RUN_TIME_IMPORT_RULES, join(folder, 'run-time-rules.json')),
      cruise(folder, [WEB], WEB_IMPORT_RULES, join(folder, 'web-rules.json')),
    ]);
    return {
      modules: all.modules + web.modules,
      violations: [...all.violations, ...atRunTime.violations, ...web.violations],
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In a child process: the TypeScript loader of this process breaks the parser. */
async function cruise(
  root: string,
  folders: readonly string[],
  forbidden: IForbiddenRuleType[],
  configuration: string,
): Promise<Boundaries> {
  const parts = foldersIn(root, folders);
  if (parts.length === 0) return { modules: 0, violations: [] };
  const options = {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|node_modules)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  };
  await writeFile(configuration, JSON.stringify({ forbidden, options }));
  const parameters = [CRUISER, ...parts, '--config', configuration, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: root, maxBuffer: 2 ** 26 });
  const { modules, summary } = JSON.parse(stdout) as ICruiseResult;
  return {
    modules: modules.filter(({ source }) => parts.some((part) => source.startsWith(`${part}/`))).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

/** Samples of the tests have no packages. */
function foldersIn(root: string, folders: readonly string[]): string[] {
  return folders.filter((folder) => existsSync(join(root, folder)));
}

async function copyWithoutTypes(root: string, folder: string): Promise<void> {
  const names = await Promise.all(
    foldersIn(root, [...SERVER, WEB]).map(async (part) => {
      const files = await readdir(join(root, part), { recursive: true });
      return files.map((name) => join(part, name));
    }),
  );
  await Promise.all(
    names
      .flat()
      .filter((name) => /\.tsx?$/.test(name) && !/[/](dist|node_modules)[/]/.test(name))
      .map(async (name) => {
        const source = await readFile(join(root, name), 'utf8');
        const { code } = await transform(name.startsWith(WEB) ? withTypeImports(source) : source, {
          swcrc: false,
          jsc: {
            parser: { syntax: 'typescript', tsx: name.endsWith('.tsx') },
            target: 'es2022',
            transform: { verbatimModuleSyntax: true, react: { runtime: 'automatic' } },
          },
        });
        const copy = join(folder, name);
        await mkdir(dirname(copy), { recursive: true });
        await writeFile(copy, code);
      }),
  );
}

/** The rules of the client are about imports of types as well. */
function withTypeImports(source: string): string {
  return source.replaceAll(/^import type /gm, 'import ');
}

if (process.argv[1] === import.meta.filename) {
  const { modules, violations } = await checkBoundaries();
  for (const { rule, from, to } of violations) process.stdout.write(`${rule}: ${from} -> ${to}\n`);
  process.stdout.write(`${modules} modules, ${violations.length} violations\n`);
  if (modules === 0 || violations.length > 0) process.exitCode = 1;
}
