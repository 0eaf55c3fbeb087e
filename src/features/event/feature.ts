import { defineFeature } from '#access/feature.ts';
import { createEventParts } from './parts.ts';
import { EVENT_INVARIANTS } from './sequencer/sequencer.invariants.ts';
import { EVENT_QUEUE } from './sequencer/sequencer.jobs.ts';
import { SEQUENCER_TABLES } from './sequencer/sequencer.table.ts';
import { streamRoutes } from './stream/stream.routes.ts';
import { ticketRoutes } from './ticket/ticket.routes.ts';

export const event = defineFeature({
  parts: createEventParts,
  routes: { member: [streamRoutes, ticketRoutes] },
  queues: [EVENT_QUEUE],
  invariants: EVENT_INVARIANTS,
  tables: [...SEQUENCER_TABLES],
});
