export { findSpansWithRecord } from './record.store.ts';
