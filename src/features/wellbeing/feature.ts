import { defineFeature } from '../../access/feature.ts';
import { actionNoteRoutes } from './action-note/action-note.routes.ts';
import { satisfactionEntryRoutes } from './satisfaction-entry/satisfaction-entry.routes.ts';
import { sleepEntryRoutes } from './sleep-entry/sleep-entry.routes.ts';

export const wellbeing = defineFeature({
  routes: {
    member: [satisfactionEntryRoutes, actionNoteRoutes, sleepEntryRoutes],
  },
});
