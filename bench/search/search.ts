import { sql } from 'kysely';
import { MIGRATIONS } from '#app/database.ts';
import { buildIndexConcurrently } from '#platform/db/concurrent-index.ts';
import { migrate, migrationNames } from '#platform/db/migrations.ts';
import {
  type EntryFilter,
  findMatches,
  listVisibleEntries,
} from '../../src/features/journal/entry-list/entry-list.store.ts';
import { entrySearchOf } from '../../src/features/journal/entry-list/search.rules.ts';
import { foldEntries } from '../../src/features/journal/search-text/search-text.actions.ts';
import { type Cluster, maintenanceUrlOf, STATEMENT_COUNTER, withClient } from '../cluster.ts';
import { createRecorder, type Recorder } from '../plans/recorder.ts';
import { medianOf, table } from '../table.ts';
import { loadEntries, userId } from './data-set.ts';

const SEARCHES = [
  ...['the', 'ca', 'caf', 'cafe', 'hous', 'hermeneutic', 'zyzz', '"in the morning"', 'home -work', 'sea or zygote'],
  ...['地图', '图', 'タワー', 'ภูเก็ต', 'снег', 'елка'],
];
const PAGE = 51;
const VIEWERS = 12;
const ROUNDS = 3;
const INSERTS = 2_000;

type Side = 'before' | 'after';
type SearchMeasurement = {
  entries: number;
  scope: 'mine' | 'all';
  search: string;
  side: Side;
  /** Of all searches of the viewers, in milliseconds. */
  p50: number;
  p95: number;
  /** Pages of 8 KB, the median. */
  buffers: number;
  /** Entries on the first page, of all viewers. */
  found: number;
};

export type SearchResults = {
  searches: SearchMeasurement[];
  migrations: { entries: number; seconds: number }[];
  inserts: { entries: number; side: Side; p50: number; p99: number; max: number }[];
  sizes: { entries: number; side: Side; relation: string; megabytes: number }[];
};

/** Searches journals of these sizes by the former index, folds all entries, and searches them again. */
export async function measureSearch(
  cluster: Cluster,
  sizes: readonly number[],
  say: (sentence: string) => void,
): Promise<SearchResults> {
  const results: SearchResults = { searches: [], migrations: [], inserts: [], sizes: [] };
  const names = await migrationNames(MIGRATIONS);
  const former = names[names.indexOf('0046_search_text') - 1];
  for (const entries of sizes) {
    const name = `meadow_search_${entries}`;
    const url = cluster.urlOf(name);
    await withClient(maintenanceUrlOf(cluster), async (client) => {
      await client.query(`drop database if exists ${name} with (force)`);
      await client.query(`create database ${name}`);
    });
    await migrate(url, MIGRATIONS, { upTo: former });
    say(`Loading ${entries} entries.`);
    await loadEntries(url, entries, say);
    await measureDatabase(url, entries, results, say);
  }
  return results;
}

/** Measures a loaded database whose entries are not folded, folds them, and measures it again. */
async function measureDatabase(
  url: string,
  entries: number,
  results: SearchResults,
  say: (sentence: string) => void,
): Promise<void> {
  await withClient(url, (client) => client.query(`create extension if not exists ${STATEMENT_COUNTER}`));
  // The rows stay as they were written, and the statements of today name columns that came later.
  await migrate(url, MIGRATIONS);
  await withClient(url, (client) => client.query('vacuum analyze journal_entry'));
  await measureSide(url, entries, 'before', results, say);
  const recorder = createRecorder(url);
  const begin = performance.now();
  try {
    const buildIndex = (index: Parameters<typeof buildIndexConcurrently>[1]) => {
      say(`${((performance.now() - begin) / 1000).toFixed(0)} s: building ${index.name}.`);
      return buildIndexConcurrently(url, index);
    };
    await recorder.record(async (db) => {
      const { message } = await foldEntries({ db, buildIndex });
      say(message);
    });
  } finally {
    await recorder.close();
  }
  results.migrations.push({ entries, seconds: (performance.now() - begin) / 1000 });
  await withClient(url, (client) => client.query('vacuum analyze journal_entry'));
  await measureSide(url, entries, 'after', results, say);
}

async function measureSide(
  url: string,
  entries: number,
  side: Side,
  results: SearchResults,
  say: (sentence: string) => void,
): Promise<void> {
  const recorder = createRecorder(url);
  try {
    for (const scope of ['mine', 'all'] as const) {
      for (const search of SEARCHES) {
        const measured = await measureOne(recorder, { entries, scope, search, side });
        results.searches.push(measured);
        say(JSON.stringify(measured));
      }
    }
  } finally {
    await recorder.close();
  }
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ relation: string; megabytes: number }>(
      `select relname as relation, round(pg_total_relation_size(oid) / 1e6)::int as megabytes from pg_class
       where relname = 'journal_entry' or relname like 'journal_entry%search%'`,
    );
    results.sizes.push(...rows.map((row) => ({ entries, side, ...row })));
    const times: number[] = [];
    const columns = side === 'before' ? '' : ', search_title, search_text, search_source';
    for (let number = 0; number < INSERTS; number += 1) {
      const begin = performance.now();
      await client.query(
        `insert into journal_entry (id, user_id, title, content, effective_metadata_visibility, effective_content_visibility,
           mentions, created_at, updated_at, entry_date, created_date ${columns})
         select gen_random_uuid(), user_id, title, content, 'user', 'user', '[]', created_at, updated_at, entry_date, created_date ${columns}
         from journal_entry where user_id = $1 order by created_at desc limit 1`,
        [userId(number % (entries / 100))],
      );
      times.push(performance.now() - begin);
    }
    times.sort((one, other) => one - other);
    const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
    results.inserts.push({ entries, side, p50: at(0.5), p99: at(0.99), max: times.at(-1) ?? 0 });
  });
}

async function measureOne(
  recorder: Recorder,
  { entries, scope, search, side }: Pick<SearchMeasurement, 'entries' | 'scope' | 'search' | 'side'>,
): Promise<SearchMeasurement> {
  const times: number[] = [];
  const buffers: number[] = [];
  let found = 0;
  for (let number = 1; number <= VIEWERS; number += 1) {
    const viewer = { userId: userId(Math.floor((number * entries) / 100 / (VIEWERS + 1))), isSuperAdmin: false };
    const filter: EntryFilter = { scope, search: entrySearchOf(search), after: null };
    for (let round = 0; round < ROUNDS; round += 1) {
      await recorder.record(async (db) => {
        await sql`select`.execute(db);
        const read = await buffersRead(db);
        const begin = performance.now();
        const matches = side === 'before' ? undefined : await findMatches(db, viewer, filter, PAGE);
        const page = await listVisibleEntries(db, viewer, { ...filter, matches }, PAGE - 1);
        times.push(performance.now() - begin);
        buffers.push((await buffersRead(db)) - read);
        if (round === 0) found += page.rows.length;
      });
    }
  }
  times.sort((one, other) => one - other);
  const p95 = times[Math.floor(times.length * 0.95)] ?? 0;
  return { entries, scope, search, side, p50: medianOf(times), p95, buffers: medianOf(buffers), found };
}

/** Pages that the statements on entries have touched so far, by the counter of statements. */
async function buffersRead(db: Parameters<Parameters<Recorder['record']>[0]>[0]): Promise<number> {
  const { rows } = await sql<{ blocks: number }>`
    select coalesce(sum(shared_blks_hit + shared_blks_read), 0)::int8 as blocks from pg_stat_statements
    where query like '%journal_entry%'`.execute(db);
  return Number(rows[0]?.blocks ?? 0);
}

export function searchTables({ searches, migrations, inserts, sizes }: SearchResults): string[] {
  const key = ({ entries, scope, search }: SearchMeasurement) => `${entries} ${scope} ${search}`;
  const times = (measured: SearchMeasurement | undefined) =>
    measured ? `${measured.p50.toFixed(1)} (${measured.p95.toFixed(1)})` : '';
  const rows = searches
    .filter(({ side }) => side === 'before')
    .map((before) => {
      const after = searches.find((other) => other.side === 'after' && key(other) === key(before));
      return [
        ...[String(before.entries), before.scope, before.search, times(before), times(after)],
        ...[String(before.buffers), String(after?.buffers ?? ''), String(before.found), String(after?.found ?? '')],
      ];
    });
  return [
    '',
    'Searches: a page of 50, p50 (p95) in ms, and pages of 8 KB',
    ...table(['entries', 'scope', 'search', 'former', 'folded', 'buffers', 'folded', 'found', 'folded'], rows),
    ...migrations.map(
      ({ entries, seconds }) => `${entries} entries were folded and indexed in ${seconds.toFixed(0)} s.`,
    ),
    ...table(
      ['entries', 'inserts', 'p50 ms', 'p99 ms', 'max ms'],
      inserts.map(({ entries, side, p50, p99, max }) => [
        ...[String(entries), side, p50.toFixed(1), p99.toFixed(1), max.toFixed(0)],
      ]),
    ),
    ...table(
      ['entries', 'relation', 'MB'],
      sizes.map(({ entries, side, relation, megabytes }) => [
        String(entries),
        `${relation} ${side}`,
        String(megabytes),
      ]),
    ),
  ];
}
