/** The paths of the screens that emails link to. An email holds a link for years, so a path is never changed. */
export const SCREENS = {
  today: '/today',
  journal: '/journal',
  newEntry: '/journal/new',
  signUp: '/sign-up',
  invitation: '/invitation',
  lab: '/lab',
  exports: '/settings/exports',
} as const;

export type Screen = keyof typeof SCREENS;
