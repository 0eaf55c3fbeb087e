import { type Build, type Program, prepareEnvironment, runProgram } from '../../process/service.ts';

/** A built node, and calls of its clients. */
export type BuiltNode = {
  program: Program;
  address: string;
  send(path: string, options?: SendOptions): Promise<Response>;
  /** The JSON of a response of 2xx. Rejects with any other. */
  read<Body>(path: string, options?: SendOptions): Promise<Body>;
  /** Creates an account and returns its access token, which is good for 15 minutes. */
  signUp(name: string): Promise<string>;
  stop(): Promise<void>;
};

export type SendOptions = { token?: string; body?: object; headers?: Record<string, string>; signal?: AbortSignal };

/** Starts a built node and returns once it serves. */
export async function startBuiltNode(build: Build, settings: Record<string, string>): Promise<BuiltNode> {
  const place = await prepareEnvironment({ RATE_LIMIT: 'off', ...settings });
  const program = runProgram(build.main, place.environment);
  const stop = async () => {
    program.child.kill('SIGINT');
    await program.ended;
    await place.delete();
  };
  await program.waitFor('Ctrl-C stops').catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  const send = (path: string, { token, body, headers, signal }: SendOptions = {}) =>
    fetch(`${place.address}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal !== undefined && { signal }),
    });
  const read = async <Body>(path: string, options: SendOptions = {}) => {
    const response = await send(path, options);
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Body;
  };
  return {
    program,
    address: place.address,
    send,
    read,
    signUp: async (name) => {
      const body = { name, email: `${name.toLowerCase()}@people.test`, password: 'a long password' };
      const session = await read<{ token: string }>('/auth/sign-up/email', { body });
      return (await read<{ token: string }>('/auth/token', { token: session.token })).token;
    },
    stop,
  };
}
