import { defineFeature } from '#access/feature.ts';
import { actionNoteRoutes } from './action-note/action-note.routes.ts';
import { ACTION_NOTE_TABLES } from './action-note/action-note.table.ts';
import { satisfactionEntryRoutes } from './satisfaction-entry/satisfaction-entry.routes.ts';
import { SATISFACTION_ENTRY_TABLES } from './satisfaction-entry/satisfaction-entry.table.ts';
import { sleepEntryRoutes } from './sleep-entry/sleep-entry.routes.ts';
import { SLEEP_ENTRY_TABLES } from './sleep-entry/sleep-entry.table.ts';

export const wellbeing = defineFeature({
  routes: {
    member: [satisfactionEntryRoutes, actionNoteRoutes, sleepEntryRoutes],
  },
  tables: [...SATISFACTION_ENTRY_TABLES, ...SLEEP_ENTRY_TABLES, ...ACTION_NOTE_TABLES],
});
