/** Functions that one process offers to another. Inputs and outputs are copied as by `structuredClone`. */
// biome-ignore lint/suspicious/noExplicitAny: the input of each function is its own
export type Calls = Record<string, (input: any) => Promise<unknown>>;

/** Calls a function of the other process. Rejects with the message of its error; does not settle if the process ends before. */
export type Call<Theirs extends Calls> = <Name extends keyof Theirs & string>(
  name: Name,
  input: Parameters<Theirs[Name]>[0],
) => Promise<Awaited<ReturnType<Theirs[Name]>>>;

/** One end of a connection between two processes, such as a worker of node:cluster. */
export type Connection = {
  send(message: object, onSent: (error: Error | null) => void): unknown;
  on(event: 'message', listener: (message: Message) => void): unknown;
};

type Message =
  | { kind: 'call'; id: number; name: string; input: unknown }
  | { kind: 'result'; id: number; output: unknown }
  | { kind: 'error'; id: number; message: string };

type Pending = { resolve(output: unknown): void; reject(error: Error): void };

/** Handles the calls of the other process with `ours`, and returns what calls its functions. */
export function connectCalls<Theirs extends Calls>(connection: Connection, ours: Calls): Call<Theirs> {
  const pending = new Map<number, Pending>();
  let lastId = 0;

  const send = (message: Message) =>
    connection.send(message, (error) => {
      if (error !== null && message.kind === 'call') end(message.id, (call) => call.reject(error));
    });
  const end = (id: number, how: (call: Pending) => void) => {
    const call = pending.get(id);
    pending.delete(id);
    if (call !== undefined) how(call);
  };
  const respond = async (name: string, input: unknown) => {
    const work = ours[name];
    if (work === undefined) throw new Error(`There is no function ${name}.`);
    return work(input);
  };

  connection.on('message', (message) => {
    const { id } = message;
    if (message.kind === 'result') end(id, ({ resolve }) => resolve(message.output));
    if (message.kind === 'error') end(id, ({ reject }) => reject(new Error(message.message)));
    if (message.kind !== 'call') return;
    respond(message.name, message.input).then(
      (output) => send({ kind: 'result', id, output }),
      (error: unknown) => send({ kind: 'error', id, message: error instanceof Error ? error.message : String(error) }),
    );
  });

  return (name, input) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      pending.set(lastId, { resolve: resolve as Pending['resolve'], reject });
      send({ kind: 'call', id: lastId, name, input });
    });
}
