export { longestStreakOf } from './streak.rules.ts';
