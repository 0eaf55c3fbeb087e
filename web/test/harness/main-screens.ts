/** A screen that the browser opens. `{entry}` in the path stands for the id of an entry. */
export type MeasuredScreen = {
  path: string;
  /** What shows that the content is there. */
  content: string;
  isOfUser: boolean;
};

const ofVisitor = (path: string, content = 'h1'): MeasuredScreen => ({ path, content, isOfUser: false });
const ofUser = (path: string, content = 'main h1'): MeasuredScreen => ({ path, content, isOfUser: true });

/** The main screens: those of the bars, and where people begin. */
export const MAIN_SCREENS: readonly MeasuredScreen[] = [
  ofVisitor('/welcome'),
  ofVisitor('/sign-in', 'form'),
  ofVisitor('/sign-up', 'form'),
  ofUser('/today'),
  ofUser('/journal', '[role=feed] article'),
  ofUser('/journal/{entry}', 'article h1'),
  ofUser('/journal/new', 'textarea'),
  ofUser('/journal/calendar', '[role=grid], table'),
  ofUser('/notebooks'),
  ofUser('/goals'),
  ofUser('/wellbeing'),
  ofUser('/assistant'),
  ofUser('/battle'),
  ofUser('/music'),
  ofUser('/chat'),
  ofUser('/inbox'),
  ofUser('/me'),
  ofUser('/me/security'),
];
