import { defineFeature } from '#access/feature.ts';
import { audienceRoutes } from './audience/audience.routes.ts';
import { backgroundRoutes } from './background/background.routes.ts';
import { BACKGROUND_TABLES } from './background/background.table.ts';
import { calendarRoutes } from './calendar/calendar.routes.ts';
import { ENTRY_INVARIANTS } from './entry/entry.invariants.ts';
import { entryRoutes } from './entry/entry.routes.ts';
import { ENTRY_TABLES } from './entry/entry.table.ts';
import { entryListRoutes } from './entry-list/entry-list.routes.ts';
import { mentionRoutes } from './mention/mention.routes.ts';
import { notebookRoutes } from './notebook/notebook.routes.ts';
import { NOTEBOOK_TABLES } from './notebook/notebook.table.ts';
import { createJournalParts } from './parts.ts';
import { photoRoutes } from './photo/photo.routes.ts';
import { PHOTO_TABLES } from './photo/photo.table.ts';
import { SEARCH_TEXT_INVARIANTS } from './search-text/search-text.invariants.ts';
import { FOLD_ENTRIES } from './search-text/search-text.jobs.ts';
import { TAG_INVARIANTS } from './tag/tag.invariants.ts';
import { tagRoutes } from './tag/tag.routes.ts';
import { TAG_TABLES } from './tag/tag.table.ts';
import { trashRoutes } from './trash/trash.routes.ts';
import { TRASH_TABLES } from './trash/trash.table.ts';
import { VISIBILITY_INVARIANTS } from './visibility/visibility.invariants.ts';

export const journal = defineFeature({
  parts: createJournalParts,
  routes: {
    member: [
      audienceRoutes,
      calendarRoutes,
      entryListRoutes,
      entryRoutes,
      mentionRoutes,
      backgroundRoutes,
      notebookRoutes,
      photoRoutes,
      tagRoutes,
      trashRoutes,
    ],
  },
  jobs: [FOLD_ENTRIES],
  invariants: [...ENTRY_INVARIANTS, ...SEARCH_TEXT_INVARIANTS, ...TAG_INVARIANTS, ...VISIBILITY_INVARIANTS],
  tables: [...ENTRY_TABLES, ...TAG_TABLES, ...NOTEBOOK_TABLES, ...TRASH_TABLES, ...PHOTO_TABLES, ...BACKGROUND_TABLES],
});
