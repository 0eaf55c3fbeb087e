import { defineFeature } from '../../access/feature.ts';
import { streamRoutes } from './stream/stream.routes.ts';
import { ticketRoutes } from './ticket/ticket.routes.ts';

export const event = defineFeature({ routes: { member: [streamRoutes, ticketRoutes] } });
