import { Kysely, type KyselyConfig, type QueryResult, type Transaction, type TransactionBuilder } from 'kysely';
import { currentScope, type Scope, takeStep } from '../run.ts';
import type { DB } from './tables.generated.ts';

/** A Kysely whose transactions, and writes outside of one, are steps of the current run. */
export class SteppedKysely extends Kysely<DB> {
  /** `onCommit` is called after each transaction, and after each statement outside of one that changed rows. */
  constructor(config: KyselyConfig, onCommit: () => void) {
    super(config);
    this.#onCommit = onCommit;
    const executor = this.getExecutor();
    const execute = executor.executeQuery.bind(executor);
    const executeAlone: typeof execute = async (query) => {
      const result = await execute<never>(query);
      if (result.numAffectedRows) onCommit();
      return result;
    };
    executor.executeQuery = (query) => {
      const scope = currentScope();
      if (scope === undefined || !WRITES.test(query.sql)) return executeAlone(query);
      const write = (tx: Transaction<DB>) => tx.executeQuery(query);
      const isClaimRefused = ({ numAffectedRows }: QueryResult<unknown>) =>
        numAffectedRows === 0n && !WRITES_IN_CTE.test(query.sql);
      return this.#committed(commitStep(scope, query.sql, super.transaction(), write, isClaimRefused)) as never;
    };
  }

  readonly #onCommit: () => void;

  async #committed<Output>(transaction: Promise<Output>): Promise<Output> {
    const output = await transaction;
    this.#onCommit();
    return output;
  }

  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => {
      const scope = currentScope();
      if (scope === undefined) return this.#committed(execute(work));
      return this.#committed(commitStep(scope, work.toString(), super.transaction(), work));
    };
    return builder;
  }
}

/** Statements that change rows; `for update` and `do update` alone do not. */
const WRITES = /\b(?:insert\s+into|delete\s+from|merge\s+into|(?<!\b(?:for|key|do)\s+)update\s+["\w])/i;

/** Statements that may write in a CTE. Their number of affected rows does not include those writes. */
const WRITES_IN_CTE = /^\s*with\b/i;

/** An output for which `isNoStep` returns true has changed nothing; another run may try again. */
function commitStep<Output>(
  scope: Scope,
  source: string,
  builder: TransactionBuilder<DB>,
  work: (tx: Transaction<DB>) => Promise<Output>,
  isNoStep: (output: Output) => boolean = () => false,
): Promise<Output> {
  return takeStep(scope, source, (record) =>
    builder.execute(async (tx) => {
      const output = await work(tx);
      if (!isNoStep(output)) await record(tx, output);
      return output;
    }),
  );
}
