import { sql } from 'kysely';
import type pg from 'pg';
import {
  type EntryFilter,
  listVisibleEntries,
  tablesOfList,
} from '../../src/features/journal/entry-list/entry-list.store.ts';
import { PUBLIC_AUDIENCE } from '../../src/features/journal/visibility/visibility.rules.ts';
import { withClient } from '../cluster.ts';
import type { DataSet } from '../data-set/data-set.ts';
import { settleTable, TABLE_STATES } from '../data-set/table-states.ts';
import { type NamedViewer, viewersOf } from '../data-set/viewers.ts';
import { medianOf } from '../table.ts';
import { type Cost, explainNamed, forgetPlans, PLAN_MODES, type PlanMode } from './explain.ts';
import { listByTheRule, workOutReaches } from './plain-visibility.ts';
import { createRecorder, type Recorder, type Statement } from './recorder.ts';

const PAGE = 50;
const VIEWERS = 30;
/** The maximum of 8 KB pages that a list may read, for each viewer and each state of the table. */
export const BUFFERS_GOAL = 400;

/** The highest cost of a list, and its viewer. */
export type WorstCost = {
  list: string;
  state: string;
  mode: PlanMode;
  viewers: number;
  median: number;
  worst: Cost & { viewer: string };
};

export type PlansReport = {
  costs: WorstCost[];
  /** Lists that differ from the rule, one sentence each; none is right. */
  differences: string[];
  comparedLists: number;
  /** The list of all that is visible, page by page. */
  pages: { page: number; buffers: number; milliseconds: number }[];
};

/** A list, and what its statement is changed to before it is looked at. */
type List = { name: string; filter: EntryFilter; change?: (text: string) => string };

const LISTS: readonly List[] = [
  { name: 'all visible', filter: { scope: 'all', after: null } },
  { name: 'of others', filter: { scope: 'shared', after: null } },
  { name: 'own', filter: { scope: 'mine', after: null } },
  {
    // This audience is empty, so the list is that of a service without public entries.
    name: 'all visible, nothing public',
    filter: { scope: 'all', after: null },
    change: (text) => text.replaceAll(PUBLIC_AUDIENCE, '00000000-0000-4000-8000-000000000000'),
  },
];

/** Explains the lists of 30 viewers in every state of the table, and compares them with the rule. */
export async function checkPlans(dataSet: DataSet, say: (sentence: string) => void): Promise<PlansReport> {
  const viewers = viewersOf(dataSet.sizes, VIEWERS);
  const recorder = createRecorder(dataSet.url);
  try {
    return await withClient(dataSet.url, async (client) => {
      const costs: WorstCost[] = [];
      for (const state of TABLE_STATES) {
        say(`Looking at the plans of a table that is ${state.name}.`);
        await state.bring(client);
        await forgetPlans(client);
        costs.push(...(await worstCosts(client, recorder, viewers, state.name)));
      }
      await workOutReaches(client);
      const differences = await compareWithRule(client, recorder, viewers);
      const pages = await costsOfPages(client, recorder, viewers);
      return { costs, differences, comparedLists: viewers.length * 2, pages };
    });
  } finally {
    await recorder.close();
  }
}

/** What two lists cost ordinary viewers of a settled table with so many entries: medians, times in milliseconds. */
export type Growth = { entries: number; visible: Growing; own: Growing };
type Growing = Pick<Cost, 'buffers' | 'milliseconds'>;

export async function measureGrowth(dataSet: DataSet): Promise<Growth> {
  const recorder = createRecorder(dataSet.url);
  const viewers = viewersOf(dataSet.sizes, VIEWERS).filter(({ isSuperAdmin }) => !isSuperAdmin);
  try {
    return await withClient(dataSet.url, async (client) => {
      await settleTable(client);
      const costOf = async (scope: EntryFilter['scope']): Promise<Growing> => {
        const costs: Cost[] = [];
        for (const viewer of viewers) {
          costs.push(await explainNamed(client, await statementOf(recorder, viewer, { scope, after: null }), 'auto'));
        }
        const milliseconds = medianOf(costs.map((cost) => cost.milliseconds));
        return { milliseconds, buffers: medianOf(costs.map(({ buffers }) => buffers)) };
      };
      return { entries: dataSet.sizes.entries, visible: await costOf('all'), own: await costOf('mine') };
    });
  } finally {
    await recorder.close();
  }
}

async function worstCosts(
  client: pg.Client,
  recorder: Recorder,
  viewers: NamedViewer[],
  state: string,
): Promise<WorstCost[]> {
  const found: WorstCost[] = [];
  for (const { name, filter, change } of LISTS) {
    for (const mode of PLAN_MODES) {
      const costs: WorstCost['worst'][] = [];
      for (const viewer of viewers) {
        const { text, values } = await statementOf(recorder, viewer, filter);
        const statement = { text: change?.(text) ?? text, values };
        costs.push({ ...(await explainNamed(client, statement, mode)), viewer: viewer.name });
      }
      const worst = costs.reduce((one, other) => (other.buffers > one.buffers ? other : one));
      const median = medianOf(costs.map(({ buffers }) => buffers));
      found.push({ list: name, state, mode, viewers: viewers.length, median, worst });
    }
  }
  return found;
}

/** Of the page alone: what the names of its entries take depends on how many members its groups have. */
async function statementOf(recorder: Recorder, viewer: NamedViewer, filter: EntryFilter): Promise<Statement> {
  const { tables } = tablesOfList(viewer, filter, PAGE);
  return (await recorder.record((db) => sql`with ${tables} select * from page`.execute(db))).statement;
}

async function compareWithRule(client: pg.Client, recorder: Recorder, viewers: NamedViewer[]): Promise<string[]> {
  const differences: string[] = [];
  for (const viewer of viewers) {
    for (const scope of ['all', 'shared'] as const) {
      const { result } = await recorder.record((db) => listVisibleEntries(db, viewer, { scope, after: null }, PAGE));
      const listed = result.rows.map(({ id, content }) => ({ id, isHidden: content === null }));
      const right = await listByTheRule(client, viewer, scope, PAGE);
      if (JSON.stringify(listed) !== JSON.stringify(right)) {
        differences.push(`The list "${scope}" of ${viewer.name} is not what the rule says.`);
      }
    }
  }
  return differences;
}

/** What the first page and the hundredth cost, of the viewer who sees most after the super admin. */
async function costsOfPages(
  client: pg.Client,
  recorder: Recorder,
  viewers: NamedViewer[],
): Promise<PlansReport['pages']> {
  const viewer = viewers[1];
  if (viewer === undefined) return [];
  const pages: PlansReport['pages'] = [];
  let after: EntryFilter['after'] = null;
  for (let page = 1; page <= 100; page += 1) {
    const filter: EntryFilter = { scope: 'all', after };
    const { result } = await recorder.record((db) => listVisibleEntries(db, viewer, filter, PAGE));
    if (page === 1 || page === 100) {
      const statement = await statementOf(recorder, viewer, filter);
      const { buffers, milliseconds } = await explainNamed(client, statement, 'auto');
      pages.push({ page, buffers, milliseconds });
    }
    const last = result.rows.at(-1);
    if (!result.hasMore || last === undefined) break;
    after = { createdAt: last.created_at, id: last.id };
  }
  return pages;
}
