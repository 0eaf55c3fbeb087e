import { generateImage, type ImageModel } from 'ai';
import { AppError } from '#platform/errors.ts';
import type { ImageForm, Images } from '#platform/images/images.ts';
import { AiFailureError, BilledError } from './ai.failure.ts';
import type { AiImageRequest } from './ai.ts';

const PICTURE: ImageForm = { width: 1024, height: 1024, fit: 'cover', format: 'png' };

/** Calls an image model once and encodes the image again. Rejects with errors of the SDK or with `AiFailureError`. */
export async function generatePicture(
  model: ImageModel,
  modelName: string,
  images: Pick<Images, 'prepare'>,
  { userId, prompt, quality }: AiImageRequest,
  abortSignal: AbortSignal,
): Promise<Uint8Array> {
  // The provider charges for each image, usable or not.
  const usage = { model: modelName, inputTokens: 0, outputTokens: 0 };
  const { image } = await generateImage({
    model,
    prompt,
    size: `${PICTURE.width}x${PICTURE.height}`,
    providerOptions: { ai: { quality } },
    maxRetries: 0,
    abortSignal,
  }).catch((error: unknown) => {
    throw isNoPicture(error) ? new AiFailureError({ reason: 'not-of-the-shape' }, usage) : error;
  });
  try {
    return (await images.prepare(userId, { read: async () => image.uint8Array }, PICTURE)).bytes;
  } catch (error) {
    if (isNoPicture(error)) throw new AiFailureError({ reason: 'not-of-the-shape' }, usage);
    throw error instanceof AppError ? new BilledError(error, usage) : error;
  }
}

/** A 400 blames the user who uploads an image. Here the provider is to blame, as for invalid base64. */
function isNoPicture(error: unknown): boolean {
  if (error instanceof AppError) return error.status === 400;
  return error instanceof DOMException && error.name === 'InvalidCharacterError';
}
