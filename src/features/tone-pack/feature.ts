import { defineFeature } from '../../access/feature.ts';
import { activationRoutes } from './activation.routes.ts';
import { generationRoutes } from './generation.routes.ts';
import { TONE_PACK_PREVIEWS } from './pack-image.rules.ts';
import { purchaseRoutes } from './purchase.routes.ts';
import { shareRoutes } from './share.routes.ts';
import { tonePackRoutes } from './tone-pack.routes.ts';

export const tonePack = defineFeature({
  routes: {
    member: [tonePackRoutes, generationRoutes, shareRoutes, activationRoutes, purchaseRoutes],
  },
  publicFolders: [TONE_PACK_PREVIEWS],
});
