import { LOGO_URL } from '../../logo/logo.ts';
import { policyOfPage, type ServedPage } from './html-response.ts';

/** What a page says, as HTML. A form on it goes to where the page came from. */
export type PageContent = { heading: string; body: string };

/** Text as it stands between and inside of tags. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A page with a few words of a product, for phones and at night as well. */
export function smallPage(product: string, { heading, body }: PageContent): ServedPage {
  const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} · ${product}</title>
<link rel="icon" href="${LOGO_URL}">
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name"><img src="${LOGO_URL}" alt="" width="24" height="24">${product}</p>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`;
  return { html, policy: POLICY };
}

const STYLE = `
:root { color-scheme: light dark; --ground: #f3f6f1; --card: #fff; --line: #dfe7db; --ink: #26352b; --green: #2d6a4f; --on-green: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101713; --card: #1a241e; --line: #2c3a31; --ink: #e3ebe4; --green: #8fd0a6; --on-green: #10241a; }
}
* { box-sizing: border-box; }
body {
  margin: 0; min-height: 100vh; padding: 12vh 1rem 2rem; background: var(--ground); color: var(--ink);
  font: 16px/1.6 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif;
}
main {
  max-width: 30rem; margin: 0 auto; padding: 2rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px;
}
.name { margin: 0 0 1.25rem; font-weight: 700; color: var(--green); }
.name img { margin-right: .45rem; vertical-align: -4px; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
a { color: var(--green); }
p { margin: 0 0 1.25rem; overflow-wrap: anywhere; }
p:last-child { margin: 0; }
.small { font-size: .9rem; opacity: .8; }
.links { display: grid; gap: .6rem; margin: 0 0 1.25rem; padding: 0; list-style: none; }
.links a {
  display: block; padding: .75rem 1rem; border: 1px solid var(--line); border-radius: 10px; color: inherit; font-size: .95rem;
  line-height: 1.45; text-decoration: none;
}
.links a:hover { border-color: var(--green); }
.links a:focus-visible { outline: 3px solid var(--green); outline-offset: 2px; }
.links strong { display: block; color: var(--green); font-size: 1rem; }
button {
  padding: .7rem 1.4rem; border: 0; border-radius: 10px; background: var(--green); color: var(--on-green);
  font: inherit; font-weight: 600; cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
@media (max-width: 30rem) { body { padding-top: 1.25rem; } main { padding: 1.5rem; } }
`;

const POLICY = policyOfPage({ style: STYLE, sendsForms: true });
