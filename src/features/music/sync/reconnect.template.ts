/** Tells a user that the music service revoked the consent. */
export const RECONNECT_NOTIFICATION = {
  kind: 'music_reconnect' as const,
  title: 'Connect your music again',
  body: 'The music service revoked your consent, so your plays are no longer synced.',
  data: {},
};
