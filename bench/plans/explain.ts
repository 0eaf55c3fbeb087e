import { createHash } from 'node:crypto';
import pg from 'pg';
import type { Statement } from './recorder.ts';

/** Which plan PostgreSQL takes for a named statement: the one of its own choice, or one that it is told to take. */
export const PLAN_MODES = ['auto', 'force_generic_plan', 'force_custom_plan'] as const;
export type PlanMode = (typeof PLAN_MODES)[number];

/** What a run of a statement cost. */
export type Cost = {
  /** Pages that it touched, of 8 KB, wherever they came from. */
  buffers: number;
  milliseconds: number;
  /** Rows that the most diligent node of the plan read, per row of the result. */
  rowsReadPerRow: number;
  /** Whether PostgreSQL has planned it anew for every execution up to here, which can take longer than the execution. */
  isPlannedEachTime: boolean;
  /** The nodes of the plan, for a reader: what each did, how many rows and pages it took. */
  outline: string[];
};

/** A named statement gets a generic plan, if any, from its sixth execution on. */
const EXECUTIONS_UNTIL_SETTLED = 6;
const TIMED_EXECUTIONS = 3;

/** Runs the statement under a name until its plan has settled, and says what it then costs. */
export async function explainNamed(client: pg.Client, statement: Statement, mode: PlanMode): Promise<Cost> {
  const name = nameOf(statement, mode);
  await client.query(`set plan_cache_mode = ${mode}`);
  for (let execution = 0; execution < EXECUTIONS_UNTIL_SETTLED; execution += 1) {
    await client.query({ name, text: statement.text, values: [...statement.values] });
  }
  const values = statement.values.map(literalOf).join(', ');
  const costs: Omit<Cost, 'isPlannedEachTime'>[] = [];
  for (let execution = 0; execution < TIMED_EXECUTIONS; execution += 1) {
    // A statement that was prepared through the protocol can be executed by its name in SQL as well.
    const { rows } = await client.query<{ 'QUERY PLAN': [Explanation] }>(
      `explain (analyze, buffers, format json) execute "${name}" (${values})`,
    );
    const explanation = rows[0]?.['QUERY PLAN'][0];
    if (explanation !== undefined) costs.push(costOf(explanation));
  }
  costs.sort((one, other) => one.milliseconds - other.milliseconds);
  const median = costs[Math.floor(costs.length / 2)];
  if (median === undefined) throw new Error('PostgreSQL did not explain the statement.');
  return { ...median, isPlannedEachTime: await isPlannedEachTime(client, name) };
}

async function isPlannedEachTime(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is_planned_each_time: boolean }>(
    'select generic_plans = 0 as is_planned_each_time from pg_prepared_statements where name = $1',
    [name],
  );
  return rows[0]?.is_planned_each_time ?? true;
}

/** Forgets all named statements of the connection, so that the next ones are planned with what is known then. */
export async function forgetPlans(client: pg.Client): Promise<void> {
  await client.query('discard plans');
}

type PlanNode = {
  'Node Type': string;
  'Index Name'?: string;
  'Subplan Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Heap Fetches'?: number;
  'Shared Hit Blocks': number;
  'Shared Read Blocks': number;
  Plans?: PlanNode[];
};

type Explanation = { Plan: PlanNode; 'Execution Time': number };

function costOf({ Plan: root, 'Execution Time': milliseconds }: Explanation): Omit<Cost, 'isPlannedEachTime'> {
  const rowsRead = Math.max(...nodesOf(root).map(({ node }) => rowsReadBy(node)));
  return {
    buffers: buffersOf(root),
    milliseconds,
    rowsReadPerRow: rowsRead / Math.max(1, root['Actual Rows']),
    outline: nodesOf(root).map(({ node, depth }) => {
      const name = [node['Subplan Name'], node['Node Type'], node['Index Name']].filter((part) => part !== undefined);
      const fetches = node['Heap Fetches'] ? `, ${node['Heap Fetches']} heap fetches` : '';
      return `${'  '.repeat(depth)}${name.join(' ')}: ${rowsReadBy(node)} rows, ${buffersOf(node)} buffers${fetches}`;
    }),
  };
}

const buffersOf = (node: PlanNode) => node['Shared Hit Blocks'] + node['Shared Read Blocks'];

const rowsReadBy = (node: PlanNode) =>
  Math.round((node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']);

function nodesOf(node: PlanNode, depth = 0): { node: PlanNode; depth: number }[] {
  return [{ node, depth }, ...(node.Plans ?? []).flatMap((child) => nodesOf(child, depth + 1))];
}

function nameOf({ text }: Statement, mode: PlanMode): string {
  return createHash('sha256').update(mode).update(text).digest('hex').slice(0, 32);
}

function literalOf(value: unknown): string {
  if (value === null) return 'null';
  // Of what ids, moments and numbers are written with, nothing has to be quoted within an array.
  return pg.escapeLiteral(Array.isArray(value) ? `{${value.map(textOf).join()}}` : textOf(value));
}

const textOf = (value: unknown) => (value instanceof Date ? value.toISOString() : String(value));
