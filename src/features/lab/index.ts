export { holdClassroomFlag } from './participant.actions.ts';
export { summarizeLab } from './week.actions.ts';
