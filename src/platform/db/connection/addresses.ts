/** Where a database is reached. */
export type DatabaseAddresses = Readonly<{
  /** For statements and transactions. Behind a pooler, each transaction may be in another session. */
  pooled: string;
  /** For what needs a session: LISTEN, locks of a session, migrations, the scheduler, snapshots. */
  direct: string;
}>;

/** The addresses of a database without a pooler. */
export function atOneAddress(connectionString: string): DatabaseAddresses {
  return { pooled: connectionString, direct: connectionString };
}
