import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { SandboxAiBehaviour } from './ai.sandbox.behaviour.ts';
import { smallestInstanceOf } from './ai.sandbox.instance.ts';
import {
  type ChatCompletionRequest,
  chatCompletion,
  protocolError,
  readChatCompletionRequest,
  sendAnswer,
  textsOf,
} from './ai.sandbox.protocol.ts';
import type { ToneAnalysis } from './ai.sandbox.tone.ts';

/** One call that the sandbox received. `hugeBytesSent` is how much of a `huge` answer the caller took before it left. */
export type SandboxAiRequest = {
  model: string;
  schemaName: string | undefined;
  instructions: string;
  text: string;
  hugeBytesSent: number;
};

/** What a sandbox is at the moment, and how it judges a text. `answered` counts the calls since it started. */
export type Sandbox = {
  behaviour: SandboxAiBehaviour;
  requests: SandboxAiRequest[];
  answered: number;
  analyseTone: (text: string) => ToneAnalysis;
};

const rememberedRequests = 1000;
const hugeAnswerBytes = 10_000_000;

/** Answers one call of `POST /v1/chat/completions` in the way that the sandbox behaves at the moment. */
export async function completeChat(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const key = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1];
  if (key === undefined) {
    sendAnswer(
      response,
      401,
      protocolError('Send a key as "Authorization: Bearer <any key>".', 'invalid_request_error'),
    );
    return;
  }
  const chat = readChatCompletionRequest(body);
  if (chat === undefined) {
    sendAnswer(response, 400, protocolError('The body is not a chat completion request.', 'invalid_request_error'));
    return;
  }
  const remembered = remember(sandbox, chat);
  const { behaviour } = sandbox;
  sandbox.answered += 1;
  const say = (content: string) => sendAnswer(response, 200, chatCompletion(chat, sandbox.answered, content));
  switch (behaviour.mode) {
    case 'normal':
      say(answerTo(sandbox, chat));
      break;
    case 'refuse-with':
      if (behaviour.retryAfterSeconds !== undefined) {
        response.setHeader('retry-after', behaviour.retryAfterSeconds);
      }
      sendAnswer(response, behaviour.status, protocolError(`Refused. Your key: ${key}. You sent: ${body}`, 'sandbox'));
      break;
    case 'redirect':
      response.writeHead(307, { location: behaviour.location }).end();
      break;
    case 'hang':
      break;
    case 'slow': {
      const timer = setTimeout(() => say(answerTo(sandbox, chat)), behaviour.delayMs);
      response.once('close', () => clearTimeout(timer));
      break;
    }
    case 'stall':
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(chatCompletion(chat, sandbox.answered, answerTo(sandbox, chat)).slice(0, 100));
      break;
    case 'reset':
      request.socket.resetAndDestroy();
      break;
    case 'garbage':
      sendAnswer(response, 200, `<html><body>It works! ${body}</body></html>`, 'text/html; charset=utf-8');
      break;
    case 'huge':
      await sendHugeAnswer(response, remembered);
      break;
    case 'answer-with':
      say(JSON.stringify(behaviour.value));
      break;
    case 'answer-with-text':
      say(behaviour.text);
      break;
  }
}

function answerTo(sandbox: Sandbox, chat: ChatCompletionRequest): string {
  const asked = chat.response_format?.json_schema;
  if (asked === undefined) {
    return 'This is the sandbox. Ask it with a JSON schema.';
  }
  return JSON.stringify(
    asked.name === 'tone_analysis' ? sandbox.analyseTone(textsOf(chat, 'user')) : smallestInstanceOf(asked.schema),
  );
}

function remember(sandbox: Sandbox, chat: ChatCompletionRequest): SandboxAiRequest {
  const remembered: SandboxAiRequest = {
    model: chat.model,
    schemaName: chat.response_format?.json_schema.name,
    instructions: textsOf(chat, 'system'),
    text: textsOf(chat, 'user'),
    hugeBytesSent: 0,
  };
  sandbox.requests.push(remembered);
  if (sandbox.requests.length > rememberedRequests) {
    sandbox.requests.shift();
  }
  return remembered;
}

async function sendHugeAnswer(response: ServerResponse, remembered: SandboxAiRequest): Promise<void> {
  const chunk = Buffer.alloc(64 * 1024, ' ');
  const gone = new AbortController();
  response.once('close', () => gone.abort());
  response.writeHead(200, { 'content-type': 'application/json' });
  while (remembered.hugeBytesSent < hugeAnswerBytes) {
    remembered.hugeBytesSent += chunk.length;
    if (!response.write(chunk)) {
      await once(response, 'drain', { signal: gone.signal });
    }
  }
  response.end('{}');
}
