import type { ServerResponse } from 'node:http';
import { type Static, Type } from 'typebox';
import { Value } from 'typebox/value';

/** The part of OpenAI's chat completion request that the sandbox understands; further keys are let through unread. */
export type ChatCompletionRequest = Static<typeof ChatCompletionRequestSchema>;

const ChatCompletionRequestSchema = Type.Object({
  model: Type.String({ minLength: 1 }),
  messages: Type.Array(Type.Object({ role: Type.String(), content: Type.Unknown() }), { minItems: 1 }),
  response_format: Type.Optional(
    Type.Object({
      type: Type.Literal('json_schema'),
      json_schema: Type.Object({ name: Type.String(), schema: Type.Unknown() }),
    }),
  ),
});

/** The part of OpenAI's image generation request that the sandbox understands; every picture is 1024 by 1024. */
export type ImageGenerationRequest = Static<typeof ImageGenerationRequestSchema>;

const ImageGenerationRequestSchema = Type.Object({
  model: Type.String({ minLength: 1 }),
  prompt: Type.String({ minLength: 1, maxLength: 4000 }),
  n: Type.Optional(Type.Literal(1)),
  size: Type.Optional(Type.Literal('1024x1024')),
  quality: Type.Optional(Type.Enum(['standard', 'hd'])),
  response_format: Type.Literal('b64_json'),
});

/** Reads the body of a call, or gives undefined when it is not such a request. */
export function readChatCompletionRequest(body: string): ChatCompletionRequest | undefined {
  const value = jsonIn(body);
  return Value.Check(ChatCompletionRequestSchema, value) ? value : undefined;
}

/** Reads the body of a call, or gives undefined when it is not such a request. */
export function readImageGenerationRequest(body: string): ImageGenerationRequest | undefined {
  const value = jsonIn(body);
  return Value.Check(ImageGenerationRequestSchema, value) ? value : undefined;
}

function jsonIn(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

/** The texts of all messages of a role, one after the other. A message may be a string or a list of parts. */
export function textsOf(request: ChatCompletionRequest, role: 'system' | 'user'): string {
  return request.messages
    .filter((message) => message.role === role)
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n');
}

/** A chat completion in which the model says `content`. Tokens are counted as a fourth of the characters. */
export function chatCompletion(request: ChatCompletionRequest, number: number, content: string): string {
  const promptTokens = tokensIn(textsOf(request, 'system')) + tokensIn(textsOf(request, 'user'));
  const completionTokens = tokensIn(content);
  return JSON.stringify({
    id: `chatcmpl-sandbox-${number}`,
    object: 'chat.completion',
    // A fixed moment: the sandbox returns the same response to the same request.
    created: 0,
    model: request.model,
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content } }],
    usage: {
      prompt_tokens: promptTokens,
      completion_tokens: completionTokens,
      total_tokens: promptTokens + completionTokens,
    },
  });
}

/** A response with one picture, described by `picture`: mostly its bytes in base64, as `b64_json`. */
export function imageGeneration(picture: unknown): string {
  return JSON.stringify({ created: 0, data: [picture] });
}

/** An error as OpenAI words it. */
export function protocolError(message: string, type: string): string {
  return JSON.stringify({ error: { message, type, param: null, code: null } });
}

/** Sends a whole response at once. */
export function sendResponse(response: ServerResponse, status: number, body: string, type = 'application/json'): void {
  response.writeHead(status, { 'content-type': type, 'content-length': Buffer.byteLength(body) }).end(body);
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}
