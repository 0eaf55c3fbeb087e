export { holdTemplate, titlesOfPublicTemplates } from './showing.actions.ts';
export { talliesOfTemplates } from './tally.actions.ts';
