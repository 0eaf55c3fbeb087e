import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { createStatementReader, endsRound } from './postgres-protocol.ts';

/** Whether everything that a node holds is cut, as when it dies, or the one connection alone that the step is taken on. */
type Victim = 'node' | 'connection';
/** Whether a step is cut before the other side hears of it, or once it is done there, before its answer arrives. */
type Moment = 'before' | 'after';

/** What happens at which step, counted from 0. */
export type Plan = { at: number; do: 'hold' } | Cut;
export type Cut = { at: number; do: 'cut'; victim: Victim; moment: Moment };

export type Line = {
  /** An address of this machine over which the one given is reached, with the same path. */
  through(url: string, kind: Kind): Promise<string>;
  /** Forgets the steps so far, and does what is planned with those to come. */
  watch(plan?: Plan): void;
  /** The steps since `watch`: statements of the database and requests to providers, in the order in which they were sent. */
  steps(): readonly string[];
  /** Resolves once what was planned has happened. */
  happened(): Promise<void>;
  hasHappened(): boolean;
  /** Lets a step go on that is held. */
  release(): void;
  close(): Promise<void>;
};

type Kind = 'database' | 'provider';

const REQUEST = /^(GET|POST|PUT|DELETE) (\S+) HTTP/;

/**
 * Stands between a node and all that it talks to, and breaks off there what a test wants broken off: sockets are closed, so that
 * PostgreSQL rolls back what was under way and lets go of its locks, as it does where a process is killed.
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
