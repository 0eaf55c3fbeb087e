/** What errors and notes tell an operator to do. A program puts its own settings and commands here. */
export type Advice = {
  /** There are no PostgreSQL programs for this machine, or they cannot run. */
  unavailable: string;
  /** Another process owns the cluster. */
  owned: string;
  /** Something else occupies the directory. */
  occupied: string;
  /** The directory is a copy that links to the database of another one. */
  copied: string;
  /** A copy of the directory would not hold the database. */
  backup: string;
  /** Another major version of PostgreSQL made the cluster. */
  otherVersion: string;
};

export const DEFAULT_ADVICE: Advice = {
  unavailable: 'Use another PostgreSQL server instead.',
  owned: 'Stop that process or choose another directory.',
  occupied: 'Move it away or choose another directory.',
  copied: 'Restore the database from a dump.',
  backup: 'Use: pg_dump',
  otherVersion: 'Copy its data into a cluster of this version.',
};
