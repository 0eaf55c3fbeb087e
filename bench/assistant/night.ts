import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MIGRATIONS } from '#app/database.ts';
import { migrate } from '#platform/db/migrations.ts';
import { startSandboxAi } from '#sandbox/ai/ai.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import { table } from '../table.ts';
import type { NightPart, PartMeasurement } from './job.ts';

const JOB = join(import.meta.dirname, 'job.ts');
const TYPESCRIPT = ['--import', import.meta.resolve('tsx')];

/** As long as the stand-in for the provider takes for a response. */
const LATENCY_MS = 1_000;
const SECONDS_EACH = 20;
const NOTES_EACH = 10;
/** Who lets their notes be read and has written none: the job has to pass them by. */
const SILENT_PEOPLE = 100_000;

/** What an analysis used on the average, in tokens as the stand-in counts them. */
export type TokensEach = { input: number; output: number };

export type AssistantMeasurement = {
  nodes: number;
  batchSize: number;
  batchPauseMs: number;
  people: number;
  seconds: number;
  peoplePerMinute: number;
  cpuMsEach: number;
  megabytes: number;
};

export type AssistantResults = {
  measurements: AssistantMeasurement[];
  tokens: TokensEach;
  /** The duration of a run that finds no due user. */
  silent: { people: number; seconds: number };
};

type Setting = Pick<AssistantMeasurement, 'nodes' | 'batchSize' | 'batchPauseMs'>;

const SETTINGS: Setting[] = [
  { nodes: 1, batchSize: 5, batchPauseMs: 1_000 },
  { nodes: 2, batchSize: 5, batchPauseMs: 1_000 },
  { nodes: 1, batchSize: 50, batchPauseMs: 1_000 },
  { nodes: 2, batchSize: 50, batchPauseMs: 1_000 },
];

/** Analyzes the notes of people with a provider that takes a second for each response: on one node and on two, at several paces. */
export async function measureAssistant(cluster: Cluster, say: (sentence: string) => void): Promise<AssistantResults> {
  const ai = await startSandboxAi();
  ai.behave({ mode: 'slow', delayMs: LATENCY_MS });
  try {
    return await withJournals(cluster, async (databaseUrl) => {
      const measurements: AssistantMeasurement[] = [];
      for (const setting of SETTINGS) {
        say(`Analyzing notes: ${setting.nodes} nodes, batches of ${setting.batchSize}.`);
        const measurement = await measureSetting(databaseUrl, ai.url, setting);
        say(`${measurement.peoplePerMinute.toFixed(0)} people a minute.`);
        measurements.push(measurement);
      }
      const tokens = await tokensEach(databaseUrl);
      await withClient(databaseUrl, (client) => addSilentPeople(client));
      const { run } = await runNodes(databaseUrl, ai.url, { nodes: 1, batchSize: 5, batchPauseMs: 1_000 });
      return { measurements, tokens, silent: { people: SILENT_PEOPLE, seconds: run.seconds } };
    });
  } finally {
    await ai.close();
  }
}

async function measureSetting(databaseUrl: string, aiUrl: string, setting: Setting): Promise<AssistantMeasurement> {
  const { nodes, batchSize, batchPauseMs } = setting;
  const batches = Math.ceil((SECONDS_EACH * 1000) / (LATENCY_MS + batchPauseMs));
  await withClient(databaseUrl, (client) => writeJournals(client, nodes * batches * batchSize));
  const { run, parts } = await runNodes(databaseUrl, aiUrl, setting);
  const processorSeconds = parts.reduce((sum, part) => sum + part.processorSeconds, 0);
  return {
    ...setting,
    people: run.analyzed,
    seconds: run.seconds,
    peoplePerMinute: (run.analyzed / run.seconds) * 60,
    cpuMsEach: (processorSeconds / run.analyzed) * 1000,
    megabytes: Math.max(...parts.map(({ megabytes }) => megabytes)),
  };
}

type Night = { run: NonNullable<PartMeasurement['run']>; parts: PartMeasurement[] };

/** The nodes that help are ready before the first one begins the run, and end when it is over. */
async function runNodes(databaseUrl: string, aiUrl: string, setting: Setting): Promise<Night> {
  const nodeOf = (node: number) => startNode({ databaseUrl, aiUrl, ...setting, node });
  const helpers = Array.from({ length: setting.nodes - 1 }, (_, index) => nodeOf(index + 1));
  await Promise.all(helpers.map(({ ready }) => ready));
  const first = await nodeOf(0).measurement;
  for (const { end } of helpers) end();
  const parts = [first, ...(await Promise.all(helpers.map(({ measurement }) => measurement)))];
  if (first.run === null) throw new Error('The first node did not begin the run.');
  const [error] = first.run.errors;
  if (error !== undefined) throw new Error(`Not all notes could be analyzed. The first failure: ${error}`);
  return { run: first.run, parts };
}

function startNode(part: NightPart) {
  const child = spawn(process.execPath, [...TYPESCRIPT, JOB, JSON.stringify(part)], {
    env: {},
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const nextLine = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('A node has died.');
    return value;
  };
  const ready = nextLine();
  const measurement = ready.then(async () => JSON.parse(await nextLine()) as PartMeasurement);
  return { ready, measurement, end: () => child.stdin.end() };
}

/** Makes a database, does the work on it, and drops it. */
async function withJournals<Result>(cluster: Cluster, work: (url: string) => Promise<Result>): Promise<Result> {
  const name = 'meadow_bench_assistant';
  const drop = () =>
    withClient(maintenanceUrlOf(cluster), (client) => client.query(`drop database if exists ${name} with (force)`));
  await drop();
  await withClient(maintenanceUrlOf(cluster), (client) => client.query(`create database ${name}`));
  try {
    const url = cluster.urlOf(name);
    await migrate(url, MIGRATIONS);
    return await work(url);
  } finally {
    await drop();
  }
}

type Client = Parameters<Parameters<typeof withClient>[1]>[0];

/**
 * Creates the given number of users with ten notes each, and deletes all others. The notes have about 120 characters, because the sandbox
 * reads them word by word, which would dominate the measurement.
 */
async function writeJournals(client: Client, people: number): Promise<void> {
  await client.query('delete from profile');
  await client.query(
    `insert into profile (id, full_name, read_notes_enabled, role_changed_at, created_at, updated_at)
     select gen_random_uuid(), 'A User', true, now(), now(), now() from generate_series(1, $1::int)`,
    [people],
  );
  await client.query(
    `insert into journal_entry (id, user_id, title, content, effective_metadata_visibility,
       effective_content_visibility, created_at, updated_at, entry_date, created_date)
     select gen_random_uuid(), profile.id, 'A day', repeat('I walked to work and was calm and happy. ', 3),
       'user', 'user', now() - number * interval '10 hours', now() - interval '10 hours',
       now() - number * interval '10 hours', now() - number * interval '10 hours'
     from profile cross join generate_series(1, $1::int) as number`,
    [NOTES_EACH],
  );
  await client.query('analyze profile, journal_entry');
}

async function addSilentPeople(client: Client): Promise<void> {
  await client.query(
    `insert into profile (id, full_name, read_notes_enabled, role_changed_at, created_at, updated_at)
     select gen_random_uuid(), 'A User', true, now(), now(), now() from generate_series(1, $1::int)`,
    [SILENT_PEOPLE],
  );
  await client.query('analyze profile');
}

async function tokensEach(databaseUrl: string): Promise<TokensEach> {
  const { rows } = await withClient(databaseUrl, (client) =>
    client.query<TokensEach>(
      `select round(avg(input_tokens))::int as input, round(avg(output_tokens))::int as output from token_usage`,
    ),
  );
  return rows[0] ?? { input: 0, output: 0 };
}

export function assistantTable({ measurements, tokens, silent }: AssistantResults): string[] {
  const rows = measurements.map((one) => [
    String(one.nodes),
    String(one.batchSize),
    String(one.batchPauseMs),
    String(one.people),
    one.seconds.toFixed(1),
    one.peoplePerMinute.toFixed(0),
    one.cpuMsEach.toFixed(1),
    String(one.megabytes),
  ]);
  return [
    '',
    `Analysis of notes, with a provider that takes ${LATENCY_MS} ms; ${NOTES_EACH} notes each`,
    ...table(['nodes', 'batch', 'pause ms', 'people', 's', 'people/min', 'processor ms each', 'MB'], rows),
    `${tokens.input} tokens in and ${tokens.output} out for each user, as the stand-in counts them.`,
    `${silent.people} people without notes are passed by in ${silent.seconds.toFixed(1)} s.`,
  ];
}
