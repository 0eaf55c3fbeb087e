import type { components } from '@meadow/client';
import { type UploadOptions, uploadForm } from '../upload-form.ts';
import { type OutboxResponse, responseOfError } from './response.ts';

type MediaBody = components['schemas']['MediaBody'];
type Photo = { bytes: ArrayBuffer; type: string; name: string };

/** Uploads a photo for an entry. Resolves with its id, or with the response that refused it. */
export async function uploadPhoto(
  { bytes, type, name }: Photo,
  options?: UploadOptions,
): Promise<{ mediaId: string; failure: null } | { mediaId: null; failure: OutboxResponse }> {
  const form = new FormData();
  form.append('file', new Blob([bytes], { type }), name);
  try {
    const { media } = await uploadForm<MediaBody>('/api/media', form, options);
    return { mediaId: media.id, failure: null };
  } catch (error) {
    return { mediaId: null, failure: responseOfError(error) };
  }
}
