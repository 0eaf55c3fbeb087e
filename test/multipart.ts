import type { Person, TestApp, TestResponse } from './start-test-app.ts';

/** A part of a form: a text, a file, or several of either under one name. */
type Part = string | Uint8Array | readonly (string | Uint8Array)[];

export type Form = { body: Buffer; headers: { 'content-type': string } };

/** A form as a browser sends it. A file is called what `fileName` says, which need not be true. */
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

/** Sends a form as somebody. */
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
