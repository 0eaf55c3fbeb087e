import type { Images } from '../../platform/images/images.ts';
import type { Ai } from '../../providers/ai/ai.ts';
import type { UsageDeps } from '../usage/index.ts';

export type ToneDeps = UsageDeps & { ai: Ai; images: Images };
