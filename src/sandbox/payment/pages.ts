import { priceOnPage } from './prices.ts';
import type { SandboxCheckout, SandboxRecords, SandboxSubscription } from './records.ts';

const LEAF =
  '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" aria-hidden="true">' +
  '<path d="M6 21c1-8 1-11-3-17M10 21c0-7 2-12 7-16M8 21C8 13 9 8 11 3"/></svg>';

/** A text as it can stand in a page, in an element or in a quoted attribute. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** The address of a link. What is no address of the web leads nowhere. */
function linkTo(address: string): string {
  return escaped(/^https?:\/\//i.test(address) ? address : '#');
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
<header>${LEAF}<span>Payment sandbox</span><span class="badge">No real money</span></header>
${content}
</main>
</body>
</html>
`;
}

const button = (kind: string, text: string, value = '') =>
  `<button class="${kind}" name="subscription" value="${escaped(value)}">${escaped(text)}</button>`;

const form = (action: string, content: string) => `<form method="post" action="${escaped(action)}">${content}</form>`;

/** The page of a checkout. */
export function checkoutPage(checkout: SandboxCheckout, email: string | null, isDeclined: boolean): string {
  const { name, amount, interval } = priceOnPage(checkout.price);
  const notice = '<p class="notice" role="alert">The card was declined, and nothing was charged. Try again.</p>';
  return page(
    `Pay for ${name}`,
    `${isDeclined ? notice : ''}
<h1>${escaped(name)}</h1>
<p>This page stands in for that of a payment provider. A click pays: no card is asked for, and none is charged.</p>
<div class="price"><strong>${escaped(amount)}</strong><span>${escaped(interval)}</span></div>
<dl>
<div><dt>Price</dt><dd><code>${escaped(checkout.price)}</code></dd></div>
<div><dt>For</dt><dd>${escaped(email ?? 'a customer without an email address')}</dd></div>
<div><dt>Card</dt><dd>•••• 4242, of the sandbox</dd></div>
</dl>
${form(`/checkout/${checkout.id}/pay`, button('main', `Pay ${amount}`))}
${form(`/checkout/${checkout.id}/decline`, button('quiet', 'Let the card be declined'))}
<p class="small"><a href="${linkTo(checkout.cancelUrl)}">Go back without paying</a></p>`,
  );
}

/** The page of a paid checkout. */
export function paidPage(checkout: SandboxCheckout): string {
  return page(
    'Paid',
    `<h1>This is paid for</h1>
<p>The subscription <code>${escaped(checkout.subscription ?? '')}</code> is running, and a page like this one works once.</p>
<a class="button main" href="${linkTo(checkout.successUrl)}">Go on</a>
<p class="small"><a href="/">See which events were told, and which responses they got</a></p>`,
  );
}

/** The page on which a customer cancels subscriptions. */
export function portalPage(id: string, subscriptions: readonly SandboxSubscription[], returnUrl: string): string {
  const cards = subscriptions.map((subscription) => {
    const { name, amount, interval } = priceOnPage(subscription.price);
    const isOver = subscription.status === 'canceled';
    return `<dl>
<div><dt>${escaped(name)}</dt><dd>${escaped(amount)} ${escaped(interval)}</dd></div>
<div><dt>Subscription</dt><dd><code>${escaped(subscription.id)}</code></dd></div>
<div><dt>Status</dt><dd><span class="status ${isOver ? '' : 'good'}">${escaped(subscription.status)}</span></dd></div>
</dl>
${isOver ? '' : form(`/portal/${id}/cancel`, button('danger', 'Cancel at once', subscription.id))}`;
  });
  const nothing = '<p>There is nothing that you pay for.</p>';
  return page(
    'What you pay for',
    `<h1>What you pay for</h1>
<p>This page stands in for the customer portal of a payment provider.</p>
${cards.length === 0 ? nothing : cards.join('\n')}
<a class="button quiet" href="${linkTo(returnUrl)}">Go back</a>`,
  );
}

/** What the sandbox is, and what it has told. */
export function homePage(
  { events, customers, subscriptions }: SandboxRecords,
  webhook: string | null,
  now: string,
): string {
  const rows = events
    .toReversed()
    .map(
      ({ type, id, outcome }) =>
        `<tr><td><code>${escaped(type)}</code></td><td><code>${escaped(id)}</code></td><td>${escaped(outcome)}</td></tr>`,
    );
  const table = `<table>
<thead><tr><th scope="col">Event</th><th scope="col">Id</th><th scope="col">Response</th></tr></thead>
<tbody>
${rows.join('\n')}
</tbody>
</table>`;
  return page(
    'The payment sandbox',
    `<h1>The payment sandbox</h1>
<p>A local replacement for a payment provider. No data leaves this machine, no key is needed and no money is charged. Create
a checkout session in Meadow, open its URL, pay with a click, and see below how Meadow responded to the events.</p>
<dl>
<div><dt>Customers</dt><dd>${customers.size}</dd></div>
<div><dt>Subscriptions</dt><dd>${subscriptions.size}</dd></div>
<div><dt>Webhook</dt><dd><code>${escaped(webhook ?? 'none')}</code></dd></div>
<div><dt>Calls are treated</dt><dd><code>${escaped(now)}</code></dd></div>
</dl>
<h2>Events, newest first</h2>
${rows.length === 0 ? '<p>None so far.</p>' : table}
<h2>To make it fail</h2>
<p><code>POST /sandbox/behaviour</code> says how calls are treated from then on. One of:</p>
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

const BEHAVIOURS = `{"mode":"normal"}
{"mode":"decline"}
{"mode":"refuse-with","status":500}
{"mode":"redirect","location":"http://127.0.0.1:1/"}
{"mode":"hang"}
{"mode":"slow","delayMs":2000}
{"mode":"stall"}
{"mode":"reset"}
{"mode":"garbage"}
{"mode":"huge"}
{"mode":"answer-with","value":{"id":7}}`;
