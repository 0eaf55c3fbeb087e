import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxMusicBehaviour } from './behaviour.ts';

const MAX_BODY_BYTES = 100_000;
const HUGE_CHUNKS = 50;
const HUGE_CHUNK = 'x'.repeat(1_000_000);

/** Whether the call has been treated badly, as was asked for. */
export function misbehave(behaviour: SandboxMusicBehaviour, sent: string, response: ServerResponse): boolean {
  switch (behaviour.mode) {
    case 'normal':
    case 'slow':
      return false;
    case 'refuse-with': {
      const { status, retryAfter } = behaviour;
      if (retryAfter !== undefined) response.setHeader('retry-after', retryAfter);
      sendJson(response, status, { error: { status, message: `Refused, with ${sent}.` } });
      return true;
    }
    case 'redirect':
      response.writeHead(307, { location: behaviour.location }).end();
      return true;
    case 'hang':
      return true;
    case 'stall':
      response.writeHead(200, { 'content-type': JSON_TYPE }).write('{"items":[');
      return true;
    case 'reset':
      response.socket?.resetAndDestroy();
      return true;
    case 'garbage':
      send(response, 200, HTML, '<html>At your service</html>');
      return true;
    case 'huge':
      response.writeHead(200, { 'content-type': JSON_TYPE }).write('{"items":"');
      for (let chunk = 0; chunk < HUGE_CHUNKS; chunk += 1) response.write(HUGE_CHUNK);
      response.end('"}');
      return true;
    case 'answer-with':
      sendJson(response, 200, behaviour.value);
      return true;
  }
}

export const HTML = 'text/html; charset=utf-8';
const JSON_TYPE = 'application/json';

export function send(response: ServerResponse, status: number, type: string, text: string): void {
  response
    .writeHead(status, {
      'content-type': type,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
    .end(text);
}

export function sendJson(response: ServerResponse, status: number, value: unknown): void {
  send(response, status, JSON_TYPE, JSON.stringify(value));
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(303, { location, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }).end();
}

export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The whole body as text, or null where it is too large. */
export async function bodyOf(request: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return length <= MAX_BODY_BYTES ? Buffer.concat(chunks).toString('utf8') : null;
}
