import { firstWeekdayOf } from '../../../shared/days/week.rules.ts';
import { weekQuery } from './queries.ts';

/** The week of the user by the region that the browser is set to. */
export const ownWeekQuery = (today: string) => weekQuery(today, firstWeekdayOf(navigator.language));
