import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

/** A change of a profile whose headers and half of whose body have been sent. */
export function beginRequest(port: string | undefined, token: string) {
  const body = JSON.stringify({ full_name: 'In Flight' });
  const head = [
    'PUT /api/user/profile HTTP/1.1',
    'Host: localhost',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk) => {
    answer += String(chunk);
  });
  const closed = once(socket, 'close');
  const sent = new Promise<void>((resolve) => {
    socket.write(`${head.join('\r\n')}\r\n\r\n${body.slice(0, 5)}`, () => resolve());
  });
  return {
    sent,
    /** Sends the rest, and gives all that came back. */
    finish: async () => {
      socket.write(body.slice(5));
      await closed;
      return answer;
    },
  };
}

/** Waits until nobody listens any more. */
export async function refusesConnections(address: string): Promise<void> {
  const deadline = performance.now() + 30_000;
  const isOpen = () =>
    fetch(`${address}/health`).then(
      () => true,
      () => false,
    );
  while (await isOpen()) {
    if (performance.now() > deadline) throw new Error('The service still takes connections.');
    await delay(20);
  }
}
