import type { Machine } from '#access/machine.ts';
import type { MosaicDeps } from './deps.ts';
import { createRenderSemaphore } from './generation.actions.ts';
import { createMosaicCache } from './mosaic.actions.ts';

export function createMosaicParts({ clock }: Machine): Pick<MosaicDeps, 'mosaicCache' | 'renderSemaphore'> {
  return { mosaicCache: createMosaicCache(clock), renderSemaphore: createRenderSemaphore() };
}
