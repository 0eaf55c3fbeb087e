import { Kysely, type KyselyConfig, type QueryResult, type Transaction, type TransactionBuilder } from 'kysely';
import { currentScope, type Scope, takeStep } from '../run.ts';
import type { DB } from './tables.generated.ts';

/** A Kysely whose transactions, and writes outside of one, are steps of the current run. */
export class SteppedKysely extends Kysely<DB> {
  constructor(config: KyselyConfig) {
    super(config);
    const executor = this.getExecutor();
    const executeAlone = executor.executeQuery.bind(executor);
    executor.executeQuery = (query) => {
      const scope = currentScope();
      if (scope === undefined || !WRITES.test(query.sql)) return executeAlone(query);
      const write = (tx: Transaction<DB>) => tx.executeQuery(query);
      const isClaimRefused = ({ numAffectedRows }: QueryResult<unknown>) =>
        numAffectedRows === 0n && !WRITES_IN_PASSING.test(query.sql);
      return commitStep(scope, query.sql, super.transaction(), write, isClaimRefused) as never;
    };
  }

  override transaction(): TransactionBuilder<DB> {
    const builder = super.transaction();
    const execute = builder.execute.bind(builder);
    builder.execute = (work) => {
      const scope = currentScope();
      if (scope === undefined) return execute(work);
      return commitStep(scope, work.toString(), super.transaction(), work);
    };
    return builder;
  }
}

/** Statements that change rows; `for update` and `do update` alone do not. */
const WRITES = /\b(?:insert\s+into|delete\s+from|merge\s+into|(?<!\b(?:for|key|do)\s+)update\s+["\w])/i;

const WRITES_IN_PASSING = /^\s*with\b/i;

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
