// node --import tsx scripts/boundaries.ts   lists imports that break a rule. Exit code 1 if there are any.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { transform } from '@swc/core';
import type { ICruiseResult, IForbiddenRuleType } from 'dependency-cruiser';
import { IMPORT_RULES, RUN_TIME_IMPORT_RULES } from './import-rules.ts';

/** An import that a rule forbids. If the rule is about one file, `from` and `to` are equal. */
export type Violation = { rule: string; from: string; to: string };

/** `modules` is the number of checked files. */
export type Boundaries = { modules: number; violations: Violation[] };

const ROOT = join(import.meta.dirname, '..');
const CRUISER = join(ROOT, 'node_modules', 'dependency-cruiser', 'bin', 'dependency-cruise.mjs');

/** Checks every import in `root`/src and `root`/packages against the rules in import-rules.ts. */
export async function checkBoundaries(root: string = ROOT): Promise<Boundaries> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-boundaries-'));
  try {
    // The parser cannot distinguish type imports, so run-time imports are checked in a copy without types.
    await copyWithoutTypes(root, folder);
    const [all, atRunTime] = await Promise.all([
      cruise(root, IMPORT_RULES, join(folder, 'rules.json')),
      cruise(folder, RUN_TIME_IMPORT_RULES, join(folder, 'run-time-rules.json')),
    ]);
    return { modules: all.modules, violations: [...all.violations, ...atRunTime.violations] };
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** In a child process: the TypeScript loader of this process breaks the parser. */
async function cruise(root: string, forbidden: IForbiddenRuleType[], configuration: string): Promise<Boundaries> {
  const options = {
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^packages/[^/]+/(dist|node_modules)/' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  };
  await writeFile(configuration, JSON.stringify({ forbidden, options }));
  const parameters = [CRUISER, ...(await foldersIn(root)), '--config', configuration, '--output-type', 'json'];
  const { stdout } = await promisify(execFile)(process.execPath, parameters, { cwd: root, maxBuffer: 2 ** 26 });
  const { modules, summary } = JSON.parse(stdout) as ICruiseResult;
  return {
    modules: modules.filter(({ source }) => /^(src|packages)\//.test(source)).length,
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  };
}

/** Samples of the tests have no packages. */
async function foldersIn(root: string): Promise<string[]> {
  return (await readdir(root)).filter((name) => name === 'src' || name === 'packages');
}

async function copyWithoutTypes(root: string, folder: string): Promise<void> {
  const names = await Promise.all(
    (await foldersIn(root)).map(async (part) => {
      const files = await readdir(join(root, part), { recursive: true });
      return files.map((name) => join(part, name));
    }),
  );
  await Promise.all(
    names
      .flat()
      .filter((name) => name.endsWith('.ts') && !/[/](dist|node_modules)[/]/.test(name))
      .map(async (name) => {
        const { code } = await transform(await readFile(join(root, name), 'utf8'), {
          swcrc: false,
          jsc: { parser: { syntax: 'typescript' }, target: 'es2022', transform: { verbatimModuleSyntax: true } },
        });
        const copy = join(folder, name);
        await mkdir(dirname(copy), { recursive: true });
        await writeFile(copy, code);
      }),
  );
}

if (process.argv[1] === import.meta.filename) {
  const { modules, violations } = await checkBoundaries();
  for (const { rule, from, to } of violations) process.stdout.write(`${rule}: ${from} -> ${to}\n`);
  process.stdout.write(`${modules} modules, ${violations.length} violations\n`);
  if (modules === 0 || violations.length > 0) process.exitCode = 1;
}
