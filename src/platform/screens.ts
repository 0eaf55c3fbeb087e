/**
 * The paths of the screens that emails and the start link to. An email holds a link for years, so a path is never changed or taken out: where the
 * web client has moved a screen, its route there leads on.
 */
export const SCREENS = {
  today: '/today',
  journal: '/journal',
  newEntry: '/journal/new',
  signUp: '/sign-up',
  invitation: '/invitation',
  lab: '/lab',
  exports: '/settings/exports',
  restoreAccount: '/account/restore',
  verifyAddress: '/verify-address',
  signIn: '/sign-in',
  signInLink: '/sign-in-link',
  resetPassword: '/reset-password',
  forgotPassword: '/forgot-password',
  firstRun: '/welcome',
} as const;

export type Screen = keyof typeof SCREENS;
