import { listUnknownSettings, unknownSettingText } from '#app/unknown-settings.ts';
import { codeOf } from '#platform/errors.ts';
import { createLogger, type Logger } from '#platform/log.ts';
import { requireFreePort } from '#platform/network/listen.ts';
import { countCores } from '#platform/processes/core-count.ts';
import { showing } from '#platform/terminal.ts';
import { logDestination } from '#platform/text-log.ts';
import { openTracing } from '#platform/tracing/tracing.factory.ts';
import { startProcesses } from '../processes.ts';
import { type Running, start } from '../start.ts';
import { readOwnConfig } from './command.ts';
import { reasonsOf } from './output.ts';
import { explainSettingError } from './setting-errors.ts';
import { demoMessage, startMessage } from './start-message.ts';

/** Maximum duration of the stop, after the drain. Then running requests and jobs are cut off. */
const STOP_LIMIT_MS = 13_000;

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
    const log = createLogger(
      config.logLevel,
      logDestination(process.stdout, config.logFormat),
      { node: config.nodeName },
      tracing?.current,
    );
    const isOnTerminal = process.stdout.isTTY === true;
    // The signal of reloads and log rotation. On a terminal it means that the terminal is gone.
    if (!isOnTerminal) process.on('SIGHUP', (signal) => log.info({ signal }, 'ignored: settings are read at start'));
    warnOfOldNode(log);
    for (const unknown of listUnknownSettings()) log.warn(unknownSettingText(unknown));

    await requireFreePort(config.http).catch((error: unknown) => {
      throw explainSettingError(error, config);
    });
    const options = { config, log, tracing, sandbox: sandbox || isDemo };
    const starting = count === 1 ? start(options) : startProcesses({ ...options, count, onGivenUp: fail });
    const running = await starting.catch((error: unknown) => {
      throw explainSettingError(error, config);
    });
    stopOnSignals(running, log, { drainMs: config.drainMs, isOnTerminal });

    if (isDemo) await seed(running, log);
    const firstRunCode = await offerFirstRun(running, log);
    process.stdout.write(startMessage({ config, ...running, count, firstRunCode, isDemo, isOnTerminal }));
    if (isDemo) process.stdout.write(demoMessage());
  } catch (error) {
    fail(error);
  }
}

/** A node that serves already must not end because the database fails now. The next start offers the first run again. */
async function offerFirstRun(running: Running, log: Logger): Promise<string | null> {
  return running.offerFirstRun().catch((error: unknown) => {
    log.warn({ event: 'first-run.not-offered', code: codeOf(error) }, 'the link for the first super admin is missing');
    return null;
  });
}

/** The demo is one process. */
async function seed({ deps }: Running, log: Logger): Promise<void> {
  if (deps === null) return;
  const { seedDemo } = await import('../demo/demo.ts');
  const { level } = log;
  // Queues wait for connections meanwhile, and try again: a warning of each would alarm those who look for the first time.
  log.level = 'error';
  await showing('Creating a month of data for 40 sample users', ({ step }) => seedDemo(deps, step)).finally(() => {
    log.level = level;
  });
}

function warnOfOldNode(log: Logger): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 22) log.warn(`Node ${major} gets no more security fixes. Node 24 is recommended.`);
}

type StopOptions = {
  /** The time between SIGTERM and the stop. Ctrl-C does not wait. */
  drainMs: number;
  isOnTerminal: boolean;
};

function stopOnSignals(running: Running, log: Logger, { drainMs, isOnTerminal }: StopOptions): void {
  let received = 0;
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    received += 1;
    if (received > 2) process.exit(1);
    if (received === 2) {
      log.warn({ signal }, 'stopping immediately: running requests and jobs are cut off');
      // From here on, all errors are caused by the stopped database.
      log.level = 'silent';
      await running.stopDatabase();
      process.exit(1);
    }
    log.info({ signal }, 'stopping');
    const drain = signal === 'SIGTERM' ? drainMs : 0;
    setTimeout(() => process.exit(1), drain + STOP_LIMIT_MS).unref();
    await running.stop(drain);
    log.info('stopped');
    process.exit(0);
  };
  const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', ...(isOnTerminal ? ['SIGHUP' as const] : [])];
  for (const signal of signals) {
    process.on(signal, () => void stop(signal).catch(fail));
  }
}

function fail(error: unknown): never {
  process.stderr.write(`\nMeadow cannot run. ${reasonsOf(error)}\n`);
  process.exit(1);
}
