export { Decision, Decline } from '../lab/index.ts';
