import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parse } from '@swc/core';

const ROOT = join(import.meta.dirname, '..', '..');
const FOLDERS = ['src', 'web/src', 'web/worker', 'packages/client/src', 'packages/embedded-postgres/src'];
/** Patterns that were found to take linear time, one a line. */
const LIST = join(import.meta.dirname, 'linear-patterns.txt');

/** A regular expression as `/source/flags`, and where it stands. */
export type Pattern = { path: string; text: string };

/** The regular expressions of production code and of the API's schemas, and the places that make one at run time. */
export async function collectPatterns(): Promise<{ patterns: Pattern[]; atRunTime: string[] }> {
  const patterns: Pattern[] = [];
  const atRunTime: string[] = [];
  for (const folder of FOLDERS) {
    for (const name of await readdir(join(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(name) || /\.test\.tsx?$|(^|\/)test-[^/]*$/.test(name)) continue;
      const path = `${folder}/${name}`;
      const text = await readFile(join(ROOT, path), 'utf8');
      const tree = await parse(text, { syntax: 'typescript', tsx: name.endsWith('x'), target: 'es2022' });
      visit(tree, (node) => {
        if (node.type === 'RegExpLiteral') patterns.push({ path, text: `/${node.pattern}/${node.flags}` });
        const isMade = node.type === 'NewExpression' || node.type === 'CallExpression';
        if (isMade && (node.callee as Node).value === 'RegExp') atRunTime.push(path);
      });
    }
  }
  const description: unknown = JSON.parse(await readFile(join(ROOT, 'openapi.json'), 'utf8'));
  visit(description, ({ pattern }) => {
    if (typeof pattern === 'string') patterns.push({ path: 'openapi.json', text: `/${pattern}/u` });
  });
  return { patterns, atRunTime };
}

export async function readLinearPatterns(): Promise<ReadonlySet<string>> {
  return new Set((await readFile(LIST, 'utf8')).trim().split('\n'));
}

type Node = Record<string, unknown>;

function visit(value: unknown, onNode: (node: Node) => void): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) onNode(value as Node);
  for (const child of Object.values(value)) visit(child, onNode);
}
