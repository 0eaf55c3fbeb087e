import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { costRows, goalRows } from '../load/goals.ts';
import { loadRows } from '../load/report.ts';
import { describeSizes, type Results } from '../report.ts';
import { markdownTable } from '../table.ts';
import { growthChart } from './growth-chart.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');
const DOCUMENT = join(DOCS, 'performance.md');
const CHART = join(DOCS, 'pictures', 'growth.svg');

/** Writes the figures of a run into docs/performance.md, between their markers, and draws its picture. */
export async function writeDocument({ machine, journal }: Results): Promise<void> {
  const { slices = null } = journal ?? {};
  if (journal === null || slices === null) throw new Error('These results have no load: run --load first.');
  const parts = {
    machine: [machine, journal.database, describeSizes(journal.sizes)].map((line) => `- ${line}`),
    goals: markdownTable(goalRows(slices)),
    rates: markdownTable(loadRows(slices)),
    costs: markdownTable(costRows(slices)),
  };
  let text = await readFile(DOCUMENT, 'utf8');
  for (const [name, lines] of Object.entries(parts)) text = replacePart(text, name, lines);
  await writeFile(DOCUMENT, text);
  await writeFile(CHART, growthChart(journal.growth));
}

function replacePart(text: string, name: string, lines: readonly string[]): string {
  const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
  const [from, to] = [text.indexOf(begin), text.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/performance.md has no place for ${name}.`);
  return `${text.slice(0, from + begin.length)}\n${lines.join('\n')}\n\n${text.slice(to)}`;
}
