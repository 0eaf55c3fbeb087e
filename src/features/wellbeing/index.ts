export { findSpansWithRecord } from './writing.actions.ts';
