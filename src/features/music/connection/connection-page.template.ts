/** The heading and the body (HTML) of a page. */
type PageText = { heading: string; body: string };

/** The user who started the connection. Values are HTML. */
type Owner = { name: string; email: string };

/** Names the account before consent is given, because the link may have been sent to another person. `action` is HTML. */
export function consentPage({ name, email }: Owner, action: string): PageText {
  const owner = name === '' ? email : name;
  const suffix = name === '' || email === '' ? '' : ` (${email})`;
  return {
    heading: 'Connect your music',
    body: `<p>You are connecting to the account of <strong>${owner || 'a user without a name'}</strong>${suffix}. Its owner will see what you play.</p>
<p>If that is not you, close this page: the link is meant for another person.</p>
<form method="post" action="${action}"><button type="submit">Continue to the music service</button></form>`,
  };
}

/** Links to the music service, for browsers that do not follow the refresh header. `url` is HTML. */
export function redirectPage(url: string): PageText {
  return {
    heading: 'Continue to the music service',
    body: `<p>If nothing happens, <a href="${url}">continue here</a>.</p>`,
  };
}

const TRY_LATER = 'The music service is not working properly at the moment. Try again in a few minutes.';
const REFUSED = 'The music service refused the connection. Start again from the place where you connect your music.';

/** What the user reads, by the reason of a failed connection. */
const FAILURES: ReadonlyMap<unknown, string> = new Map([
  [
    'state-invalid',
    'The link is older than ten minutes or was already used. Start again from the place where you connect your music.',
  ],
  [
    'other-browser',
    'You started in another browser, or this browser blocks cookies. Start again from the place where you connect your music, and use one browser only.',
  ],
  ['denied', 'You did not allow access. Start again if you change your mind.'],
  ['refused', REFUSED],
  ['code-missing', REFUSED],
  ['scope-missing', 'You did not allow Meadow to see what you played. Start again and allow it.'],
  ['account-blocked', 'Your Meadow account is deactivated. Ask the operator of this server.'],
  ['not-configured', 'Music is no longer set up on this server. Ask the operator of this server.'],
  ['unavailable', TRY_LATER],
  ['timeout', TRY_LATER],
  ['bad-response', TRY_LATER],
  ['rate-limited', TRY_LATER],
  ['paused', TRY_LATER],
]);

/** The result of a connection. `reason` is null after success; an unknown reason is not repeated on the page. */
export function resultPage(reason: unknown): PageText {
  const [heading, text] =
    reason === null
      ? ['Your music is connected', 'From now on, your entries link to what you played last.']
      : [
          'Your music is not connected',
          FAILURES.get(reason) ?? 'Start again from the place where you connect your music.',
        ];
  return { heading, body: `<p>${text}</p>\n<p><a href="/music">Back to Meadow</a></p>` };
}
