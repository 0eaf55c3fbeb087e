import { defineFeature } from '../../access/feature.ts';
import { EVENT_INVARIANTS } from './sequencer/sequencer.invariants.ts';
import { streamRoutes } from './stream/stream.routes.ts';
import { ticketRoutes } from './ticket/ticket.routes.ts';

export const event = defineFeature({
  routes: { member: [streamRoutes, ticketRoutes] },
  invariants: EVENT_INVARIANTS,
});
