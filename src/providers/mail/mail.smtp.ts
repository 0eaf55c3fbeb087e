import { watchCall } from '#platform/outbound/call-watch.ts';
import { createCircuitBreaker, PausedError } from '#platform/outbound/circuit-breaker.ts';
import { composeMail } from './mail.compose.ts';
import { isOutage, MailFailureError, outcomeOf } from './mail.failure.ts';
import { deliver } from './mail.smtp.session.ts';
import type { Mail, MailConfiguration, MailFailure, MailServer } from './mail.ts';

/** Leaves time to compose the email, so that a call ends within five seconds. */
const TIMEOUT_MS = 4_500;

/** Sends each email once, over a new SMTP connection. */
export function createSmtpMail(configuration: MailConfiguration & { smtp: MailServer }): Mail {
  const { smtp, from, timeoutMs = TIMEOUT_MS, onFailure, watch } = configuration;
  const { failuresBeforePause, pauseMs } = configuration;
  const breaker = createCircuitBreaker({ isOutage, failuresBeforePause, pauseMs });

  return {
    delivery: 'sent',
    send: async (mail) => {
      const { source, messageId } = await composeMail(from, mail);
      try {
        const envelope = { from: from.address, to: mail.to, source };
        await breaker.attempt(() => watchCall(watch, smtp.host, () => deliver(smtp, envelope, timeoutMs)));
        return { outcome: 'sent', id: messageId };
      } catch (error) {
        const failure = failureOf(error);
        onFailure?.(failure);
        return outcomeOf(failure);
      }
    },
    readSource: async () => null,
    deleteSourcesBefore: async () => 0,
    deleteSource: async () => undefined,
    circuitStates: () => [{ name: 'server', ...breaker.standing() }],
  };
}

function failureOf(error: unknown): MailFailure {
  if (error instanceof MailFailureError) return error.failure;
  if (error instanceof PausedError) return { reason: 'paused' };
  throw error;
}
