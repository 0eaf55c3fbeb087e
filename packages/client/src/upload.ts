import type { Meadow } from './client.ts';
import { readJson } from './error.ts';

export type UploadOptions = {
  signal?: AbortSignal;
  /**
   * Receives the sent and total bytes of the form. A browser that cannot stream requests reports the end only.
   */
  onProgress?: (sentBytes: number, totalBytes: number) => void;
};

/** Uploads a form with a file, such as `avatar` to `/api/user/avatar`. */
export async function upload<Data>(
  meadow: Meadow,
  path: string,
  form: FormData,
  { onProgress, signal }: UploadOptions = {},
): Promise<Data> {
  const encoded = new Response(form);
  const bytes = await encoded.blob();
  const total = bytes.size;
  const isStreamed = onProgress !== undefined && canStreamRequests();
  const request = new Request(new URL(path, meadow.baseUrl), {
    method: 'POST',
    headers: { 'content-type': encoded.headers.get('content-type') ?? bytes.type },
    body: isStreamed ? countBytes(bytes.stream(), (sent) => onProgress(sent, total)) : bytes,
    ...(isStreamed && { duplex: 'half' }),
    ...(signal !== undefined && { signal }),
  } as RequestInit);
  const data = await readJson<Data>(await meadow.send(request));
  if (!isStreamed) onProgress?.(total, total);
  return data;
}

function countBytes(stream: ReadableStream<Uint8Array>, onSent: (sent: number) => void): ReadableStream<Uint8Array> {
  let sent = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform: (chunk, controller) => {
      sent += chunk.byteLength;
      controller.enqueue(chunk);
      onSent(sent);
    },
  });
  return stream.pipeThrough(counter);
}

/** Runtimes without streams turn the stream into text, and never read `duplex`. */
function canStreamRequests(): boolean {
  let isRead = false;
  const { headers } = new Request('http://localhost', {
    method: 'POST',
    body: new ReadableStream(),
    get duplex() {
      isRead = true;
      return 'half';
    },
  } as RequestInit);
  return isRead && !headers.has('content-type');
}
