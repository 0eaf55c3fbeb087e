const KEY = 'meadow-user';

/** Tells other tabs that the user signs out. One channel for the page: it does not hear itself. */
export const sessionChannel = new BroadcastChannel('meadow-session');
export const SIGNED_OUT = 'signed-out';

/** The id of the user whose records this device keeps. No secret: it opens nothing. Null before the first sign-in and after a sign-out. */
export function knownUser(): string | null {
  return localStorage.getItem(KEY);
}

let noteKnown: () => void;
const known = new Promise<void>((resolve) => {
  noteKnown = resolve;
});

export function keepKnownUser(userId: string): void {
  localStorage.setItem(KEY, userId);
  noteKnown();
}

/** Resolves once a user is known: the first response of the server after a sign-in tells who it is. */
export async function whenUserKnown(): Promise<void> {
  if (knownUser() === null) await known;
}

export function forgetKnownUser(): void {
  localStorage.removeItem(KEY);
}
