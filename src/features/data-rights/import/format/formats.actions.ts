import { DAY_ONE } from './day-one.actions.ts';
import { DAYLIO } from './daylio.actions.ts';
import type { Format } from './format.actions.ts';
import { JOURNEY } from './journey.actions.ts';
import { MARKDOWN } from './markdown.actions.ts';

/** All formats, the most specific first. */
export const FORMATS: readonly Format[] = [DAYLIO, DAY_ONE, JOURNEY, MARKDOWN];
