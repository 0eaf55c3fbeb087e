/** The paths of the screens that emails link to. An email holds a link for years, so a path is never changed. */
export const SCREENS = {
  today: '/today',
  journal: '/journal',
  newEntry: '/journal/new',
  signUp: '/sign-up',
  invitation: '/invitation',
  lab: '/lab',
  verifyAddress: '/verify-address',
  signInLink: '/sign-in-link',
  resetPassword: '/reset-password',
  forgotPassword: '/forgot-password',
} as const;

export type Screen = keyof typeof SCREENS;
