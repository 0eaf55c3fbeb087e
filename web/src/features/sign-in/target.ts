/** A path of this client only, so that a link cannot send the user to another site. */
const OWN_PATH = /^\/(?![/\\])/;

/** Where a sign-in leads. */
export function targetOf(search: Record<string, unknown>): { to?: string } {
  const { to } = search;
  return typeof to === 'string' && OWN_PATH.test(to) ? { to } : {};
}

/** Where a sign-in leads, with what follows # in the address: it may hold a token, which no server should see. */
export function withFragment(to: string): string {
  return `${to}${window.location.hash}`;
}

/** The token of a link in an email: what follows # in its address. */
export function tokenOf(fragment: string): string {
  const text = fragment.replace(/^#/, '');
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The token in what a user pastes: a whole link, or a code. */
export function tokenIn(text: string): string {
  const pasted = text.trim();
  return pasted.includes('#') ? tokenOf(pasted.slice(pasted.indexOf('#'))) : pasted;
}
