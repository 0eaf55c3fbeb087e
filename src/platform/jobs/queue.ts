import { type Loop, startLoop } from '../concurrency/loop.ts';
import type { QueueState } from '../db/queue.ts';
import { codeOf } from '../errors.ts';
import type { Logger } from '../log.ts';

/** Work that waits in the database for the loops of all nodes. */
export type Queue<Deps> = {
  /** The name in metrics. */
  name: string;
  read(deps: Deps): Promise<QueueState>;
  /** Starts to work it off on this node. `stop` ends when nothing of it runs here any more. */
  start(deps: Deps): Pick<Loop, 'stop'>;
  /** Whether nodes that serve requests alone work it off as well. */
  isOnEveryNode?: boolean;
};

type QueueDeclaration<Deps> = Pick<Queue<Deps>, 'name' | 'read'> & {
  /** The interval of looks for due work. */
  everyMs: number;
  /** Works off what is due. */
  work: (deps: Deps) => Promise<unknown>;
  /** The event and the message of the log if that fails. */
  failure: { event: string; message: string };
};

/** Declares a queue that a loop works off at an interval. */
export function defineQueue<Deps extends { log: Logger }>({
  name,
  read,
  everyMs,
  work,
  failure,
}: QueueDeclaration<Deps>): Queue<Deps> {
  return {
    name,
    read,
    start: (deps) => startLoop({ intervalMs: everyMs, work: () => work(deps), onError: failureLog(deps, failure) }),
  };
}

/** Logs that a loop of a queue failed. The next look tries again. */
export function failureLog(
  { log }: { log: Logger },
  { event, message }: QueueDeclaration<never>['failure'],
): (error: unknown) => void {
  return (error) => log.warn({ event, code: codeOf(error) }, message);
}
