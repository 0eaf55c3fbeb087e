import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxAiBehaviour } from './behaviour.ts';
import { protocolError, sendResponse } from './protocol.ts';
import type { ToneAnalysis } from './tone.ts';

/**
 * One call that the sandbox received. `text` is what it was about: for a picture, the prompt. `picture` is how a picture was
 * wanted, null where it was none. `hugeBytesSent` is how much of a `huge` response the caller took before it left.
 */
export type SandboxAiRequest = {
  model: string;
  schemaName: string | undefined;
  instructions: string;
  text: string;
  picture: { size: string | undefined; quality: string | undefined } | null;
  hugeBytesSent: number;
};

/** What a sandbox is at the moment, and how it judges a text. `responded` counts the calls since it started. */
export type Sandbox = {
  behaviour: SandboxAiBehaviour;
  requests: SandboxAiRequest[];
  responded: number;
  analyseTone: (text: string) => ToneAnalysis;
};

/** What a good response to a call is, and how a response that a test has chosen is built. */
export type GoodResponses = {
  normal(): Promise<string>;
  withValue(value: unknown): string;
  withText(text: string): string;
};

const rememberedRequests = 1000;
/** Larger than any limit of a client plus the buffers between. */
const hugeResponseBytes = 40_000_000;

/** Responds to a call that could be read, in the way that the sandbox behaves at the moment. */
export async function handleCall(
  sandbox: Sandbox,
  exchange: { request: IncomingMessage; response: ServerResponse; body: string; key: string },
  asked: SandboxAiRequest,
  responses: GoodResponses,
): Promise<void> {
  remember(sandbox, asked);
  sandbox.responded += 1;
  const { behaviour } = sandbox;
  const { request, response, body, key } = exchange;
  const refuse = (status: number) =>
    sendResponse(response, status, protocolError(`Refused. Your key: ${key}. You sent: ${body}`, 'sandbox'));
  switch (behaviour.mode) {
    case 'normal':
      sendResponse(response, 200, await responses.normal());
      break;
    case 'refuse-with':
      if (behaviour.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', behaviour.retryAfterSeconds);
      }
      refuse(behaviour.status);
      break;
    case 'refuse-about':
      if (asked.text.includes(behaviour.words)) {
        refuse(behaviour.status);
      } else {
        sendResponse(response, 200, await responses.normal());
      }
      break;
    case 'redirect':
      response.writeHead(307, { location: behaviour.location }).end();
      break;
    case 'hang':
      break;
    case 'slow': {
      const reply = await responses.normal();
      const timer = setTimeout(() => sendResponse(response, 200, reply), behaviour.delayMs);
      response.once('close', () => clearTimeout(timer));
      break;
    }
    case 'stall': {
      const reply = await responses.normal();
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(reply.slice(0, 100));
      break;
    }
    case 'reset':
      request.socket.resetAndDestroy();
      break;
    case 'garbage':
      sendResponse(response, 200, `<html><body>It works! ${body}</body></html>`, 'text/html; charset=utf-8');
      break;
    case 'huge':
      await sendHugeResponse(response, asked);
      break;
    case 'answer-with':
      sendResponse(response, 200, responses.withValue(behaviour.value));
      break;
    case 'answer-with-text':
      sendResponse(response, 200, responses.withText(behaviour.text));
      break;
  }
}

/** The key that a call carries; without one it has been refused already. */
export function keyOf(request: IncomingMessage, response: ServerResponse): string | undefined {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) {
    sendResponse(
      response,
      401,
      protocolError('Send a key as "Authorization: Bearer <any key>".', 'invalid_request_error'),
    );
  }
  return key;
}

function remember(sandbox: Sandbox, asked: SandboxAiRequest): void {
  sandbox.requests.push(asked);
  if (sandbox.requests.length > rememberedRequests) {
    sandbox.requests.shift();
  }
}

async function sendHugeResponse(response: ServerResponse, remembered: SandboxAiRequest): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'application/json' });
  while (remembered.hugeBytesSent < hugeResponseBytes) {
    remembered.hugeBytesSent += chunk.length;
    if (!response.write(chunk)) {
      await once(response, 'drain', { signal: gone.signal });
    }
  }
  response.end('{}');
}
