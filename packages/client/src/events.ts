import type { components } from './api.generated.ts';
import type { Meadow } from './client.ts';
import { readJson } from './error.ts';
import { sleepFor } from './retry.ts';

export type MeadowEvent = { id: string; notification: components['schemas']['Notification'] };

export type EventOptions = {
  signal?: AbortSignal;
  /** Continues after the event with this id. */
  lastEventId?: string;
  /** The wait before a new connection, also by the number of failures since the last one was open. Default 1000. */
  reconnectMs?: number | ((failures: number) => number);
  /** Called each time that the stream is open. */
  onOpen?: () => void;
};

/**
 * New notifications as they happen. Reconnects after the last event when the connection or the access token ends. An event can
 * arrive twice, with the same id. Ends with the signal.
 */
export async function* streamEvents(
  meadow: Meadow,
  { signal, lastEventId, reconnectMs = 1000, onOpen }: EventOptions = {},
): AsyncGenerator<MeadowEvent, void, undefined> {
  let last = lastEventId;
  let failures = 0;
  const delay = () => (typeof reconnectMs === 'number' ? reconnectMs : reconnectMs(failures));
  const opened = () => {
    failures = 0;
    onOpen?.();
  };
  while (!signal?.aborted) {
    try {
      for await (const event of connect(meadow, opened, last, signal)) {
        last = event.id;
        yield event;
      }
      await sleepFor(delay(), signal);
    } catch (error) {
      if (signal?.aborted) return;
      // A lost connection. Error responses are for the caller: `send` has repeated what can succeed later.
      if (!(error instanceof TypeError)) throw error;
      await sleepFor(delay(), signal).catch(() => undefined);
      failures += 1;
    }
  }
}

async function* connect(
  meadow: Meadow,
  onOpen: () => void,
  lastEventId?: string,
  signal?: AbortSignal,
): AsyncGenerator<MeadowEvent> {
  const request = new Request(new URL('/api/events', meadow.baseUrl), {
    headers: { accept: 'text/event-stream', ...(lastEventId !== undefined && { 'last-event-id': lastEventId }) },
    ...(signal !== undefined && { signal }),
  });
  const response = await meadow.send(request);
  if (!response.ok || response.body === null) return void (await readJson(response));
  onOpen();
  let text = '';
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const blocks = (text + part.value).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        const event = parseEvent(block);
        if (event !== null) yield event;
      }
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

/** Null for comments, which keep the connection open. */
function parseEvent(block: string): MeadowEvent | null {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
  if (fields.id === undefined || fields.data === undefined) return null;
  return { id: fields.id, notification: JSON.parse(fields.data).notification };
}
