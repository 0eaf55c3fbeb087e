import { type components, MeadowError, streamEvents } from '@meadow/client';
import { api } from '../api.ts';
import { reconnectDelay } from './events.rules.ts';

export type Notification = components['schemas']['Notification'];

/** What the connection reports: each notification, and each time that it is open (again). */
export type StreamMessage = { kind: 'notification'; notification: Notification } | { kind: 'open' };

type Open = typeof streamEvents;

/**
 * Follows the events of the server until the signal aborts. Connects again after each loss and each refusal: a sign-in after the end of
 * a session, or a free place on the server, lets it in.
 */
export async function followStream(
  report: (message: StreamMessage) => void,
  signal: AbortSignal,
  open: Open = streamEvents,
): Promise<void> {
  for (let refusals = 0; !signal.aborted; refusals += 1) {
    const onOpen = () => {
      refusals = 0;
      report({ kind: 'open' });
    };
    try {
      for await (const { notification } of open(api, { signal, reconnectMs: reconnectDelay, onOpen })) {
        report({ kind: 'notification', notification });
      }
    } catch (error) {
      if (!(error instanceof MeadowError)) throw error;
      await sleep(reconnectDelay(refusals), signal);
    }
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
