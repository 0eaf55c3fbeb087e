import type { Background } from '../../platform/concurrency/background.ts';
import type { Semaphore } from '../../platform/concurrency/semaphore.ts';
import type { BillingDeps } from '../billing/index.ts';
import type { PhotoDeps } from '../journal/index.ts';
import type { MailDeps } from '../mail/index.ts';
import type { MosaicDeps } from '../mosaic/index.ts';
import type { NotificationDeps } from '../notification/index.ts';
import type { OrganizationDeps } from '../organization/index.ts';
import type { WorkoutWindowDeps } from '../workout-window/index.ts';
import type { ImportReader } from './import/import-reader.actions.ts';

export type ExportDeps = NotificationDeps &
  MailDeps & {
    version: string;
    background: Background;
    /** Exports that this node makes while it sends them. */
    exportSemaphore: Semaphore;
  };

export type ImportDeps = PhotoDeps & {
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

export type DeletionDeps = OrganizationDeps & MailDeps & MosaicDeps & WorkoutWindowDeps & Pick<BillingDeps, 'payment'>;

export type DataRightsDeps = ExportDeps & ImportDeps & DeletionDeps;
