import { declareErrors } from '#platform/errors.ts';

/** Errors of the music service. No message contains what was sent or received. */
export const musicErrors = declareErrors({
  notConfigured: {
    status: 500,
    code: 'music.not-configured',
    message: 'This server has no music service. Ask its operator to set MUSIC_CLIENT_ID.',
  },
  unavailable: {
    status: 502,
    code: 'music.unavailable',
    message: 'The music service is not available. Try again in a minute.',
  },
  refused: {
    status: 502,
    code: 'music.refused',
    message: 'The music service rejected the request. Ask the operator of this server to check MUSIC_CLIENT_ID.',
  },
  badResponse: {
    status: 502,
    code: 'music.bad-response',
    message: 'The response of the music service is not usable. Try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'music.timeout',
    message: 'The music service did not respond in time. Try again in a minute.',
  },
  rateLimited: {
    status: 503,
    code: 'music.rate-limited',
    message:
      'The music service limits the requests of this server. Try again after the time in the header Retry-After.',
  },
  paused: {
    status: 503,
    code: 'music.paused',
    message: 'The music service failed several times in a row. Try again after the time in the header Retry-After.',
  },
});
