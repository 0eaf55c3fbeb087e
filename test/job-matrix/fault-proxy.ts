import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createStatementReader, endsRound } from './postgres-protocol.ts';

/** What is cut off: all connections of a node, as if it was killed, or only the connection of the step. */
type Victim = 'node' | 'connection';
/** When a step is cut off: before the request is forwarded, or after its execution, before the response is forwarded. */
type Moment = 'before' | 'after';

/** A fault at one step. Steps are counted from 0. */
export type Plan = { at: number; do: 'hold' } | Cut;
export type Cut = { at: number; do: 'cut'; victim: Victim; moment: Moment };

export type Line = {
  /** Opens a local port that forwards to `url`. Returns the URL with that host and port. */
  through(url: string, kind: Kind): Promise<string>;
  /** Clears the steps, and applies a plan to those that follow. */
  watch(plan?: Plan): void;
  /** Returns the steps since `watch` in their order: statements and requests to providers. */
  steps(): readonly string[];
  /** Resolves when the planned fault has occurred. */
  happened(): Promise<void>;
  hasHappened(): boolean;
  /** Forwards the delayed step. */
  release(): void;
  close(): Promise<void>;
};

type Kind = 'database' | 'provider';

const REQUEST = /^(GET|POST|PUT|DELETE) (\S+) HTTP/;

/**
 * Creates a proxy between a node and its database and providers, which delays or cuts off connections. It closes sockets, so PostgreSQL
 * rolls back transactions and releases locks, as if the process was killed.
 */
export function createLine(): Line {
  const servers: Server[] = [];
  const sockets = new Set<Socket>();
  let isDead = false;
  let plan: Plan | undefined;
  let steps: string[] = [];
  let release = (): void => undefined;
  let tell = (): void => undefined;
  let happened = Promise.resolve();
  let hasHappened = false;

  function cut(victim: Victim, pair: readonly Socket[]): void {
    isDead ||= victim === 'node';
    for (const socket of victim === 'node' ? sockets : pair) socket.destroy();
    tell();
  }

  function join(kind: Kind, near: Socket, far: Socket): void {
    const pair = [near, far];
    for (const socket of pair) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        sockets.delete(socket);
        for (const other of pair) other.destroy();
      });
    }
    const read = kind === 'database' ? createStatementReader() : readRequest;
    let isResponseCut: Victim | undefined;

    near.on('data', (bytes) => {
      for (const step of read(bytes)) {
        const isPlanned = plan?.at === steps.length;
        steps.push(step);
        if (!isPlanned || plan === undefined) continue;
        if (plan.do === 'hold') {
          near.pause();
          release = () => {
            far.write(bytes);
            near.resume();
          };
          tell();
          return;
        }
        if (plan.moment === 'before') {
          cut(plan.victim, pair);
          return;
        }
        isResponseCut = plan.victim;
      }
      far.write(bytes);
    });
    far.on('data', (bytes) => {
      if (isResponseCut === undefined) near.write(bytes);
      else if (kind === 'provider' || endsRound(bytes)) cut(isResponseCut, pair);
    });
  }

  return {
    through: async (url, kind) => {
      const { hostname, port: farPort } = new URL(url);
      const server = createServer((near) => {
        if (isDead) near.destroy();
        else join(kind, near, connect(Number(farPort), hostname));
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      servers.push(server);
      const { port } = server.address() as AddressInfo;
      return Object.assign(new URL(url), { hostname: '127.0.0.1', port: String(port) }).href;
    },
    watch: (next) => {
      steps = [];
      plan = next;
      hasHappened = false;
      happened = new Promise((resolve) => {
        tell = () => {
          hasHappened = true;
          resolve();
        };
      });
    },
    steps: () => steps,
    happened: () => happened,
    hasHappened: () => hasHappened,
    release: () => release(),
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
    },
  };
}

function readRequest(bytes: Buffer): string[] {
  const found = REQUEST.exec(bytes.toString('latin1', 0, 2_000));
  return found === null ? [] : [`${found[1]} ${found[2]?.replace(/\?.*/, '')}`];
}
