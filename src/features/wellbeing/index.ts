export { findSpansWithRecord, listMeans } from './record.store.ts';
