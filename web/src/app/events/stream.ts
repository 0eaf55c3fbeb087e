import { MeadowError, type MeadowEvent, streamEvents } from '@meadow/client';
import { api } from '../api.ts';
import { reconnectDelay } from './events.rules.ts';

type Open = typeof streamEvents;

export type StreamOptions = {
  signal: AbortSignal;
  /** Continues after the event with this id. */
  lastEventId: string | undefined;
};

/**
 * Follows the events of the server until the signal aborts. Connects again after each loss and each refusal: a sign-in after the end of
 * a session, or a free place on the server, lets it in.
 */
export async function followStream(
  report: (event: MeadowEvent) => void,
  { signal, lastEventId }: StreamOptions,
  open: Open = streamEvents,
): Promise<void> {
  let last = lastEventId;
  for (let refusals = 0; !signal.aborted; refusals += 1) {
    const onOpen = () => {
      refusals = 0;
    };
    const options = { signal, reconnectMs: reconnectDelay, onOpen, ...(last !== undefined && { lastEventId: last }) };
    try {
      for await (const received of open(api, options)) {
        last = received.id;
        report(received);
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
