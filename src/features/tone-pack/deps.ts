import type { AccountDeps } from '#features/account';
import type { UsageDeps } from '#features/usage';
import type { Images } from '#platform/images/images.ts';
import type { Ai } from '#providers/ai/ai.ts';

export type TonePackDeps = AccountDeps &
  UsageDeps & {
    ai: Ai;
    images: Images;
    /** Whether the node is about to stop. */
    isDraining: () => boolean;
  };
