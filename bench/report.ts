import { cpus, totalmem } from 'node:os';
import type { Night } from './chain/night.ts';
import { nightsShortcomings, nightsTable } from './chain/night-report.ts';
import { withClient } from './cluster.ts';
import type { CostResults } from './costs/costs.ts';
import { costsTable } from './costs/report.ts';
import type { DataSet } from './data-set/data-set.ts';
import { type ExportResults, exportsTable } from './export/export.ts';
import { goalsTable } from './load/goals.ts';
import type { Slice } from './load/load.ts';
import { type ReplicaSlice, replicasTable } from './load/replicas.ts';
import { loadShortcomings, loadTable } from './load/report.ts';
import type { MosaicFramesResults } from './mosaic-frames/mosaic-frames.ts';
import { mosaicFramesShortcomings, mosaicFramesTable } from './mosaic-frames/report.ts';
import type { Sizes } from './options.ts';
import type { OverloadResults } from './overload/overload.ts';
import { overloadShortcomings, overloadTable } from './overload/report.ts';
import type { Growth, PlansReport } from './plans/plans.ts';
import { plansShortcomings, plansTable } from './plans/report.ts';
import { type SearchResults, searchTables } from './search/search.ts';
import { startShortcomings, startTable } from './start/report.ts';
import type { StartResults } from './start/start.ts';
import { table } from './table.ts';
import { webShortcomings, webTable } from './web/report.ts';
import type { WebResults } from './web/web.ts';

/** Everything that a run found out. */
export type Results = {
  machine: string;
  journal: JournalResults | null;
  costs: UnitCostResults | null;
  nights: Night[] | null;
  exports: ExportResults | null;
  overload: OverloadResults | null;
  replicas: ReplicaSlice[] | null;
  search: SearchResults | null;
  web: WebResults | null;
  mosaicFrames: MosaicFramesResults | null;
  start: StartResults | null;
};

export type JournalResults = {
  database: string;
  sizes: Sizes;
  plans: PlansReport | null;
  /** With a hundredth of the entries, a tenth, and all of them. */
  growth: Growth[];
  slices: Slice[] | null;
};

export type UnitCostResults = CostResults & { database: string; sizes: Sizes };

/** Numbers hold for one machine: which one, and with what. */
export function describeMachine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / 1024 ** 3);
  return `${processors.length} x ${processors[0]?.model ?? 'processor'}, ${memory} GB, Node ${process.versions.node}`;
}

export async function describeDatabase(dataSet: DataSet): Promise<string> {
  const { rows } = await withClient(dataSet.url, (client) =>
    client.query<{ settings: string }>(
      `select format('PostgreSQL %s, shared_buffers %s, fsync %s', current_setting('server_version'),
        current_setting('shared_buffers'), current_setting('fsync')) as settings`,
    ),
  );
  return rows[0]?.settings ?? '';
}

/** What a reader wants to see at once. */
export function tablesOf({
  machine,
  journal,
  costs,
  nights,
  replicas,
  search,
  exports,
  overload,
  web,
  mosaicFrames,
  start,
}: Results): string {
  return [
    '',
    machine,
    ...(journal ? journalTables(journal) : []),
    ...(costs ? [costs.database, describeSizes(costs.sizes), ...costsTable(costs)] : []),
    ...(nights ? nightsTable(nights) : []),
    ...(replicas ? replicasTable(replicas) : []),
    ...(exports ? exportsTable(exports) : []),
    ...(search ? searchTables(search) : []),
    ...(overload ? overloadTable(overload) : []),
    ...(web ? webTable(web) : []),
    ...(mosaicFrames ? mosaicFramesTable(mosaicFrames) : []),
    ...(start ? startTable(start) : []),
  ].join('\n');
}

function journalTables({ database, sizes, plans, growth, slices }: JournalResults): string[] {
  return [
    database,
    describeSizes(sizes),
    ...(plans ? plansTable(plans) : []),
    ...growthTable(growth),
    ...(slices ? [...loadTable(slices), ...goalsTable(slices)] : []),
  ];
}

/** What has to be right on any machine and is not. */
export function shortcomingsOf({ journal, nights, overload, web, mosaicFrames, start }: Results): string[] {
  const { plans = null, slices = null } = journal ?? {};
  return [
    ...(plans ? plansShortcomings(plans) : []),
    ...(slices ? loadShortcomings(slices) : []),
    ...(nights ? nightsShortcomings(nights) : []),
    ...(overload ? overloadShortcomings(overload) : []),
    ...(web ? webShortcomings(web) : []),
    ...(mosaicFrames ? mosaicFramesShortcomings(mosaicFrames) : []),
    ...(start ? startShortcomings(start) : []),
  ];
}

export function describeSizes({ people, organizations, teams, notebooks, entries }: Sizes): string {
  return `${people} people, ${organizations} organizations, ${teams} teams, ${notebooks} notebooks, ${entries} entries`;
}

function growthTable(growth: readonly Growth[]): string[] {
  const rows = growth.map(({ entries, visible, own }) => [
    String(entries),
    ...[visible, own].flatMap(({ milliseconds, buffers }) => [milliseconds.toFixed(2), String(buffers)]),
  ]);
  const head = ['entries', 'visible list', 'buffers', 'own list', 'buffers'];
  return ['', 'The lists of a growing journal: milliseconds of PostgreSQL, medians over viewers', ...table(head, rows)];
}
