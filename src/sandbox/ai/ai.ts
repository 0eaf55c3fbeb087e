import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Value } from 'typebox/value';
import { type SandboxAiBehaviour, SandboxAiBehaviourSchema } from './behaviour.ts';
import type { Sandbox, SandboxAiRequest } from './call.ts';
import { completeChat } from './chat.ts';
import { generateImages } from './images.ts';
import { protocolError, sendResponse } from './protocol.ts';
import { createToneAnalyst } from './tone.ts';

/**
 * A running sandbox. `url` is the base address for a client and ends in `/v1`. `requests` holds the last 1000 calls, oldest
 * first. `close` cuts the connections that are still open.
 */
export type SandboxAi = {
  url: string;
  requests: readonly SandboxAiRequest[];
  behave(behaviour: SandboxAiBehaviour): void;
  close(): Promise<void>;
};

const largestBody = 5_000_000;

/**
 * Starts an HTTP server that speaks OpenAI's chat completions and image generations. It accepts any bearer key and responds
 * from a small English vocabulary and generated paintings instead of models. Port 0 (default) is a free port. `behave` or
 * `POST /sandbox/behaviour` make it fail. It has no access control: use it for tests and trials only. Rejects if the port is
 * in use.
 */
export async function startSandboxAi({ port = 0, host = '127.0.0.1' } = {}): Promise<SandboxAi> {
  const sandbox: Sandbox = {
    behaviour: { mode: 'normal' },
    requests: [],
    responded: 0,
    analyseTone: createToneAnalyst(),
  };
  const server = createServer((request, response) => {
    handle(sandbox, request, response).catch((error: unknown) => {
      // Usually the client has closed the connection. Otherwise this is a bug of the sandbox.
      if (!response.headersSent && response.writable) {
        sendResponse(response, 500, protocolError(`The sandbox failed: ${String(error)}`, 'sandbox'));
      } else {
        response.destroy();
      }
    });
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: takenPort } = server.address() as AddressInfo;

  let closing: Promise<void> | undefined;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${takenPort}/v1`,
    requests: sandbox.requests,
    behave: (behaviour) => {
      sandbox.behaviour = behaviour;
    },
    close: () => {
      closing ??= closeNow(server);
      return closing;
    },
  };
}

async function closeNow(server: Server): Promise<void> {
  const closed = once(server, 'close');
  server.close();
  server.closeAllConnections();
  await closed;
}

async function handle(sandbox: Sandbox, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = (request.url ?? '').split('?')[0];
  const body = await readBody(request);
  if (body === undefined) {
    sendResponse(response, 413, protocolError('The body is larger than 5 MB.', 'invalid_request_error'));
  } else if (request.method === 'POST' && path === '/v1/chat/completions') {
    await completeChat(sandbox, request, response, body);
  } else if (request.method === 'POST' && path === '/v1/images/generations') {
    await generateImages(sandbox, request, response, body);
  } else if (request.method === 'POST' && path === '/sandbox/behaviour') {
    changeBehaviour(sandbox, response, body);
  } else if (request.method === 'GET' && path === '/') {
    sendResponse(response, 200, describe(sandbox), 'text/plain; charset=utf-8');
  } else {
    sendResponse(
      response,
      404,
      protocolError('There is nothing here. GET / says what there is.', 'invalid_request_error'),
    );
  }
}

function changeBehaviour(sandbox: Sandbox, response: ServerResponse, body: string): void {
  let wanted: unknown;
  try {
    wanted = JSON.parse(body);
  } catch {
    wanted = undefined;
  }
  if (!Value.Check(SandboxAiBehaviourSchema, wanted)) {
    sendResponse(response, 400, protocolError('This is no behaviour. GET / lists them.', 'invalid_request_error'));
    return;
  }
  sandbox.behaviour = wanted;
  sendResponse(response, 200, JSON.stringify(wanted));
}

function describe(sandbox: Sandbox): string {
  return `The AI sandbox. It stands in for an AI provider, so that nothing leaves this machine and no key is needed.

POST /v1/chat/completions   as at OpenAI, with response_format json_schema and any bearer key.
                            The schema named tone_analysis gets the tone of an English text by its words,
                            note_analysis a summary of notes, daily_drop a few encouraging words, and any other
                            schema the smallest value that fits.
POST /v1/images/generations as at OpenAI, with response_format b64_json and size 1024x1024: an abstract picture
                            in the colours of the tone that the prompt shows. The same prompt gives the same picture.
POST /sandbox/behaviour     how to treat calls from now on. One of:
  {"mode":"normal"}
  {"mode":"refuse-with","status":429,"retryAfterSeconds":5}
  {"mode":"refuse-about","words":"sad","status":400}
  {"mode":"redirect","location":"http://127.0.0.1:1/"}
  {"mode":"hang"}
  {"mode":"slow","delayMs":2000}
  {"mode":"stall"}
  {"mode":"reset"}
  {"mode":"garbage"}
  {"mode":"huge"}
  {"mode":"answer-with","value":{"primaryTone":"joyful"}}
  {"mode":"answer-with-text","text":"no JSON at all"}

Now: ${JSON.stringify(sandbox.behaviour)}. Calls so far: ${sandbox.responded}.
`;
}

/** The whole body as text, or undefined when it is too large. */
async function readBody(request: IncomingMessage): Promise<string | undefined> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length <= largestBody) {
      chunks.push(chunk);
    }
  }
  return length <= largestBody ? Buffer.concat(chunks).toString('utf8') : undefined;
}
