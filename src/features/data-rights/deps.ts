import type { Background } from '../../platform/concurrency/background.ts';
import type { Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { Table } from '../../platform/db/table/table-facts.ts';
import type { BillingDeps } from '../billing/index.ts';
import type { PhotoDeps } from '../journal/index.ts';
import type { MailDeps } from '../mail/index.ts';
import type { MosaicDeps } from '../mosaic/index.ts';
import type { NotificationDeps } from '../notification/index.ts';
import type { OrganizationDeps } from '../organization/index.ts';
import type { WorkoutWindowDeps } from '../workout-window/index.ts';
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
