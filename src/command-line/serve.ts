import { listUnknownSettings, unknownSettingText } from '../app/unknown-settings.ts';
import { createLogger, type Logger } from '../platform/log.ts';
import { countCores } from '../platform/processes/core-count.ts';
import { showing } from '../platform/terminal.ts';
import { logDestination } from '../platform/text-log.ts';
import { openTracing } from '../platform/tracing/tracing.factory.ts';
import { startProcesses } from '../processes.ts';
import { type Running, start } from '../start.ts';
import { readOwnConfig } from './command.ts';
import { reasonsOf } from './output.ts';
import { explainSettingError } from './setting-errors.ts';
import { demoMessage, startMessage } from './start-message.ts';

/** Time between SIGTERM and the stop, so that a load balancer notices. Ctrl-C does not wait. */
const DRAIN_MS = 2_000;

/** Maximum duration of the stop. Then running requests and jobs are cut off. */
const STOP_LIMIT_MS = 15_000;

export type ServeOptions = {
  /** Whether sandboxes replace providers that are not configured. */
  sandbox: boolean;
  /** Whether to serve sample users, with sandboxes and a separate data folder. */
  demo: boolean;
};

/** Serves until a signal ends the process. */
export async function serve({ sandbox, demo: isDemo }: ServeOptions): Promise<void> {
  try {
    const config = readOwnConfig({ isDemo });
    const count = config.processes === 'auto' ? countCores() : config.processes;
    // Several processes open their own.
    const tracing = count === 1 ? await openTracing(config.tracing) : null;
    const log = createLogger(config.logLevel, logDestination(process.stdout, config.logFormat), null, tracing?.current);
    warnOfOldNode(log);
    for (const unknown of listUnknownSettings()) log.warn(unknownSettingText(unknown));

    const options = { config, log, tracing, sandbox: sandbox || isDemo };
    const starting = count === 1 ? start(options) : startProcesses({ ...options, count, onGivenUp: fail });
    const running = await starting.catch((error: unknown) => {
      throw explainSettingError(error, config);
    });
    stopOnSignals(running, log);

    if (isDemo) await seed(running);
    const firstRunCode = await running.offerFirstRun();
    process.stdout.write(startMessage({ config, ...running, count, firstRunCode, isDemo }));
    if (isDemo) process.stdout.write(demoMessage());
  } catch (error) {
    fail(error);
  }
}

/** The demo is one process. */
async function seed({ deps }: Running): Promise<void> {
  if (deps === null) return;
  const { seedDemo } = await import('../demo/demo.ts');
  await showing('Creating a month of data for 40 sample users', ({ step }) => seedDemo(deps, step));
}

function warnOfOldNode(log: Logger): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) log.warn(`Node ${major} gets no more security fixes. Node 24 is recommended.`);
}

function stopOnSignals(running: Running, log: Logger): void {
  let signals = 0;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    signals += 1;
    if (signals > 2) process.exit(1);
    if (signals === 2) {
      log.warn({ signal }, 'stopping immediately: running requests and jobs are cut off');
      // From here on, all errors are caused by the stopped database.
      log.level = 'silent';
      await running.stopDatabase();
      process.exit(1);
    }
    log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), STOP_LIMIT_MS).unref();
    await running.stop(signal === 'SIGTERM' ? DRAIN_MS : 0);
    log.info('stopped');
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => void stop(signal).catch(fail));
  }
}

function fail(error: unknown): never {
  process.stderr.write(`\nMeadow cannot run. ${reasonsOf(error)}\n`);
  process.exit(1);
}
