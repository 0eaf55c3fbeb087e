import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { Compile } from 'typebox/compile';
import { expect, onTestFinished } from 'vitest';
import { StreamEvents } from './stream.schema.ts';

const shape = Compile(StreamEvents);

export type ReceivedEvent = {
  id: string | undefined;
  event: string;
  // biome-ignore lint/suspicious/noExplicitAny: every event is held against its declared shape; a test reads what it needs
  data: any;
};

/** A client of `GET /api/events` over TCP. */
export type TestStream = {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text(): string;
  /** All received events, in their order. */
  events(): ReceivedEvent[];
  /** The last id, as `EventSource` sends it when it reconnects. */
  lastId(): string | undefined;
  heartbeats(): number;
  /** Resolves when the response ends. */
  ended: Promise<unknown>;
  disconnect(): void;
};

export type StreamRequest = { token?: string; headers?: Record<string, string>; query?: string };

/** Opens a stream. Each event that arrives is held against its declared shape. */
export async function openTestStream(
  port: number,
  { token, headers = {}, query }: StreamRequest = {},
): Promise<TestStream> {
  const input = request({
    host: '127.0.0.1',
    port,
    path: query === undefined ? '/api/events' : `/api/events?${query}`,
    headers: { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...headers },
    agent: false,
  });
  onTestFinished(() => {
    input.destroy();
  });
  input.end();
  const [response] = (await once(input, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const ended = new Promise((resolve) => response.on('error', () => undefined).once('close', resolve));
  const fields = () => text.split('\n\n').slice(0, -1).map(parseBlock);
  return {
    status: response.statusCode,
    headers: response.headers,
    text: () => text,
    events: () => fields().flatMap(({ id, event, data }) => (event === undefined ? [] : [toEvent(id, event, data)])),
    lastId: () => fields().findLast(({ id }) => id !== undefined)?.id,
    heartbeats: () => fields().filter((block) => block[''] === 'alive').length,
    ended,
    disconnect: () => input.destroy(),
  };
}

function parseBlock(block: string): Record<string, string | undefined> {
  return Object.fromEntries(block.split('\n').map((line) => line.split(/: ?(.*)/s)));
}

function toEvent(id: string | undefined, event: string, text = ''): ReceivedEvent {
  const data = JSON.parse(text);
  expect(shape.Check(data), `an event of another shape: ${text}`).toBe(true);
  expect(data.kind).toBe(event);
  return { id, event, data };
}
