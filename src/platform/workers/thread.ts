import { parentPort, workerData } from 'node:worker_threads';
import { addPiece, piecesOf } from './transfer.ts';

/* What runs in a thread that workers.ts starts: one function of one file, once. What it throws, the starter hears of. */

/** The file's address, the name under which it exports the function, and what to call that with. */
export type ThreadData = { file: string; name: string; input: readonly Uint8Array<ArrayBuffer>[] };

const { file, name, input } = workerData as ThreadData;
const functions = (await import(file)) as Record<string, (input: object) => object | Promise<object>>;
const work = functions[name];
if (work === undefined) throw new Error(`${file} exports no ${name}.`);
const facts = {};
for (const piece of input) addPiece(facts, piece);
const answer = [...piecesOf(await work(facts))];
parentPort?.postMessage(
  answer,
  answer.map(({ buffer }) => buffer),
);
