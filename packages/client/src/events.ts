import type { components } from './api.generated.ts';
import type { Meadow } from './client.ts';
import { readJson } from './error.ts';
import { sleepFor } from './retry.ts';

/** `id` is that of the event before, if the event has none: a stream continues after it. */
export type MeadowEvent = { id: string; event: components['schemas']['StreamEvent'] };

/** A heartbeat has no event. */
type Block = { id: string | undefined; event: MeadowEvent['event'] | null };

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
 * Events as they happen, each once. Reconnects after the last event when the connection or the access token ends. After `ready` and
 * `reset`, load what you show: what happened before is not sent. Ends with the signal.
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
      for await (const { id, event } of connect(meadow, opened, last, signal)) {
        last = id ?? last;
        if (event !== null) yield { id: last ?? '', event };
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
): AsyncGenerator<Block> {
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
      for (const block of blocks) yield parseBlock(block);
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): Block {
  const fields = Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s) as [string, string]));
  return { id: fields.id, event: fields.data === undefined ? null : JSON.parse(fields.data) };
}
