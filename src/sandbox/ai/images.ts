import type { IncomingMessage, ServerResponse } from 'node:http';
import { handleCall, keyOf, type Sandbox } from './call.ts';
import { paintPicture } from './painting.ts';
import { imageGeneration, protocolError, readImageGenerationRequest, sendResponse } from './protocol.ts';

/** Responds to one call of `POST /v1/images/generations` in the way that the sandbox behaves at the moment. */
export async function generateImages(
  sandbox: Sandbox,
  request: IncomingMessage,
  response: ServerResponse,
  body: string,
): Promise<void> {
  const key = keyOf(request, response);
  if (key === undefined) {
    return;
  }
  const wanted = readImageGenerationRequest(body);
  if (wanted === undefined) {
    sendResponse(response, 400, protocolError('The body is not an image generation request.', 'invalid_request_error'));
    return;
  }
  const { model, prompt, size, quality } = wanted;
  const asked = {
    model,
    schemaName: undefined,
    instructions: '',
    text: prompt,
    picture: { size, quality },
    hugeBytesSent: 0,
  };
  const show = (bytes: Uint8Array) => imageGeneration({ b64_json: Buffer.from(bytes).toString('base64') });
  await handleCall(sandbox, { request, response, body, key }, asked, {
    normal: async () => show(await paintPicture(prompt, sandbox.analyseTone(prompt).primaryTone)),
    withValue: imageGeneration,
    withText: (text) => show(Buffer.from(text)),
  });
}
