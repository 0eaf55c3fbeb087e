const TRY_LATER = 'The music service does not answer as it should at the moment. Try again in a few minutes.';
const REFUSED = 'The music service has refused it. Begin again where you connect your music.';

/** Each word for why an account was not connected, as people are told it. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  [
    'state-invalid',
    'You began more than ten minutes ago, or were here before. Begin again where you connect your music.',
  ],
  ['denied', 'You have not allowed it. Begin again if you change your mind.'],
  ['refused', REFUSED],
  ['code-missing', REFUSED],
  ['scope-missing', 'You have not let Meadow see what you have played. Begin again, and allow that.'],
  ['account-blocked', 'Your account with Meadow is blocked. Ask whoever runs this service.'],
  ['not-configured', 'This server knows no music service any more. Ask whoever runs it.'],
  ['unavailable', TRY_LATER],
  ['timeout', TRY_LATER],
  ['bad-answer', TRY_LATER],
  ['rate-limited', TRY_LATER],
  ['paused', TRY_LATER],
]);

/** Says that an account is connected, where `reason` is null, or why not; of a word that it does not know, it repeats nothing. */
export function connectedPage(reason: unknown): string {
  if (reason === null) return page('Your music is connected', 'From now on, your entries know what was on.');
  return page('Your music is not connected', REASONS.get(reason) ?? 'Begin again where you connect your music.');
}

function page(heading: string, text: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${heading} · Meadow</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<main>
<p class="name">Meadow</p>
<h1>${heading}</h1>
<p>${text}</p>
<p>You may close this page.</p>
</main>
</body>
</html>
`;
}

export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #f3f6f1; --card: #fff; --line: #dfe7db; --ink: #26352b; --green: #2d6a4f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #101713; --card: #1a241e; --line: #2c3a31; --ink: #e3ebe4; --green: #8fd0a6; }
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
`;
