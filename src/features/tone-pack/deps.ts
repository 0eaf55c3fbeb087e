import type { Images } from '../../platform/images/images.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import type { AccountDeps } from '../account/index.ts';
import type { UsageDeps } from '../usage/index.ts';

export type TonePackDeps = AccountDeps &
  UsageDeps & {
    ai: Ai;
    images: Images;
    /** Whether the node is about to stop. */
    isDraining: () => boolean;
  };
