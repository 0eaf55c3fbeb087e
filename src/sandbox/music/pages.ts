import type { SandboxListener, SandboxQuestion, SandboxRecords } from './records.ts';

const DISC =
  '<svg viewBox="0 0 36 36" aria-hidden="true"><circle cx="18" cy="18" r="17" fill="var(--disc)"/>' +
  '<g fill="none" stroke="#fff" stroke-opacity=".22"><circle cx="18" cy="18" r="13"/><circle cx="18" cy="18" r="10"/></g>' +
  '<circle cx="18" cy="18" r="6.5" fill="var(--plum)"/><circle cx="18" cy="18" r="1.6" fill="var(--card)"/></svg>';
const TICK = icon('<path d="M5 12.5l4.5 4.5L19 7.5"/>');
const CROSS = icon('<path d="M7 7l10 10M17 7L7 17"/>');

function icon(path: string): string {
  return `<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${path}</svg>`;
}

/** A text as it can stand in a page, in an element or in a quoted attribute. */
function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function page(title: string, content: string, width = ''): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body>
<main class="${width}">
<header>${DISC}<span>Music sandbox</span><span class="badge">No account needed</span></header>
${content}
</main>
</body>
</html>
`;
}

/** The consent page. Its form posts to `address`, the URL of the page. */
export function consentPage({ redirectUri }: SandboxQuestion, listener: SandboxListener, address: string): string {
  return page(
    'Connect Meadow',
    `<h1>Let Meadow see what you play?</h1>
<p>This page stands in for that of a music service. A click connects; there is no password to type.</p>
<div class="listener"><div class="face" aria-hidden="true">${escaped(listener.name.slice(0, 1))}</div>
<div><strong>${escaped(listener.name)}</strong><span>signed in as ${escaped(listener.id)}</span></div></div>
<ul>
<li>${TICK}<span>See the tracks that you have played recently</span></li>
<li class="no">${CROSS}<span>Change what you play, or see anything else</span></li>
</ul>
<form method="post" action="${escaped(address)}">
<input type="hidden" name="listener" value="${escaped(listener.id)}">
<button class="main" name="decision" value="allow">Connect</button>
<button class="quiet" name="decision" value="deny">No, thanks</button>
</form>
<p class="small">Either way you go back to <code>${escaped(new URL(redirectUri).origin)}</code>.</p>`,
  );
}

/** The page for an invalid authorization request: a redirect would not be safe. */
export function refusedPage(problem: string): string {
  return page(
    'This cannot be connected',
    `<h1>This cannot be connected</h1>
<p>Meadow has sent you here in a way that a music service would refuse: <code>${escaped(problem)}</code>.</p>
<p>Go back and begin again.</p>`,
  );
}

/** What the sandbox is, who listens, and how calls are treated. */
export function homePage({ listeners }: SandboxRecords, now: string): string {
  const rows = [...listeners.values()].map(({ id, name, plays }) => {
    const last = plays.reduce<(typeof plays)[number] | null>(
      (latest, played) => (latest === null || played.playedAt > latest.playedAt ? played : latest),
      null,
    );
    const heard = last === null ? 'nothing yet' : `${escaped(last.track.name)}, ${last.playedAt.toISOString()}`;
    const button = (deed: string, text: string) =>
      `<form method="post" action="/listeners/${id}/${deed}"><button class="quiet">${text}</button></form>`;
    return `<tr><td>${escaped(name)}<br><code>${escaped(id)}</code></td><td>${heard}</td><td>${plays.length}</td>
<td>${button('play', 'Play something')}${button('revoke', 'Take it back')}</td></tr>`;
  });
  const table = `<table>
<thead><tr><th scope="col">Listener</th><th scope="col">Played last (UTC)</th><th scope="col">Plays</th><th scope="col"></th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return page(
    'The music sandbox',
    `<h1>The music sandbox</h1>
<p>A local replacement for a music service. No data leaves this machine, and no registration is needed. Send
<code>GET /api/music/connect</code> to Meadow, open the URL and connect with a click. A connected listener plays a track
every four minutes.</p>
<dl><div><dt>Calls are treated</dt><dd><code>${escaped(now)}</code></dd></div></dl>
<h2>Listeners</h2>
${rows.length === 0 ? '<p>No listeners yet.</p>' : table}
<h2>To make it fail</h2>
<p><code>POST /sandbox/behaviour</code> says how calls are treated from then on; with <code>"at":"token"</code> or
<code>"at":"api"</code>, those of one place. One of:</p>
<pre><code>${escaped(BEHAVIOURS)}</code></pre>`,
    'wide',
  );
}

export function missingPage(): string {
  return page(
    'Nothing here',
    '<h1>There is nothing here</h1><p>The sandbox forgets everything when it ends. Ask Meadow for a new address.</p>',
  );
}

/** The cover of a track: a disc on a ground whose colour follows from the id. */
export function coverPicture(id: string): string {
  const hue = [...id].reduce((sum, character) => sum + character.charCodeAt(0), 0) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="hsl(${hue} 45% 62%)"/>
<circle cx="32" cy="32" r="22" fill="#241d38"/><circle cx="32" cy="32" r="8" fill="hsl(${hue} 60% 75%)"/><circle cx="32" cy="32" r="2" fill="#fff"/></svg>`;
}

const BEHAVIOURS = `{"mode":"normal"}
{"mode":"refuse-with","status":500}
{"mode":"refuse-with","status":429,"retryAfter":"60"}
{"mode":"redirect","location":"http://127.0.0.1:1/"}
{"mode":"hang"}
{"mode":"slow","delayMs":2000}
{"mode":"stall"}
{"mode":"reset"}
{"mode":"garbage"}
{"mode":"huge"}
{"mode":"answer-with","value":{"items":[]}}`;
