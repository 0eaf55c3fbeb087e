import { declareErrors } from '../../platform/errors.ts';

/** Everything that can go wrong with the AI provider, as a client sees it. No message holds anything that was sent or received. */
export const aiErrors = declareErrors({
  notConfigured: {
    status: 500,
    code: 'ai.not-configured',
    message: 'This server has no AI provider. Ask its operator to set AI_API_KEY.',
  },
  unavailable: {
    status: 502,
    code: 'ai.unavailable',
    message: 'The AI provider can not be used at the moment. Try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'ai.timeout',
    message: 'The AI provider took too long to answer. Try again, and with a shorter text if that does not help.',
  },
  badAnswer: {
    status: 502,
    code: 'ai.bad-answer',
    message:
      'The AI provider gave an answer that can not be used. Try again, and change the text if that does not help.',
  },
});
