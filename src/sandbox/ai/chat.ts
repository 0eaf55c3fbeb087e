import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleCall, keyOf, type Sandbox } from './call.ts';
import { smallestInstanceOf } from './instance.ts';
import { summariseNotes, writeDrop } from './notes.ts';
import {
  type ChatCompletionRequest,
  chatCompletion,
  protocolError,
  readChatCompletionRequest,
  sendResponse,
  textsOf,
} from './protocol.ts';

/** Responds to one call of `POST /v1/chat/completions` in the way that the sandbox behaves at the moment. */
export async function completeChat(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const key = keyOf(request, response);
  if (key === undefined) {
    return;
  }
  const chat = readChatCompletionRequest(body);
  if (chat === undefined) {
    sendResponse(response, 400, protocolError('The body is not a chat completion request.', 'invalid_request_error'));
    return;
  }
  const asked = {
    model: chat.model,
    schemaName: chat.response_format?.json_schema.name,
    instructions: textsOf(chat, 'system'),
    text: textsOf(chat, 'user'),
    picture: null,
    hugeBytesSent: 0,
  };
  const say = (content: string) => chatCompletion(chat, sandbox.responded, content);
  await handleCall(sandbox, { request, response, body, key }, asked, {
    normal: async () => say(responseTo(sandbox, chat)),
    withValue: (value) => say(JSON.stringify(value)),
    withText: say,
  });
}

function responseTo(sandbox: Sandbox, chat: ChatCompletionRequest): string {
  const asked = chat.response_format?.json_schema;
  if (asked === undefined) {
    return 'This is the sandbox. Ask it with a JSON schema.';
  }
  const text = textsOf(chat, 'user');
  return JSON.stringify(sensibleResponses[asked.name]?.(text, sandbox.analyseTone) ?? smallestInstanceOf(asked.schema));
}

/** The responses that make sense, by the name of its schema. */
const sensibleResponses: Readonly<Record<string, (text: string, analyseTone: Sandbox['analyseTone']) => object>> = {
  tone_analysis: (text, analyseTone) => analyseTone(text),
  note_analysis: summariseNotes,
  daily_drop: writeDrop,
};
