import type { ChainDeps } from '#features/chain';
import type { MediaDeps } from '#features/media';
import type { NotificationDeps } from '#features/notification';
import type { Background } from '#platform/concurrency/background.ts';
import type { Images } from '#platform/images/images.ts';
import type { Random } from '#platform/random.ts';

export type CheckInDeps = MediaDeps &
  NotificationDeps &
  ChainDeps & {
    random: Random;
    images: Images;
    /** Folder of uploads while their requests run. */
    uploadFolder: string;
    background: Background;
    /** Sends reminder emails to those of the users who want them, once each. */
    remindByMail: (
      userIds: readonly string[],
      window: { date: string; startTime: string; zone: string; opensAt: Date },
    ) => Promise<void>;
  };
