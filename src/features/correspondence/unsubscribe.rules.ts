import { escapeHtml } from './mail-layout.rules.ts';

/** What somebody can want no more of: of people it is a preference, of those outside an opt-out. */
export type MailSort = 'digest' | 'reminders' | OutsiderSort;
export type OutsiderSort = 'sponsor-message' | 'sponsor-digest';

/** Whether mails of this sort go to people without a profile. */
export function isForOutsiders(sort: MailSort): sort is OutsiderSort {
  return sort === 'sponsor-message' || sort === 'sponsor-digest';
}

/** What is signed: whoever has the signature may turn this off for this reader, a person or somebody outside, and nothing else. */
export function permitOf(sort: MailSort, readerId: string): string {
  return `unsubscribe ${sort} ${readerId}`;
}

/** What a link carries: it works for as long as the key of the service stays the same. */
export function writeOptOut(sort: MailSort, readerId: string, signature: string): string {
  return `${sort}.${readerId}.${signature}`;
}

const OPT_OUT =
  /^(digest|reminders|sponsor-message|sponsor-digest)\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

export type OptOut = { sort: MailSort; readerId: string; signature: string };

/** What a link says, before its signature is looked at; null where it says nothing. */
export function readOptOut(text: string): OptOut | null {
  const [, sort, readerId, signature] = OPT_OUT.exec(text) ?? [];
  if (sort === undefined || readerId === undefined || signature === undefined) return null;
  return { sort: sort as MailSort, readerId, signature };
}

const NAMES: Readonly<Record<MailSort, string>> = {
  digest: 'weekly letters',
  reminders: 'reminders by mail',
  'sponsor-message': 'messages from people',
  'sponsor-digest': 'letters about the lab',
};

/** Mail programs and scanners follow links by themselves, so that somebody has to press a button. */
export function askingPage(sort: MailSort): string {
  return page(
    `No more ${NAMES[sort]}?`,
    `<p>You get no more ${escapeHtml(NAMES[sort])} from Meadow once you press the button.${wayBack(sort)}</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  );
}

export function donePage(sort: MailSort): string {
  return page('Done', `<p>You get no more ${escapeHtml(NAMES[sort])} from Meadow.${wayBack(sort)}</p>`);
}

/** Who has no profile tells whoever runs the service. */
function wayBack(sort: MailSort): string {
  return isForOutsiders(sort) ? '' : ' Your profile lets you have them again.';
}

function page(heading: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(heading)} · Meadow</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<p class="name">Meadow</p>
<h1>${escapeHtml(heading)}</h1>
${body}
</main>
</body>
</html>
`;
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
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; }
p { margin: 0 0 1.25rem; }
p:last-child { margin: 0; }
button {
  padding: .7rem 1.4rem; border: 0; border-radius: 10px; background: var(--green); color: var(--on-green);
  font: inherit; font-weight: 600; cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px; }
`;

/** What the pages may do: look as they look, and send their own form. */
export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
