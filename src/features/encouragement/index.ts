export { talliesOf } from './engagement.actions.ts';
