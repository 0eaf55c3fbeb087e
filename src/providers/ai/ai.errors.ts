import { declareErrors } from '#platform/errors.ts';

/** Errors of AI calls. No message contains what was sent or received. */
export const aiErrors = declareErrors({
  notConfigured: {
    status: 500,
    code: 'ai.not-configured',
    message: 'This server has no AI provider. Ask its operator to set AI_API_KEY.',
  },
  unavailable: {
    status: 502,
    code: 'ai.unavailable',
    message: 'The AI provider is not available. Try again in a minute.',
  },
  timeout: {
    status: 503,
    code: 'ai.timeout',
    message: 'The AI provider did not respond in time. Try again. If that fails, send a shorter text.',
  },
  badResponse: {
    status: 502,
    code: 'ai.bad-response',
    message: 'The response of the AI provider is not usable. Try again. If that fails, change the text.',
  },
});
