import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhen,
  isBrokenCircuitError,
} from 'cockatiel';
import { composeMail } from './mail.compose.ts';
import { isOutage, type MailFailure, MailFailureError, outcomeOf } from './mail.failure.ts';
import { deliver } from './mail.smtp.session.ts';
import type { Mail, MailConfiguration, MailServer } from './mail.ts';

/** With what comes before and after, a call is over within five seconds. */
const TIME_LIMIT_MILLISECONDS = 4_500;

/** Sends mails to a server by SMTP, each over a connection of its own, once. */
export function createSmtpMail(configuration: MailConfiguration & { smtp: MailServer }): Mail {
  const { smtp, from, timeLimitMs = TIME_LIMIT_MILLISECONDS, onFailure } = configuration;
  const { failuresBeforePause = 5, pauseMs = 30_000 } = configuration;
  const breaker = circuitBreaker(handleWhen(isOutage), {
    breaker: new ConsecutiveBreaker(failuresBeforePause),
    halfOpenAfter: pauseMs,
  });

  return {
    send: async (mail) => {
      const { source, messageId } = await composeMail(from, mail);
      try {
        // The breaker would let others wait for the call that tries whether the server is back; they fail at once instead.
        if (breaker.state === CircuitState.HalfOpen) throw new BrokenCircuitError();
        await breaker.execute(() => deliver(smtp, { from: from.address, to: mail.to, source }, timeLimitMs));
        return { outcome: 'sent', id: messageId };
      } catch (error) {
        const failure = failureOf(error);
        onFailure?.(failure);
        return outcomeOf(failure);
      }
    },
    readSource: async () => null,
  };
}

function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailureError) return error.failure;
  if (isBrokenCircuitError(error)) return { reason: 'paused' };
  throw error;
}
