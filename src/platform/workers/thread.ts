import type { MessagePort } from 'node:worker_threads';
import { serve } from './session.ts';
import { addPiece, piecesOf } from './transfer.ts';

/** The URL of the file, the name of the exported function, and its input. */
export type ThreadData = {
  file: string;
  name: string;
  input: readonly Uint8Array<ArrayBuffer>[];
  /** The port of a session (`session.ts`). */
  port?: MessagePort;
};

/** Runs one function of one file in a thread of the pool (`workers.ts`). */
export default async function runInThread({ file, name, input, port }: ThreadData): Promise<Uint8Array[]> {
  const functions = (await import(file)) as Record<string, (input: object) => object | Promise<object>>;
  const work = functions[name];
  if (work === undefined) throw new Error(`${file} exports no ${name}.`);
  const facts = {};
  for (const piece of input) addPiece(facts, piece);
  const result = await work(facts);
  if (port === undefined) return [...piecesOf(result)];
  await serve(port, result as Parameters<typeof serve>[1]);
  return [];
}
