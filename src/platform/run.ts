import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { deserialize, serialize } from 'node:v8';
import type { Transaction } from 'kysely';
import { v7 } from 'uuid';
import type { DB } from './db/tables.generated.ts';

/** One run of a request that may have to be run again. */
export type RepeatableRun = {
  /** The same in every run of the request, and nobody's guess. */
  seed: string;
  /** When the first run began. */
  beganAt: Date;
  /** Encoded outputs of the steps that earlier runs have committed, by name. */
  recorded: ReadonlyMap<string, Uint8Array>;
  /**
   * Records a step in the transaction that commits it, or by itself where there is none. Rejects if another run has taken over,
   * so that the transaction is rolled back.
   */
  record(tx: Transaction<DB> | null, name: string, output: Uint8Array): Promise<void>;
  /** The error for a step that was committed and whose output cannot be repeated. */
  outputLost(): Error;
  /** Set once the answer is on its way: what still goes on is no part of the run. */
  isOver: boolean;
};

/** In place of an output that cannot be repeated. */
export const NOT_REPEATABLE = new Uint8Array();

/** Where in a run the code is: in the handler, or inside of a step. */
export type Scope = {
  run: RepeatableRun;
  path: string;
  /** Numbers in use for each kind of step. */
  numbers: Map<string, Set<number>>;
  /** How often bytes were drawn. */
  drawn: number;
};

const scopes = new AsyncLocalStorage<Scope | undefined>();

/** Does the work, and all that it starts, as a part of the run. */
export function asRun<Result>(run: RepeatableRun, work: () => Result): Result {
  return scopes.run(scopeOf(run, ''), work);
}

/** Does work that others share, or that goes on after the answer, as no part of the run. */
export function outsideOfRun<Result>(work: () => Result): Result {
  return scopes.getStore() === undefined ? work() : scopes.run(undefined, work);
}

/** The work, to be done later as a part of the run that hands it over, whoever calls it. */
export function boundToRun<Result>(work: () => Result): () => Result {
  const scope = scopes.getStore();
  return () => (scopes.getStore() === scope ? work() : scopes.run(scope, work));
}

/** When the first run of the current request began; undefined outside of a run. */
export function runBeganAt(): Date | undefined {
  return currentScope()?.run.beganAt;
}

/**
 * Does work that the database cannot undo, such as a call of a provider, and records what it comes to: another run of the request
 * gets that. Only a crash between the two lets the work be done again.
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

/** The next id of the current run, the same in each run of the request; undefined outside of a run. */
export function idOfRun(): string | undefined {
  const [random, beganAt] = [bytesOfRun(16), runBeganAt()];
  return random && beganAt && v7({ msecs: beganAt.getTime(), random });
}

/** The next bytes of the current run, 32 at most, the same in each run of the request; undefined outside of a run. */
export function bytesOfRun(count: number): Uint8Array | undefined {
  const scope = currentScope();
  if (scope === undefined) return undefined;
  scope.drawn += 1;
  const digest = createHash('sha256').update(`${scope.run.seed} ${scope.path} ${scope.drawn}`).digest();
  return digest.subarray(0, count);
}

/**
 * Returns what the step came to in an earlier run, or does it now. A step is known by its source, and by its number among those of
 * that source; one that fails, or is not recorded, gives its number back.
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

/** 72 bits: enough for the few dozen places of one request. */
const KIND_LENGTH = 12;

/** Empty for a value that would not come back as it is. */
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
