import type { BillingDeps } from '../billing/index.ts';
import type { MailDeps } from '../mail/index.ts';
import type { MosaicDeps } from '../mosaic/index.ts';
import type { OrganizationDeps } from '../organization/index.ts';
import type { WorkoutWindowDeps } from '../workout-window/index.ts';

export type DataRightsDeps = OrganizationDeps &
  MailDeps &
  MosaicDeps &
  WorkoutWindowDeps &
  Pick<BillingDeps, 'payment'>;
