import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../free-port.ts';
import { type Build, type Program, runProgram } from '../../process/service.ts';

/** A built node of several. Its port, name and folder stay the same over restarts. */
export type DrillNode = {
  url: string;
  name: string;
  program(): Program;
  /** Starts the build that it was made of, or another. Resolves once it serves. */
  start(another?: Build): Promise<void>;
  /** Resolves once it has ended, with its exit code or signal. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
};

/** Starts built nodes with these settings, each with a disk of its own. */
export async function startNodes(build: Build, names: readonly string[], settings: Record<string, string>) {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-drill-nodes-'));
  await chmod(folder, 0o755);
  const nodes: DrillNode[] = [];
  for (const name of names) nodes.push(await prepareNode(build, name, { DATA_DIR: join(folder, name), ...settings }));
  const close = async () => {
    await Promise.all(nodes.map((node) => node.stop('SIGINT')));
    await rm(folder, { recursive: true, maxRetries: 10 });
  };
  try {
    // At once, as an operator's platform does: one of them migrates.
    await Promise.all(nodes.map((node) => node.start()));
  } catch (error) {
    await close();
    throw error;
  }
  return { nodes, close };
}

async function prepareNode(build: Build, name: string, settings: Record<string, string>): Promise<DrillNode> {
  const port = await findFreePort();
  const environment = { PORT: String(port), NODE_NAME: name, ...settings };
  let program: Program | null = null;
  const current = () => {
    if (program === null) throw new Error(`${name} has not been started.`);
    return program;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    name,
    program: current,
    start: async (another = build) => {
      program = runProgram(another.main, environment);
      await program.waitFor('Meadow is running.');
    },
    stop: async (signal = 'SIGTERM') => {
      if (program === null) return 0;
      program.child.kill(signal);
      return program.ended;
    },
  };
}
