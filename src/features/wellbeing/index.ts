export { selectWellbeingDay } from './day.actions.ts';
export { findSpansWithRecord, listMeans } from './record.store.ts';
export { SatisfactionEntry } from './satisfaction-entry/satisfaction-entry.schema.ts';
export { SleepEntry } from './sleep-entry/sleep-entry.schema.ts';
