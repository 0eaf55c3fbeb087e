export { notedWithin } from './writing.actions.ts';
