import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { Agent, request as sendRequest } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync } from 'node:zlib';
import pg from 'pg';
import { startTestIssuer } from '#test/servers/issuer.ts';
import { type Cluster, maintenanceUrlOf, withClient } from '../cluster.ts';
import { type DataSet, removeWrites } from '../data-set/data-set.ts';
import { specialPeople } from '../data-set/statements.ts';
import { userIdOf } from '../data-set/viewers.ts';
import { type Caller, signIn } from '../load/operations.ts';
import { clearStage, preparePhotos, setStage } from '../load/stage.ts';
import { type System, startMeadow } from '../load/systems.ts';
import { medianOf } from '../table.ts';
import { type JobCost, measureJobs } from './jobs.ts';
import { costBetween, mapCosts, openUnitMeter, type UnitCost, type UnitMeter } from './meter.ts';
import { type Client, type CostedRequest, REQUESTS } from './requests.ts';
import { measureRows, type RowSize } from './rows.ts';

/** Medians of one request, of one client at a time. */
export type RequestCost = UnitCost & { name: string; perDay: number; responseBytes: number };

export type CostResults = { people: number; requests: RequestCost[]; jobs: JobCost[]; rows: RowSize[] };

/** Each makes each request once. */
const CLIENTS = 25;
/** These come first and are not measured: PostgreSQL plans a statement anew for its first five executions. */
const WARM_UP_CLIENTS = 10;
/** What a request leaves to do after its response belongs to it. */
const SETTLE_MS = 30;
const IDLE_MS = 10_000;

/** Measures what each request, each job and each row of a growing table costs, on the data set. */
export async function measureCosts(
  cluster: Cluster,
  dataSet: DataSet,
  say: (sentence: string) => void,
): Promise<CostResults> {
  const database = new pg.Client({ connectionString: maintenanceUrlOf(cluster) });
  await database.connect();
  const issuer = await startTestIssuer();
  const callers = await signIn(dataSet, issuer, CLIENTS + WARM_UP_CLIENTS);
  try {
    const packOwner = userIdOf(specialPeople(dataSet.sizes).inManyGroups);
    await setStage(
      dataSet.url,
      callers.map(({ id }) => id),
      packOwner,
    );
    await setConsent(dataSet.url, callers, 'joined_at');
    const meadow = await startMeadow(dataSet.url, issuer, { environment: LIMITED });
    const requests = await measureRequests(meadow, callers, database, dataSet, say).finally(meadow.stop);
    const jobs = await measureJobs(dataSet, database, say);
    const rows = await measureRows(dataSet.url, say);
    return { people: dataSet.sizes.people, requests, jobs, rows };
  } finally {
    await issuer.close();
    await database.end();
    await setConsent(dataSet.url, callers, 'null');
    await removeWrites(dataSet.url);
    await withClient(dataSet.url, clearStage);
  }
}

/** Members who have not accepted their membership are in no chat room. */
async function setConsent(url: string, callers: readonly Caller[], acceptedAt: 'joined_at' | 'null'): Promise<void> {
  const ids = callers.map(({ id }) => id);
  await withClient(url, async (client) => {
    await client.query(`update organization_member set accepted_at = ${acceptedAt} where user_id = any ($1)`, [ids]);
    await client.query(`update team_member set accepted_at = ${acceptedAt} where user_id = any ($1)`, [ids]);
  });
}

/** Limits count, and no client meets one. */
const LIMITED = { RATE_LIMIT: 'on', RATE_LIMIT_PER_USER: '100000', RATE_LIMIT_PER_ADDRESS: '100000' };

async function measureRequests(
  meadow: System,
  callers: readonly Caller[],
  database: pg.Client,
  dataSet: DataSet,
  say: (sentence: string) => void,
): Promise<RequestCost[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send = (client: Pick<Client, 'token'>, request: Outgoing) => sendOver(agent, meadow.port, client, request);
  try {
    const clients = await makeClients(callers, send);
    const meter = await openUnitMeter(database, new URL(dataSet.url).pathname.slice(1), meadow.pid);
    const idle = await measureIdle(meter);
    const costs: RequestCost[] = [];
    for (const request of REQUESTS) {
      say(`Measuring: ${request.name}.`);
      costs.push(await measureRequest(request, clients, send, meter, idle));
    }
    return costs;
  } finally {
    agent.destroy();
  }
}

type Send = (client: Pick<Client, 'token'>, request: Outgoing) => Promise<ReceivedResponse>;

/** What a millisecond costs in which no client asks: loops look for work, and leases are renewed. */
async function measureIdle(meter: UnitMeter): Promise<UnitCost> {
  const before = await meter.read();
  const begin = performance.now();
  await delay(IDLE_MS);
  const cost = costBetween(before, await meter.read());
  const milliseconds = performance.now() - begin;
  return mapCosts((name) => cost[name] / milliseconds);
}

async function measureRequest(
  request: CostedRequest,
  clients: readonly Client[],
  send: Send,
  meter: UnitMeter,
  idle: UnitCost,
): Promise<RequestCost> {
  const measured: { cost: UnitCost; bytes: number }[] = [];
  for (const [index, client] of clients.entries()) {
    const outgoing = await outgoingOf(request, client);
    const before = await meter.read();
    const begin = performance.now();
    const { bytes } = await send(client, outgoing);
    await delay(SETTLE_MS);
    const all = costBetween(before, await meter.read());
    const milliseconds = performance.now() - begin;
    const cost = mapCosts((name) => Math.max(0, all[name] - idle[name] * milliseconds));
    if (index >= WARM_UP_CLIENTS) measured.push({ cost, bytes });
  }
  return {
    name: request.name,
    perDay: request.perDay,
    ...mapCosts((name) => medianOf(measured.map(({ cost }) => cost[name]))),
    responseBytes: medianOf(measured.map(({ bytes }) => bytes)),
  };
}

/** What the requests are about: a goal, and one of the notebooks and rooms of the data set. */
async function makeClients(callers: readonly Caller[], send: Send): Promise<Client[]> {
  const photos = await preparePhotos();
  const clients: Client[] = [];
  for (const [index, { token, entryId }] of callers.entries()) {
    const read = async (path: string) => JSON.parse((await send({ token }, { method: 'GET', path })).text);
    const { notebooks } = await read('/api/notebooks');
    const { rooms } = await read('/api/chat/rooms');
    const body = Buffer.from(JSON.stringify({ title: 'Run', cadence: 'weekly' }));
    const goal = await send({ token }, { method: 'POST', path: '/api/goals', body, contentType: 'application/json' });
    const [friend, photo] = [callers[(index + 1) % callers.length], photos[index % photos.length]];
    if (friend === undefined || photo === undefined) throw new Error('A client needs a friend and a photo.');
    clients.push({
      token,
      entryId,
      notebookId: notebooks[0].id,
      goalId: JSON.parse(goal.text).goal.id,
      roomId: rooms[0].id,
      friendId: friend.id,
      photo,
    });
  }
  return clients;
}

type Outgoing = { method: string; path: string; body?: Buffer; contentType?: string };
type ReceivedResponse = { text: string; bytes: number };

async function outgoingOf({ method, path, body, sendsPhoto }: CostedRequest, client: Client): Promise<Outgoing> {
  const request = { method, path: path(client) };
  if (sendsPhoto) {
    return { ...request, body: await readFile(client.photo.file), contentType: client.photo.contentType };
  }
  if (body === undefined) return request;
  return { ...request, body: Buffer.from(JSON.stringify(body(client))), contentType: 'application/json' };
}

/** Sends it as the web client does: compressed responses, and writes that can be repeated. Throws unless it succeeds. */
function sendOver(
  agent: Agent,
  port: number,
  { token }: Pick<Client, 'token'>,
  request: Outgoing,
): Promise<ReceivedResponse> {
  const { method, path, body, contentType } = request;
  const headers = {
    authorization: `Bearer ${token}`,
    ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
    'accept-encoding': 'br',
    ...(contentType !== undefined && { 'content-type': contentType, 'content-length': body?.length }),
  };
  return new Promise((resolve, reject) => {
    const sent = sendRequest({ agent, host: '127.0.0.1', port, method, path, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        const reply = Buffer.concat(chunks);
        const status = response.statusCode ?? 0;
        const isCompressed = response.headers['content-encoding'] === 'br';
        const text = (isCompressed ? brotliDecompressSync(reply) : reply).toString();
        if (status === 200 || status === 201) resolve({ text, bytes: reply.length });
        else reject(new Error(`${method} ${path} returned ${status}: ${text.slice(0, 500)}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
