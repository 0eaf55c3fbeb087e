import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { growthRows, jobRows, queueRows, requestRows, rowRows } from '../costs/report.ts';
import { costRows, goalRows } from '../load/goals.ts';
import { loadRows } from '../load/report.ts';
import { describeSizes, type JournalResults, type Results, type UnitCostResults } from '../report.ts';
import { markdownTable } from '../table.ts';
import { growthChart } from './growth-chart.ts';

const DOCS = join(import.meta.dirname, '..', '..', 'docs');

/** Writes the figures of a run into docs/performance.md and docs/scale.md, as far as it has them. Throws if it has none. */
export async function writeDocument({ machine, journal, costs }: Results): Promise<void> {
  if (!journal?.slices && !costs) throw new Error('These results have no figures: run --load or --costs first.');
  if (journal?.slices) await writePerformance(machine, journal, journal.slices);
  if (costs) await writeScale(machine, costs);
}

async function writePerformance(
  machine: string,
  { database, sizes, growth }: JournalResults,
  slices: NonNullable<JournalResults['slices']>,
): Promise<void> {
  await writeParts('performance.md', {
    machine: [machine, database, describeSizes(sizes)].map((line) => `- ${line}`),
    goals: markdownTable(goalRows(slices)),
    rates: markdownTable(loadRows(slices)),
    costs: markdownTable(costRows(slices)),
  });
  await writeFile(join(DOCS, 'pictures', 'growth.svg'), growthChart(growth));
}

async function writeScale(machine: string, costs: UnitCostResults): Promise<void> {
  await writeParts('scale.md', {
    machine: [machine, costs.database, describeSizes(costs.sizes)].map((line) => `- ${line}`),
    growth: markdownTable(growthRows(costs)),
    requests: markdownTable(requestRows(costs)),
    jobs: markdownTable(jobRows(costs)),
    rows: markdownTable(rowRows(costs)),
    queues: markdownTable(queueRows(costs)),
  });
}

/** Replaces what is between the markers of each part. */
async function writeParts(document: string, parts: Readonly<Record<string, readonly string[]>>): Promise<void> {
  const path = join(DOCS, document);
  let text = await readFile(path, 'utf8');
  for (const [name, lines] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name} -->\n`, `<!-- end of ${name} -->`];
    const [from, to] = [text.indexOf(begin), text.indexOf(end)];
    if (from < 0 || to < from) throw new Error(`docs/${document} has no place for ${name}.`);
    text = `${text.slice(0, from + begin.length)}\n${lines.join('\n')}\n\n${text.slice(to)}`;
  }
  await writeFile(path, text);
}
