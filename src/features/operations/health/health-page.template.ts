import { SCRIPT } from '../health-page-script.rules.ts';
import { STYLE } from '../health-page-style.rules.ts';
import { MARK_URL } from '../mark.template.ts';

/** `built-in`: with an address and a password. `token`: with an access token of an outside identity provider. */
export type SignIn = 'built-in' | 'token';

/** A page that holds no figures: it asks for them once somebody has signed in on it. */
export function healthPage(signIn: SignIn): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<meta name="color-scheme" content="light dark">
<title>Health · Meadow</title>
<link rel="icon" href="${MARK_URL}">
<style>${STYLE}</style>
</head>
<body>
<header>
<p class="name">Meadow</p>
<div class="actions" id="actions" hidden>
<button type="button" class="quiet" id="again">Look again</button>
<button type="button" class="quiet" id="sign-out">Sign out</button>
</div>
</header>
<main data-sign-in="${signIn}" id="main">
<h1>Health</h1>
<noscript><p class="note">This page needs JavaScript. The figures are at <code>GET /api/admin/health</code>, too.</p></noscript>
<section class="card narrow" id="sign-in" aria-labelledby="sign-in-title" hidden>
<h2 id="sign-in-title">Sign in</h2>
<p>For super admins. You stay signed in until you close this tab.</p>
<form id="form">
${FIELDS[signIn]}
<button type="submit" id="submit">Sign in</button>
</form>
</section>
<p class="note" id="notice" role="alert" hidden></p>
<div id="health" hidden>
<section class="banner" id="banner" aria-labelledby="status">
<h2 id="status" aria-live="polite"></h2>
<ul id="problems"></ul>
<p id="checked"></p>
</section>
${card('database', 'Database', 'dl')}
${card('disks', 'Disks', 'dl')}
${card('jobs', 'Jobs')}
${card('providers', 'Providers')}
${card('migrations', 'Migrations')}
</div>
</main>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

/** A part of the page, whose figures the script puts into the element with this id. */
function card(id: string, title: string, element = 'div'): string {
  return `<section class="card" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>
<${element} id="${id}"></${element}>
</section>`;
}

/** What the policy of the page has to name. */
export const HEALTH_PAGE_PARTS = { script: SCRIPT, style: STYLE };

const FIELDS: Readonly<Record<SignIn, string>> = {
  'built-in': `<label for="email">Mail address</label>
<input id="email" type="email" autocomplete="username" required maxlength="254">
<label for="password">Password</label>
<input id="password" type="password" autocomplete="current-password" required maxlength="128">`,
  token: `<label for="token">Access token of your identity provider</label>
<textarea id="token" rows="5" autocomplete="off" spellcheck="false" required maxlength="8192" aria-describedby="token-help"></textarea>
<p class="help" id="token-help">It is kept in this tab alone. Once it runs out, the page asks for another one.</p>`,
};
