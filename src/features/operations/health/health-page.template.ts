import { LOGO_URL } from '../../../platform/logo/logo.ts';

/** `built-in`: with email address and password. `token`: with an access token of an external identity provider. */
export type SignIn = 'built-in' | 'token';

/** The parts of the HTML page, which are files in `assets`. */
export type PageAssets = { html: string; style: string; script: string };

/** Renders the health page with everything inlined. It has no data: it requests them after sign-in. */
export function renderHealthPage(signIn: SignIn, { html, style, script }: PageAssets): string {
  const replacements: [string, string][] = [
    ['<link rel="icon" href="data:,">', `<link rel="icon" href="${LOGO_URL}">`],
    ['<img src="data:,"', `<img src="${LOGO_URL}"`],
    ['<link rel="stylesheet" href="health.css">', `<style>${style}</style>`],
    ['<script src="health.js"></script>', `<script>${script}</script>`],
    ['data-sign-in="token"', `data-sign-in="${signIn}"`],
    ['<!-- fields -->', FIELDS[signIn]],
  ];
  return replacements.reduce((page, [marker, replacement]) => {
    if (!page.includes(marker)) throw new Error(`health.html does not contain ${marker}`);
    // A function, because `$` has a meaning in replacement strings.
    return page.replace(marker, () => replacement);
  }, html);
}

const FIELDS: Readonly<Record<SignIn, string>> = {
  'built-in': `<label for="email">Email address</label>
<input id="email" type="email" autocomplete="username" required maxlength="254">
<label for="password">Password</label>
<input id="password" type="password" autocomplete="current-password" required maxlength="128">`,
  token: `<label for="token">Access token of your identity provider</label>
<textarea id="token" rows="5" autocomplete="off" spellcheck="false" required maxlength="8192" aria-describedby="token-help"></textarea>
<p class="help" id="token-help">The token is stored in this tab only. After it expires, the page asks for a new one.</p>`,
};
