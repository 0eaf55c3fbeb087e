import type { BillingDeps } from '#features/billing';
import type { PhotoDeps } from '#features/journal';
import type { MailDeps } from '#features/mail';
import type { MosaicDeps } from '#features/mosaic';
import type { NotificationDeps } from '#features/notification';
import type { OrganizationDeps } from '#features/organization';
import type { WorkoutWindowDeps } from '#features/workout-window';
import type { Background } from '#platform/concurrency/background.ts';
import type { Semaphore } from '#platform/concurrency/semaphore.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import type { ImportReader } from './import/import-reader.actions.ts';

type TableDeps = {
  /** All tables, each before those that its rows name. */
  tables: readonly Table[];
};

export type ExportDeps = TableDeps &
  NotificationDeps &
  MailDeps & {
    version: string;
    background: Background;
    /** Exports that this node makes while it sends them. */
    exportSemaphore: Semaphore;
  };

export type ImportDeps = TableDeps &
  PhotoDeps & {
    publicUrl: string;
    /** The folder of uploads during their requests, and of files that this node imports. */
    uploadFolder: string;
    importMaxBytes: number;
    /** Of text that an account can import in total. */
    importTextBytes: number;
    /** Photos and other pictures that an account imports at most, in total. */
    importPhotos: number;
    importReader: ImportReader;
    isDraining: () => boolean;
  };

export type DeletionDeps = TableDeps &
  OrganizationDeps &
  MailDeps &
  MosaicDeps &
  WorkoutWindowDeps &
  Pick<BillingDeps, 'payment'>;

export type DataRightsDeps = ExportDeps & ImportDeps & DeletionDeps;
