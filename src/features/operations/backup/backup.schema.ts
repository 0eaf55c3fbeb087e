/** The job, and the name under which `meadow backup` records its runs. */
export const BACKUP_RUN = 'backup';

/** The result of a run. Stored in the run record. */
export type BackupRun = {
  success: boolean;
  message: string;
  /** The size of the new file. Null if the run made none. */
  size_bytes: number | null;
};
