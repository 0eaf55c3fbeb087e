import { declareErrors } from '../../platform/errors.ts';

/** Everything that can go wrong with the music service, as a client sees it. No message holds what was sent or received. */
export const musicErrors = declareErrors({
  notConfigured: {
    status: 500,
    code: 'music.not-configured',
    message: 'This server knows no music service. Ask its operator to set MUSIC_CLIENT_ID.',
  },
  unavailable: {
    status: 502,
    code: 'music.unavailable',
    message: 'The music service cannot be used at the moment. Try again in a minute.',
  },
  refused: {
    status: 502,
    code: 'music.refused',
    message:
      'The music service refused the request. Ask the operator of this server to check what it is registered with.',
  },
  badAnswer: {
    status: 502,
    code: 'music.bad-answer',
    message: 'The music service gave an answer that cannot be used. Try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'music.timeout',
    message: 'The music service took too long to answer. Try again in a minute.',
  },
  rateLimited: {
    status: 503,
    code: 'music.rate-limited',
    message: 'The music service asks this server to slow down. The header Retry-After says when to go on.',
  },
  paused: {
    status: 503,
    code: 'music.paused',
    message:
      'The music service has failed several times in a row and is left alone for a moment. Try again after that.',
  },
});
