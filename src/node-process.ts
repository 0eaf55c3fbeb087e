import cluster from 'node:cluster';
import type { Config } from './app/config.ts';
import { reasonsOf } from './command-line/output.ts';
import { explainSettingError } from './command-line/setting-errors.ts';
import { type Node, startNode } from './node.ts';
import { storeCompiledCode } from './platform/compile-cache.ts';
import type { DatabaseAddresses } from './platform/db/connection/addresses.ts';
import { withNodeName } from './platform/db/connection/application-name.ts';
import { createLogger } from './platform/log.ts';
import type { NodeMetrics } from './platform/metrics/metrics-sum.ts';
import { connectCalls } from './platform/processes/calls.ts';
import { logDestination } from './platform/text-log.ts';
import { openTracing } from './platform/tracing/tracing.factory.ts';

// The program of a process that `startProcesses` starts. It ends with its parent: node:cluster sees to that.

/** What a process is told at its start. */
export type NodeOrder = { number: number; config: Config; addresses: DatabaseAddresses; sandboxed: string[] };

/** What the parent calls. `stop` does not return: the process ends. */
export type NodeCalls = {
  start(order: NodeOrder): Promise<{ hasWebClient: boolean }>;
  readMetrics(input: null): Promise<NodeMetrics>;
  stop(drainMs: number): Promise<void>;
};

/** What a process calls of its parent. */
export type ParentCalls = {
  /** Calls that come before it are lost, while the program is loaded. */
  noteLoaded(input: null): Promise<void>;
  /** The metrics of all processes. */
  sumMetrics(input: null): Promise<string>;
};

storeCompiledCode();

const { worker } = cluster;
if (worker === undefined) throw new Error('This program is started by Meadow with PROCESSES. Run: npm start');

// A terminal and systemd send signals to all processes at once. The parent decides.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);

let node: Node | undefined;

const call = connectCalls<ParentCalls>(worker, {
  start: async ({ number, config: shared, addresses: sharedAddresses, sandboxed }) => {
    const config = { ...shared, nodeName: `${shared.nodeName}-${number}` };
    const addresses = withNodeName(sharedAddresses, config.nodeName);
    const tracing = await openTracing(config.tracing);
    const log = createLogger(
      config.logLevel,
      logDestination(process.stdout, config.logFormat),
      { node: config.nodeName },
      tracing?.current,
    );
    const readMetrics = () => call('sumMetrics', null);
    try {
      node = await startNode({ config, addresses, sandboxed: new Set(sandboxed), log, tracing, readMetrics });
    } catch (error) {
      // An error loses its causes on its way to the parent.
      throw new Error(reasonsOf(explainSettingError(error, config)));
    }
    return { hasWebClient: node.deps.webFolder !== null };
  },
  readMetrics: async () => node?.metrics.getMetricsAsJSON() ?? [],
  stop: async (drainMs) => {
    await node?.stop(drainMs);
    process.exit(0);
  },
} satisfies NodeCalls);

await call('noteLoaded', null);
