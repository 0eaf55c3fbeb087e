import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { Transaction } from 'kysely';
import { v7 } from 'uuid';
import type { DB } from './db/tables.generated.ts';

/** One run of a request that may be run again. */
export type RepeatableRun = {
  /** The same in every run of the request, and unpredictable. */
  seed: string;
  /** When the first run began. */
  beganAt: Date;
  /** Encoded outputs of the steps that earlier runs committed, by name. */
  recorded: ReadonlyMap<string, Uint8Array>;
  /**
   * Records a step, in the transaction that commits it if there is one.
   * Rejects if another run has taken over, which rolls the transaction back.
   */
  record(tx: Transaction<DB> | null, name: string, output: Uint8Array): Promise<void>;
  /** Creates the error for a committed step whose output cannot be decoded. */
  outputLost(): Error;
  /** Set once the response is sent: later work is not part of the run. */
  isOver: boolean;
};

/** The recorded value of an output that cannot be encoded. */
export const NOT_REPEATABLE = new Uint8Array();

/** A position in a run: the handler, or a step. */
export type Scope = {
  run: RepeatableRun;
  path: string;
  /** Numbers used so far, by kind of step. */
  numbers: Map<string, Set<number>>;
  /** How often random bytes were requested. */
  drawn: number;
};

const scopes = new AsyncLocalStorage<Scope | undefined>();

/** Runs the work, and everything it starts, as part of the run. */
export function asRun<Result>(run: RepeatableRun, work: () => Result): Result {
  return scopes.run(scopeOf(run, ''), work);
}

/** Runs work outside of any run: work that is shared, or that continues after the response. */
export function outsideOfRun<Result>(work: () => Result): Result {
  return scopes.getStore() === undefined ? work() : scopes.run(undefined, work);
}

/** Binds work to the current run, for a later call from anywhere. */
export function boundToRun<Result>(work: () => Result): () => Result {
  const scope = scopes.getStore();
  return () => (scopes.getStore() === scope ? work() : scopes.run(scope, work));
}

/** When the first run of the current request began; undefined outside of a run. */
export function runBeganAt(): Date | undefined {
  return currentScope()?.run.beganAt;
}

/**
 * Runs work that the database cannot undo, such as a call of a provider, and records its result.
 * Other runs of the request get the recorded result. Only a crash between the call and the record repeats the work.
 */
export function once<Output>(what: string, work: () => Promise<Output>): Promise<Output> {
  const scope = currentScope();
  if (scope === undefined) return work();
  return takeStep(scope, what, async (record) => {
    const output = await work();
    await record(null, output);
    return output;
  });
}

/** The next id of the current run, the same in every run of the request; undefined outside of a run. */
export function idOfRun(): string | undefined {
  const [random, beganAt] = [bytesOfRun(16), runBeganAt()];
  return random && beganAt && v7({ msecs: beganAt.getTime(), random });
}

/** The next bytes (at most 32) of the current run, the same in every run of the request; undefined outside of a run. */
export function bytesOfRun(count: number): Uint8Array | undefined {
  const scope = currentScope();
  if (scope === undefined) return undefined;
  scope.drawn += 1;
  const digest = createHash('sha256').update(`${scope.run.seed} ${scope.path} ${scope.drawn}`).digest();
  return digest.subarray(0, count);
}

/**
 * Returns the output that an earlier run recorded for the step, or runs it.
 * A step is identified by its source and its number among steps of that source. A step that fails or is not recorded releases its
 * number.
 */
export async function takeStep<Output>(
  scope: Scope,
  source: string,
  work: (record: (tx: Transaction<DB> | null, output: Output) => Promise<void>) => Promise<Output>,
): Promise<Output> {
  const { run, path } = scope;
  const kind = createHash('sha256').update(source).digest('base64url').slice(0, KIND_LENGTH);
  const inUse = scope.numbers.get(kind) ?? new Set();
  scope.numbers.set(kind, inUse);
  let number = 1;
  while (inUse.has(number)) number += 1;
  inUse.add(number);
  const name = `${path}/${kind}${number}`;
  const known = run.recorded.get(name);
  if (known !== undefined) {
    if (known.byteLength === 0) throw run.outputLost();
    return deserialize(known);
  }
  let isRecorded = false;
  const record = async (tx: Transaction<DB> | null, output: Output) => {
    await outsideOfRun(() => run.record(tx, name, encode(output)));
    isRecorded = true;
  };
  try {
    const output = await scopes.run(scopeOf(run, name), () => work(record));
    if (!isRecorded) inUse.delete(number);
    return output;
  } catch (error) {
    inUse.delete(number);
    throw error;
  }
}

/** 72 bits: enough for the few dozen steps of a request. */
const KIND_LENGTH = 12;

/** Empty if the value cannot be decoded again. */
function encode(output: unknown): Uint8Array {
  try {
    const bytes = serialize(output);
    return isDeepStrictEqual(deserialize(bytes), output) ? bytes : NOT_REPEATABLE;
  } catch {
    return NOT_REPEATABLE;
  }
}

function scopeOf(run: RepeatableRun, path: string): Scope {
  return { run, path, numbers: new Map(), drawn: 0 };
}

export function currentScope(): Scope | undefined {
  const scope = scopes.getStore();
  return scope === undefined || scope.run.isOver ? undefined : scope;
}
