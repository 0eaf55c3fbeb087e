import { defineFeature } from '../../access/feature.ts';
import { activationRoutes } from './activation/activation.routes.ts';
import { generationRoutes } from './generation/generation.routes.ts';
import { tonePackRoutes } from './pack/pack.routes.ts';
import { TONE_PACK_PREVIEWS } from './pack/pack-image.rules.ts';
import { PURCHASE_INVARIANTS } from './purchase/purchase.invariants.ts';
import { purchaseRoutes } from './purchase/purchase.routes.ts';
import { shareRoutes } from './share/share.routes.ts';

export const tonePack = defineFeature({
  routes: {
    member: [tonePackRoutes, generationRoutes, shareRoutes, activationRoutes, purchaseRoutes],
  },
  publicFolders: [TONE_PACK_PREVIEWS],
  invariants: PURCHASE_INVARIANTS,
});
