import type { Person, TestApp, TestResponse } from './start-test-app.ts';

/** The value of a form field: a text, the bytes of a file, or several of them. */
type Part = string | Uint8Array | readonly (string | Uint8Array)[];

export type Form = { body: Buffer; headers: { 'content-type': string } };

/** Encodes a `multipart/form-data` body. Each file gets `fileName`, whatever its content is. */
export async function formOf(parts: Record<string, Part>, fileName = 'photo.jpg'): Promise<Form> {
  const form = new FormData();
  for (const [name, part] of Object.entries(parts)) {
    for (const value of Array.isArray(part) ? part : [part]) {
      if (typeof value === 'string') form.append(name, value);
      else form.append(name, new Blob([value]), fileName);
    }
  }
  const encoded = new Response(form);
  return {
    body: Buffer.from(await encoded.arrayBuffer()),
    headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
  };
}

/** Posts a form as `caller`. */
export async function sendForm(
  call: TestApp['call'],
  caller: Person | null,
  url: string,
  parts: Record<string, Part>,
  headers: Record<string, string> = {},
): Promise<TestResponse> {
  const form = await formOf(parts);
  return call(caller, 'POST', url, form.body, { ...form.headers, ...headers });
}
