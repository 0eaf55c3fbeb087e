export { purgeTemporaryBackgrounds } from './background/background.actions.ts';
export { readMoodCalendar, selectNewestAndMemories } from './calendar/calendar.actions.ts';
export { EntryExcerpt, MoodQuery } from './calendar/calendar.schema.ts';
export { countMoods } from './calendar/calendar.store.ts';
export { findDateSpan } from './date-span.actions.ts';
export type { JournalDeps } from './deps.ts';
export { createEntry, readEntry, writePrivateEntry } from './entry/entry.actions.ts';
export {
  type Entry,
  MAX_CONTENT_LENGTH as MAX_ENTRY_CONTENT_LENGTH,
  MAX_TAGS as MAX_ENTRY_TAGS,
  MAX_TITLE_LENGTH as MAX_ENTRY_TITLE_LENGTH,
  NewEntry,
} from './entry/entry.schema.ts';
export { existsVisibleEntryBy, lockVisibleEntry } from './entry/entry.store.ts';
export { listEntries } from './entry-list/entry-list.actions.ts';
export { EntryQuery } from './entry-list/entry-list.schema.ts';
export {
  checkImportedPhoto,
  importEntries,
  importNotebooks,
  orLeftOut,
  storeImportedPhoto,
} from './import/entry-import.actions.ts';
export {
  type FittedEntry,
  fitEntry,
  fitNotebook,
  type ImportedEntry,
  type ImportedNotebook,
  type ImportedPhoto,
  isDateInRange,
  LEFT_OUT_REASONS,
  type LeftOut,
  pastInstant,
} from './import/entry-import.rules.ts';
export { discardPhotos, type PhotoDeps, purgeUnusedPhotos, storePictures } from './photo/photo.actions.ts';
export { summarizeEntries } from './reads/activity.actions.ts';
export { findSpansWithEntry } from './reads/activity.store.ts';
export { readNotes } from './reads/assistant-note.actions.ts';
export { findLastNoteChanges } from './reads/assistant-note.store.ts';
export { summarizeWriting } from './reads/writing.store.ts';
export { findToday, selectToday } from './time-zone.store.ts';
export { purgeTrash } from './trash/trash.actions.ts';
export { TRASH_DAYS } from './trash/trash.schema.ts';
