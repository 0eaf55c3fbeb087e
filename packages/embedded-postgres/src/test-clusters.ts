import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './start.ts';

/** Clusters for one test, and other processes that own some. All end with the test and are deleted. */
export function createTestClusters(onTestFinished: (work: () => Promise<void>) => void) {
  const folders: string[] = [];
  const servers: EmbeddedPostgres[] = [];
  const children: ChildProcess[] = [];
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL');
    for (const server of servers) await server.stop();
    for (const folder of folders) await rm(folder, { recursive: true, maxRetries: 10 });
  });
  return {
    /** A folder for clusters. Mode 0o777 lets an ordinary user make some there, 0o700 keeps the server out. */
    async makeFolder(mode = 0o777): Promise<string> {
      const folder = await mkdtemp(join(tmpdir(), 'embedded-postgres-'));
      folders.push(folder);
      await chmod(folder, mode);
      return folder;
    },
    async start(directory: string, more: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
      const server = await startEmbeddedPostgres({ directory, database: 'app', durable: false, ...more });
      servers.push(server);
      return server;
    },
    /** Runs any program as an ordinary user, in a process group of its own as a terminal would. */
    spawn(program: string, programArguments: string[]): ChildProcess {
      const ordinaryUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};
      const child = spawn(program, programArguments, {
        ...ordinaryUser,
        detached: true,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      children.push(child);
      return child;
    },
    /** Another process that owns the cluster until it is killed. It prints one line when it knows, and then runs `next`. */
    startElsewhere(directory: string, next = ''): ChildProcess {
      const module = new URL('./start.ts', import.meta.url).href;
      const script = `import { startEmbeddedPostgres } from ${JSON.stringify(module)};
        import pg from 'pg';
        const options = { directory: ${JSON.stringify(directory)}, database: 'app', durable: ${next !== ''} };
        const server = await startEmbeddedPostgres(options).catch((error) => console.log(error.message));
        if (server) console.log('started adopted=' + server.adopted);
        ${next}`;
      return this.spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', script]);
    },
  };
}

/** The first value of the first row of the result. */
export async function ask(connectionString: string, sql: string): Promise<unknown> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    const { rows } = await client.query({ text: sql, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

/** The next thing that the process prints. */
export async function nextOutput(child: ChildProcess): Promise<string> {
  const [line] = child.stdout === null ? [] : await once(child.stdout, 'data');
  return String(line).trim();
}
