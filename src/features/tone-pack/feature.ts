import { defineFeature } from '#access/feature.ts';
import { activationRoutes } from './activation/activation.routes.ts';
import { generationRoutes } from './generation/generation.routes.ts';
import { tonePackRoutes } from './pack/pack.routes.ts';
import { PACK_TABLES } from './pack/pack.table.ts';
import { TONE_PACK_PREVIEWS } from './pack/pack-image.rules.ts';
import { createTonePackParts } from './parts.ts';
import { PURCHASE_INVARIANTS } from './purchase/purchase.invariants.ts';
import { purchaseRoutes } from './purchase/purchase.routes.ts';
import { PURCHASE_TABLES } from './purchase/purchase.table.ts';
import { shareRoutes } from './share/share.routes.ts';
import { SHARE_TABLES } from './share/share.table.ts';

export const tonePack = defineFeature({
  parts: createTonePackParts,
  routes: {
    member: [tonePackRoutes, generationRoutes, shareRoutes, activationRoutes, purchaseRoutes],
  },
  publicFolders: [TONE_PACK_PREVIEWS],
  invariants: PURCHASE_INVARIANTS,
  tables: [...PURCHASE_TABLES, ...SHARE_TABLES, ...PACK_TABLES],
});
