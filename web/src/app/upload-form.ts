import { MeadowError } from '@meadow/client';
import { ConnectionError } from '../shared/problem/connection-error.ts';
import { isServerResponse } from './connection/connection.rules.ts';
import { noteConnection, probe } from './connection/connection.ts';
import { knownUser } from './local/known-user.ts';
import { accessToken } from './session/access-token.ts';

export type UploadOptions = {
  signal?: AbortSignal;
  /** Receives the part that is sent, from 0 to 1. */
  onProgress?: (part: number) => void;
  idempotencyKey?: string;
};

/**
 * Uploads a form with a file to this server. By `XMLHttpRequest`, because `fetch` reports the progress of an upload in few browsers
 * and would copy the file into memory.
 */
export async function uploadForm<Data>(path: string, form: FormData, options: UploadOptions = {}): Promise<Data> {
  const token = await accessToken(null);
  const request = await send(path, form, token, options);
  // The token has expired: one more try with the next one.
  const isRejected = request.status === 401 && token !== null;
  return dataOf(isRejected ? await send(path, form, await accessToken(token), options) : request);
}

function send(
  path: string,
  form: FormData,
  token: string | null,
  { signal, onProgress, idempotencyKey }: UploadOptions,
): Promise<XMLHttpRequest> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open('POST', path);
    request.responseType = 'json';
    if (token !== null) request.setRequestHeader('authorization', `Bearer ${token}`);
    if (idempotencyKey !== undefined) request.setRequestHeader('idempotency-key', idempotencyKey);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total);
    request.onload = () => resolve(request);
    // As `fetch` says it.
    request.onerror = () => {
      void probe();
      reject(new ConnectionError(null));
    };
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    signal?.addEventListener('abort', () => request.abort());
    request.send(form);
  });
}

function dataOf<Data>(request: XMLHttpRequest): Data {
  const { status, response, responseURL } = request;
  if (!isServerResponse(status, request.getResponseHeader('content-type')) || (status < 300 && response === null)) {
    void probe();
    throw new ConnectionError('A proxy responded for the server.');
  }
  noteConnection({ kind: 'responded', path: new URL(responseURL).pathname, status, isUserKnown: knownUser() !== null });
  if (status >= 300) {
    throw new MeadowError(status, response ?? undefined, Number(request.getResponseHeader('retry-after')) || undefined);
  }
  return response as Data;
}
