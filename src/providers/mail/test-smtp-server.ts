import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** Where in the conversation something goes wrong: `end` is when all of a message has come. */
export type Stage = 'greeting' | 'sender' | 'recipient' | 'end';

/** How the server behaves until it is told otherwise. */
export type SmtpBehaviour =
  | { mode: 'normal' }
  | { mode: 'refuse-with'; status: number; at: Stage }
  | { mode: 'hang'; at: Stage }
  | { mode: 'slow'; delayMs: number }
  | { mode: 'reset'; at: Stage }
  | { mode: 'garbage'; at: 'greeting' | 'end' }
  | { mode: 'huge' };

export type ReceivedMail = { from: string; to: string[]; source: string };

/** `url` is what SMTP_URL is set to; `mails` holds what has been taken, and `connections` counts who has come. */
export type TestSmtpServer = {
  port: number;
  url: string;
  mails: ReceivedMail[];
  connections: number;
  behave(behaviour: SmtpBehaviour): void;
  close(): Promise<void>;
};

/** A mail server that takes everything from everybody, and misbehaves on request. */
export async function startTestSmtpServer(): Promise<TestSmtpServer> {
  let behaviour: SmtpBehaviour = { mode: 'normal' };
  const sockets = new Set<Socket>();

  /** Goes on, or goes wrong, at a stage. */
  function pass(stage: Stage, goOn: (error?: Error) => void): void {
    const is = (mode: SmtpBehaviour['mode']) => behaviour.mode === mode && 'at' in behaviour && behaviour.at === stage;
    if (behaviour.mode === 'slow') setTimeout(goOn, behaviour.delayMs);
    else if (behaviour.mode === 'refuse-with' && is('refuse-with')) goOn(refusal(behaviour.status));
    else if (is('reset')) for (const socket of sockets) socket.resetAndDestroy();
    else if (is('garbage')) for (const socket of sockets) socket.write(GARBAGE);
    else if (!is('hang')) goOn();
  }

  const server: TestSmtpServer = {
    port: 0,
    url: '',
    mails: [],
    connections: 0,
    behave: (next) => {
      behaviour = next;
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      front.close();
      await once(front, 'close');
    },
  };

  const smtp = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    hideSTARTTLS: true,
    onAuth: ({ username, password }, _session, goOn) =>
      username === 'meadow' && password === 'right'
        ? goOn(null, { user: username })
        : goOn(new Error('Wrong password')),
    onMailFrom: (_address, _session, goOn) => pass('sender', goOn),
    onRcptTo: (_address, _session, goOn) => pass('recipient', goOn),
    onData: (stream, { envelope }, goOn) => {
      const take = (source: string) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        server.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        pass('end', goOn);
      };
      text(stream).then(take, goOn);
    },
  });
  smtp.on('error', () => undefined);

  const front = createServer((socket) => {
    server.connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    if (behaviour.mode === 'huge') return void flood(socket).catch(() => socket.destroy());
    pass('greeting', (error) => {
      if (error === undefined) smtp.server.emit('connection', socket);
      else socket.end(`${'responseCode' in error ? error.responseCode : 554} not now\r\n`);
    });
  });
  front.listen(0, '127.0.0.1');
  await once(front, 'listening');
  server.port = (front.address() as AddressInfo).port;
  server.url = `smtp://127.0.0.1:${server.port}`;
  return server;
}

const GARBAGE = '\u0000\u0007{"no": "smtp"}\r\n<html>\r\n';

/** A greeting without an end. */
async function flood(socket: Socket): Promise<void> {
  socket.write('220 ');
  while (!socket.destroyed) {
    if (!socket.write('x'.repeat(64 * 1024))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('not now canary-of-the-server'), { responseCode });
}

/** An address on which nobody listens any more. */
export async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
