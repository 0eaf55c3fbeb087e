const TRY_LATER = 'The music service does not answer as it should at the moment. Try again in a few minutes.';
const REFUSED = 'The music service has refused it. Begin again where you connect your music.';

/** Each word for why an account was not connected, as people are told it. */
const REASONS: ReadonlyMap<unknown, string> = new Map([
  [
    'state-invalid',
    'You began more than ten minutes ago, or were here before. Begin again where you connect your music.',
  ],
  [
    'other-browser',
    'You began in another browser, or this one keeps no cookies. Begin again where you connect your music, and stay in one browser.',
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
export function connectedPage(reason: unknown): { heading: string; body: string } {
  const [heading, text] =
    reason === null
      ? ['Your music is connected', 'From now on, your entries know what was on.']
      : ['Your music is not connected', REASONS.get(reason) ?? 'Begin again where you connect your music.'];
  return { heading, body: `<p>${text}</p>\n<p>You may close this page.</p>` };
}
