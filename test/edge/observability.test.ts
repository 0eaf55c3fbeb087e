import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { makeSchedulerTables } from '#platform/jobs/scheduler.ts';
import { createProgram } from '../../src/command-line/program.ts';
import { startTestApp } from '../start-test-app.ts';

type Rule = { record?: string; alert?: string; expr: string; labels?: { severity: string }; annotations?: Annotations };
type Annotations = { summary: string; runbook: string };
type Panel = {
  type: string;
  title: string;
  description?: string;
  datasource?: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  fieldConfig?: { defaults: { unit?: string } };
  targets?: { expr: string; datasource: { uid: string } }[];
};

const ROOT = join(import.meta.dirname, '..', '..');
const read = (...path: string[]) => readFile(join(ROOT, ...path), 'utf8');
const { call, databaseUrl, deps } = await startTestApp();

const ruleFiles = await Promise.all(['alerts', 'slo'].map((name) => read('deploy', 'prometheus', `${name}.yml`)));
const rules = ruleFiles.flatMap((text) =>
  (parse(text) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules),
);
const alerts = rules.filter(({ alert }) => alert !== undefined);
const dashboard = JSON.parse(await read('deploy', 'grafana', 'meadow.json')) as {
  templating: { list: { name: string; type: string; query: unknown }[] };
  panels: Panel[];
};
const panels = dashboard.panels.filter(({ type }) => type !== 'row');
const pageNames = (await readdir(join(ROOT, 'docs', 'runbook'))).filter((name) => name !== 'README.md');
const pages = await Promise.all(pageNames.map(async (name) => ({ name, text: await read('docs', 'runbook', name) })));
const description = await read('openapi.json');

/** Words of the query language that stand where a metric could. */
const KEYWORDS = new Set(['by', 'without', 'bool', 'or', 'and', 'unless', 'on', 'ignoring', 'offset']);

/** The metrics of an expression: names that are no functions, labels, texts, durations or words of the language. */
function metricsIn(expression: string): string[] {
  const bare = expression
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}/g, '')
    .replace(/\[[^\]]*\]/g, '')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, '');
  const names = bare.match(/[a-zA-Z_:][\w:]*(?!\w|\s*\()/g) ?? [];
  return names.filter((name) => !KEYWORDS.has(name) && !/^e\d+$/.test(name));
}

describe('Rules and dashboard', () => {
  const known = new Set(['up']);
  beforeAll(async () => {
    const { text } = await call(null, 'GET', '/metrics');
    for (const [, name, type] of text.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
      const suffixes = type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''];
      for (const suffix of suffixes) known.add(`${name}${suffix}`);
    }
    for (const { record } of rules) if (record !== undefined) known.add(record);
  });

  test('use metrics that a node has, or that a rule records', () => {
    const expressions = [
      ...rules.map(({ expr }) => expr),
      ...panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
    ];
    expect(expressions.length).toBeGreaterThan(60);
    const used = new Set(expressions.flatMap(metricsIn));
    expect(used.size).toBeGreaterThan(30);
    expect([...used].filter((name) => !known.has(name))).toEqual([]);
  });

  test('name codes of errors that the API has', () => {
    const codes = [...ruleFiles.join('\n').matchAll(/code=~?"([^"]+)"/g)].flatMap(([, list = '']) => list.split('|'));
    expect(codes.length).toBeGreaterThan(3);
    for (const code of codes) expect(description).toContain(code);
  });

  test('ask the data source that a user chooses, with a description and a unit for each panel', () => {
    expect(dashboard.templating.list[0]).toMatchObject({ name: 'datasource', type: 'datasource', query: 'prometheus' });
    for (const { title, description: text, datasource, fieldConfig, targets = [] } of panels) {
      const uids = [datasource, ...targets.map((target) => target.datasource)].map((source) => source?.uid);
      expect([title, ...new Set(uids)]).toEqual([title, `\${datasource}`]);
      expect([title, text]).toEqual([title, expect.stringMatching(/\.$/)]);
      expect([title, fieldConfig?.defaults.unit]).toEqual([title, expect.any(String)]);
      expect(targets.length).toBeGreaterThan(0);
    }
  });

  test('have panels that do not overlap', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...panels.map(({ gridPos: { x, w } }) => x + w))).toBeLessThanOrEqual(24);
  });
});

describe('Alerts', () => {
  test.each(alerts.map(({ alert, ...rule }) => [alert, rule] as const))(
    '%s has a severity, a sentence and a page',
    (_name, rule) => {
      expect(['page', 'ticket']).toContain(rule.labels?.severity);
      expect(rule.annotations?.summary).toMatch(/\.$/);
      expect(pageNames.map((name) => `docs/runbook/${name}`)).toContain(rule.annotations?.runbook);
    },
  );
});

describe('The runbook', () => {
  test('links each page, which is short, and names each alert on its page', async () => {
    const index = await read('docs', 'runbook', 'README.md');
    for (const { name, text } of pages) {
      expect(index).toContain(`(${name})`);
      expect(text.split('\n').length).toBeLessThanOrEqual(40);
      for (const part of ['**Shows as:**', '**See**', '**Mend**', '**Over when**']) expect(text).toContain(part);
    }
    for (const { alert = '', annotations } of alerts) {
      const page = pages.find(({ name }) => annotations?.runbook.endsWith(`/${name}`));
      // A fast and a slow burn have one line.
      const isNamed =
        page?.text.includes(`\`${alert}\``) || page?.text.includes(`\`${alert.replace(/Slow$/, 'Fast')}\``);
      expect([alert, isNamed]).toEqual([alert, true]);
    }
  });

  test('names commands that exist', () => {
    const program = createProgram('test');
    for (const { name, text } of pages) {
      for (const [, words = ''] of text.matchAll(/npx meadow ([a-z -]+)/g)) {
        const [first, second] = words.trim().split(' ');
        const command = program.commands.find((one) => one.name() === first);
        const inner = command?.commands ?? [];
        const exists = inner.length > 0 ? inner.some((one) => one.name() === second) : command !== undefined;
        expect([name, words, exists]).toEqual([name, words, true]);
      }
    }
  });

  test('names URLs, error codes and log events that exist', async () => {
    const routes = await read('routes.txt');
    const sources = (await readdir(join(ROOT, 'src'), { recursive: true })).filter((path) => path.endsWith('.ts'));
    const code = (await Promise.all(sources.map((path) => read('src', path)))).join('\n');
    for (const { name, text } of pages) {
      for (const [, method = '', url = ''] of text.matchAll(/`(GET|PUT|POST) (\/[\w/:-]+)`/g)) {
        expect([name, routes]).toEqual([name, expect.stringMatching(new RegExp(`\\s${method}\\s+${url}(\\s|$)`, 'm'))]);
      }
      for (const [, word = ''] of text.matchAll(/`([a-z-]+\.[a-z-]+)`/g)) {
        expect([name, word, code.includes(`'${word}'`)]).toEqual([name, word, true]);
      }
    }
  });

  test('has statements that run', async () => {
    await makeSchedulerTables(databaseUrl, deps.log);
    const client = new pg.Client({ connectionString: databaseUrl });
    await client.connect();
    onTestFinished(() => client.end());
    let count = 0;
    for (const { name, text } of pages) {
      for (const [, block = ''] of text.matchAll(/```sql\n([\s\S]*?)```/g)) {
        const failure = await client.query(block).then(
          () => null,
          (error: Error) => error.message,
        );
        expect([name, failure]).toEqual([name, null]);
        count += 1;
      }
    }
    expect(count).toBeGreaterThan(5);
  });
});
