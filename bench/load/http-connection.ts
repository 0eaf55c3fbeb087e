import { once } from 'node:events';
import net from 'node:net';

/** What came back, as far as a measurement wants to know. */
export type Reply = { status: number; bytes: number };

/**
 * One connection that is kept open and carries one request at a time. It reads no more of a response than its status and its
 * length: with node's own client, most of what two processors can do would go into the measuring.
 */
export type HttpConnection = {
  send: (parts: readonly Buffer[]) => Promise<Reply>;
  isOpen: () => boolean;
  close: () => void;
};

const END_OF_HEAD = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
const LIMIT_MS = 10_000;

type Waiting = { resolve: (reply: Reply) => void; reject: (error: Error) => void };

/** Connects to a server of this machine. A request rejects where its connection breaks or nothing comes for 10 s. */
export async function openHttpConnection(port: number): Promise<HttpConnection> {
  const socket = net.connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  socket.setTimeout(LIMIT_MS, () => socket.destroy(new Error('There was no response for 10 s.')));

  let waiting: Waiting | null = null;
  let head: Buffer = NOTHING;
  let reply: Reply | null = null;
  let missingBytes = 0;

  const fail = (error: Error) => {
    waiting?.reject(error);
    waiting = null;
  };
  socket.on('error', fail);
  socket.on('close', () => fail(new Error('The server closed the connection.')));
  socket.on('data', (chunk: Buffer) => {
    let body = chunk;
    if (reply === null) {
      head = head.length === 0 ? chunk : Buffer.concat([head, chunk]);
      const end = head.indexOf(END_OF_HEAD);
      if (end < 0) return;
      reply = readHead(head.toString('latin1', 0, end));
      missingBytes = reply.bytes;
      body = head.subarray(end + END_OF_HEAD.length);
      head = NOTHING;
    }
    missingBytes -= body.length;
    if (missingBytes > 0) return;
    const finished = reply;
    reply = null;
    waiting?.resolve(finished);
    waiting = null;
  });

  return {
    send: (parts) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        socket.cork();
        for (const part of parts) socket.write(part);
        socket.uncork();
      }),
    isOpen: () => socket.writable,
    close: () => socket.destroy(),
  };
}

function readHead(head: string): Reply {
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
  // A response in pieces of unknown number would need a real client; a status of 0 counts as an error.
  return { status: length === undefined ? 0 : Number(head.slice(9, 12)), bytes: Number(length ?? 0) };
}
