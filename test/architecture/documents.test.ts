import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { settingNames } from '#app/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const MAX_DECISION_LINES = 25;

/** Documents whose identifiers must be those of the code. */
const NAMES_CODE = /^docs\/(decisions\/.*|operations)\.md$/;
/** `camelCase` and `snake_case`. */
const IDENTIFIER = /`([a-z]+(?:[A-Z][A-Za-z0-9]*|(?:_[a-z0-9]+)+))`/g;
/** Names of PostgreSQL. */
const FOREIGN_NAMES = new Set([
  'checkpoint_timeout',
  'listen_addresses',
  'pg_dump',
  'pg_read_all_stats',
  'session_replication_role',
]);

const LINK = /\]\((?!https?:)([^)#\s]*)(?:#([^)\s]+))?\)/g;
/** Documents for operators and users. Those about the code also name constants. */
const NAMES_SETTINGS = /^(README|SECURITY|CHANGELOG|docs\/operations)\.md$/;

describe('documents', async () => {
  const documents = await readDocuments();

  test('each link leads to a file, and each anchor to a heading', () => {
    const broken = documents.flatMap(({ path, text }) =>
      [...text.matchAll(LINK)].flatMap(([link, target = '', anchor]) => {
        const file = target === '' ? path : join(dirname(path), target);
        if (!existsSync(join(ROOT, file))) return [`${path}: ${link}`];
        const headings = documents.find((document) => document.path === file)?.text;
        return anchor === undefined || headings === undefined || anchorsOf(headings).includes(anchor)
          ? []
          : [`${path}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
    expect(anchorsOf('# One\n## Two words, `code`')).toEqual(['one', 'two-words-code']);
  });

  test('each setting that is named exists', () => {
    const settings = settingNames();
    const named = documents
      .filter(({ path }) => NAMES_SETTINGS.test(path))
      .flatMap(({ text }) => [...text.matchAll(/`([A-Z]+(?:_[A-Z]+)+)`/g)].map(([, name = '']) => name));
    const unknown = named.filter((name) => !settings.has(name));
    expect(named).toContain('DATABASE_URL');
    expect(unknown).toEqual([]);
  });

  test('each identifier that is named exists', async () => {
    const code = (await Promise.all(['src', 'migrations', 'test'].map(readCode))).join('\n');
    const known = new Set([...FOREIGN_NAMES, ...(code.match(/\w+/g) ?? [])]);
    const named = documents
      .filter(({ path }) => NAMES_CODE.test(path))
      .flatMap(({ path, text }) => [...text.matchAll(IDENTIFIER)].map(([, name = '']) => ({ path, name })));
    expect(named.filter(({ name }) => !known.has(name))).toEqual([]);
    expect(named.map(({ name }) => name)).toContain('accepted_at');
  });

  test('decisions are numbered without gaps, listed, and at most 25 lines long', () => {
    const decisions = documents.filter(({ path }) => /^docs\/decisions\/\d/.test(path));
    const index = documents.find(({ path }) => path === 'docs/decisions/README.md')?.text ?? '';
    expect(decisions.length).toBeGreaterThan(0);
    for (const [position, { path, text }] of decisions.entries()) {
      const name = path.slice('docs/decisions/'.length);
      const number = String(position + 1);
      expect(name).toMatch(new RegExp(`^${number.padStart(4, '0')}-`));
      expect(text).toMatch(new RegExp(`^# ${number}\\. `));
      expect(index).toContain(`](${name})`);
      expect(text.trimEnd().split('\n').length, name).toBeLessThanOrEqual(MAX_DECISION_LINES);
    }
  });
});

type Document = { path: string; text: string };

async function readDocuments(): Promise<Document[]> {
  const atRoot = (await readdir(ROOT)).filter((name) => name.endsWith('.md'));
  const inFolders = await Promise.all(
    ['docs', 'bench', 'packages', 'findings', 'src', 'web/src', '.github'].map(async (folder) =>
      (await readdir(join(ROOT, folder), { recursive: true }))
        .filter((name) => name.endsWith('.md') && !name.includes('node_modules'))
        .map((name) => `${folder}/${name}`),
    ),
  );
  const paths = [...atRoot, ...inFolders.flat()].sort();
  return Promise.all(paths.map(async (path) => ({ path, text: await readFile(join(ROOT, path), 'utf8') })));
}

async function readCode(folder: string): Promise<string> {
  const names = await readdir(join(ROOT, folder), { recursive: true });
  const files = names.filter((name) => /\.(ts|sql)$/.test(name) && !name.endsWith('documents.test.ts'));
  return (await Promise.all(files.map((name) => readFile(join(ROOT, folder, name), 'utf8')))).join('\n');
}

/** Anchors of the headings, as GitHub makes them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s-]/gu, '')
      .replaceAll(' ', '-'),
  );
}
