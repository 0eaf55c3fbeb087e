import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measureNights } from './chain/night.ts';
import { type Cluster, openCluster } from './cluster.ts';
import { measureCosts } from './costs/costs.ts';
import { openDataSet } from './data-set/data-set.ts';
import { writeDocument } from './document/document.ts';
import { measureExports } from './export/export.ts';
import { measureLoad } from './load/load.ts';
import { measureReplicas } from './load/replicas.ts';
import { measureMosaicFrames } from './mosaic-frames/mosaic-frames.ts';
import { type BenchOptions, readOptions, sizesFor, USAGE } from './options.ts';
import { measureOverload } from './overload/overload.ts';
import { checkPlans, type Growth, measureGrowth } from './plans/plans.ts';
import {
  describeDatabase,
  describeMachine,
  type JournalResults,
  type Results,
  shortcomingsOf,
  tablesOf,
  type UnitCostResults,
} from './report.ts';
import { measureSearch } from './search/search.ts';
import { measureStart } from './start/start.ts';
import { measureWeb } from './web/web.ts';

const RESULTS = join(import.meta.dirname, 'results.json');

const say = (sentence: string): void => {
  process.stdout.write(`${sentence}\n`);
};

async function run(options: BenchOptions): Promise<Results> {
  const replicas = options.replicas ? await measureReplicas(options, say) : null;
  const start = options.start ? await measureStart(options.rounds, say) : null;
  const needsDatabase =
    options.plans ||
    options.load ||
    options.costs ||
    options.nights ||
    options.exports ||
    options.overload ||
    options.search ||
    options['mosaic-frames'] ||
    options.web;
  const cluster = needsDatabase ? await openCluster(options.databaseUrl) : null;
  try {
    const journal = cluster && (options.plans || options.load) ? await measureJournal(cluster, options) : null;
    const costs = cluster && options.costs ? await measureUnitCosts(cluster, options) : null;
    const nights = cluster && options.nights ? await measureNights(cluster, options, say) : null;
    const exports = cluster && options.exports ? await measureExports(cluster, say) : null;
    const overload =
      cluster && options.overload
        ? await measureOverload(await openDataSet(cluster, options.sizes, say), options.rounds, say)
        : null;
    const web = cluster && options.web ? await measureWeb(cluster, options.rounds, say) : null;
    const mosaicFrames =
      cluster && options['mosaic-frames'] ? await measureMosaicFrames(cluster, options.rounds, say) : null;
    const sizes = [Math.ceil(options.sizes.entries / 10), options.sizes.entries];
    const search = cluster && options.search ? await measureSearch(cluster, sizes, say) : null;
    return {
      machine: describeMachine(),
      journal,
      costs,
      nights,
      exports,
      overload,
      replicas,
      web,
      mosaicFrames,
      start,
      search,
    };
  } finally {
    await cluster?.close();
  }
}

async function measureJournal(cluster: Cluster, options: BenchOptions): Promise<JournalResults> {
  const { people, entries } = options.sizes;
  const growth: Growth[] = [];
  // The largest comes last, so that it is what the memory holds when it is measured.
  for (const share of [100, 10]) {
    const sizes = sizesFor(people, Math.ceil(entries / share));
    growth.push(await measureGrowth(await openDataSet(cluster, sizes, say)));
  }
  const dataSet = await openDataSet(cluster, options.sizes, say);
  const database = await describeDatabase(dataSet);
  const plans = options.plans ? await checkPlans(dataSet, say) : null;
  growth.push(await measureGrowth(dataSet));
  const slices = options.load ? await measureLoad(dataSet, options, say) : null;
  return { database, sizes: options.sizes, plans, growth, slices };
}

async function measureUnitCosts(cluster: Cluster, options: BenchOptions): Promise<UnitCostResults> {
  const dataSet = await openDataSet(cluster, options.sizes, say);
  const database = await describeDatabase(dataSet);
  return { database, sizes: options.sizes, ...(await measureCosts(cluster, dataSet, say)) };
}

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2));
  if (options === null) {
    say(USAGE);
    return 0;
  }
  if (options.document) {
    await writeDocument(JSON.parse(await readFile(RESULTS, 'utf8')));
    return 0;
  }
  const results = await run(options);
  await writeFile(RESULTS, `${JSON.stringify(results, null, 2)}\n`);
  say(tablesOf(results));
  const shortcomings = shortcomingsOf(results);
  for (const shortcoming of shortcomings) say(`MISSED: ${shortcoming}`);
  return shortcomings.length > 0 ? 1 : 0;
}

process.exitCode = await main();
