import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const CHECK_INTERVAL_MS = 200;
/** So long that a busy machine is no outage. */
const CHECK_TIMEOUT_MS = 10_000;
/** Longer than clients keep an idle connection, so that none sends on one that is being closed. */
const IDLE_TIMEOUT_MS = 60_000;

/** A load balancer in front of nodes. */
export type RoundRobinProxy = {
  url: string;
  /** Requests that each node has got, by its URL. */
  counts: ReadonlyMap<string, number>;
  /** Whether the node gets requests. */
  isReady(nodeUrl: string): boolean;
  close(): Promise<void>;
};

/**
 * Starts a proxy that hands requests in turn to the nodes that are ready, which it asks every 200 ms. It repeats nothing: a request
 * that a node refuses or breaks off gets 502, and 503 if no node is ready.
 */
export async function startRoundRobinProxy(nodeUrls: readonly string[]): Promise<RoundRobinProxy> {
  const agent = new Agent({ keepAlive: true });
  const closing = new AbortController();
  const ready = new Set<string>();
  const counts = new Map(nodeUrls.map((url) => [url, 0]));
  let next = 0;

  async function check(url: string): Promise<void> {
    const signal = AbortSignal.timeout(CHECK_TIMEOUT_MS);
    const isReady = await fetch(`${url}/health/ready`, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) ready.add(url);
    else ready.delete(url);
  }

  /** One check of a node at a time: an answer that is late must not replace a newer one. */
  async function keepChecking(url: string): Promise<void> {
    while (!closing.signal.aborted) {
      await check(url);
      await delay(CHECK_INTERVAL_MS, undefined, closing).catch(() => undefined);
    }
  }

  function takeNode(): string | undefined {
    const candidates = nodeUrls.filter((url) => ready.has(url));
    const url = candidates[next % candidates.length];
    next += 1;
    if (url !== undefined) counts.set(url, (counts.get(url) ?? 0) + 1);
    return url;
  }

  function forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const nodeUrl = takeNode();
    if (nodeUrl === undefined) {
      outgoing.writeHead(503).end('No node is ready.');
      return;
    }
    const headers = { ...incoming.headers, 'x-forwarded-for': incoming.socket.remoteAddress };
    const forwarded = request(new URL(incoming.url ?? '/', nodeUrl), { agent, method: incoming.method, headers });
    forwarded.on('response', (response) => {
      const { connection: _ofTheNode, ...kept } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, kept);
      response.pipe(outgoing);
      response.on('error', () => outgoing.destroy());
    });
    forwarded.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy();
      else outgoing.writeHead(502).end(`${nodeUrl}: ${error.message}`);
    });
    outgoing.on('close', () => {
      if (!outgoing.writableFinished) forwarded.destroy();
    });
    incoming.pipe(forwarded);
  }

  await Promise.all(nodeUrls.map(check));
  const checking = nodeUrls.map(keepChecking);
  const server = createServer({ keepAliveTimeout: IDLE_TIMEOUT_MS }, forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    counts,
    isReady: (url) => ready.has(url),
    close: async () => {
      closing.abort();
      await Promise.all(checking);
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      agent.destroy();
      await closed;
    },
  };
}
