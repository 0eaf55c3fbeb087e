import type { UsageDeps } from '#features/usage';
import type { Images } from '#platform/images/images.ts';
import type { Ai } from '#providers/ai/ai.ts';

export type ToneDeps = UsageDeps & { ai: Ai; images: Images };
