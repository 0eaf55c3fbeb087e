import { addPiece, piecesOf } from './transfer.ts';

/** The URL of the file, the name of the exported function, and its input. */
export type ThreadData = { file: string; name: string; input: readonly Uint8Array<ArrayBuffer>[] };

/** Runs one function of one file in a thread of the pool (`workers.ts`). */
export default async function runInThread({ file, name, input }: ThreadData): Promise<Uint8Array[]> {
  const functions = (await import(file)) as Record<string, (input: object) => object | Promise<object>>;
  const work = functions[name];
  if (work === undefined) throw new Error(`${file} exports no ${name}.`);
  const facts = {};
  for (const piece of input) addPiece(facts, piece);
  return [...piecesOf(await work(facts))];
}
