import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';

/** The step of the SMTP session that fails. `end` is after the whole email. */
export type Stage = 'greeting' | 'sender' | 'recipient' | 'end';

export type SmtpBehaviour =
  | { mode: 'normal' }
  | { mode: 'refuse-with'; status: number; at: Stage }
  | { mode: 'hang'; at: Stage }
  | { mode: 'slow'; delayMs: number }
  | { mode: 'reset'; at: Stage }
  | { mode: 'garbage'; at: 'greeting' | 'end' }
  | { mode: 'huge' };

export type ReceivedMail = { from: string; to: string[]; source: string };

export type TestSmtpServer = {
  port: number;
  /** The value for SMTP_URL. */
  url: string;
  mails: ReceivedMail[];
  /** The number of connections so far. */
  connections: number;
  behave(behaviour: SmtpBehaviour): void;
  close(): Promise<void>;
};

/** Starts a mail server that accepts every email, or fails as set with `behave`. */
export async function startTestSmtpServer(): Promise<TestSmtpServer> {
  let behaviour: SmtpBehaviour = { mode: 'normal' };
  const sockets = new Set<Socket>();

  /** Calls `next`, or fails if the behaviour says so. */
  function pass(stage: Stage, next: (error?: Error) => void): void {
    const is = (mode: SmtpBehaviour['mode']) => behaviour.mode === mode && 'at' in behaviour && behaviour.at === stage;
    if (behaviour.mode === 'slow') setTimeout(next, behaviour.delayMs);
    else if (behaviour.mode === 'refuse-with' && is('refuse-with')) next(refusal(behaviour.status));
    else if (is('reset')) for (const socket of sockets) socket.resetAndDestroy();
    else if (is('garbage')) for (const socket of sockets) socket.write(GARBAGE);
    else if (!is('hang')) next();
  }

  const server: TestSmtpServer = {
    port: 0,
    url: '',
    mails: [],
    connections: 0,
    behave: (newBehaviour) => {
      behaviour = newBehaviour;
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
    onAuth: ({ username, password }, _session, next) =>
      username === 'meadow' && password === 'right'
        ? next(null, { user: username })
        : next(new Error('Wrong password')),
    onMailFrom: (_address, _session, next) => pass('sender', next),
    onRcptTo: (_address, _session, next) => pass('recipient', next),
    onData: (stream, { envelope }, next) => {
      const take = (source: string) => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
        server.mails.push({ from, to: envelope.rcptTo.map(({ address }) => address), source });
        pass('end', next);
      };
      text(stream).then(take, next);
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

/** Sends an endless greeting. */
async function flood(socket: Socket): Promise<void> {
  socket.write('220 ');
  while (!socket.destroyed) {
    if (!socket.write('x'.repeat(64 * 1024))) await Promise.race([once(socket, 'drain'), once(socket, 'close')]);
  }
}

function refusal(responseCode: number): Error {
  return Object.assign(new Error('not now canary-of-the-server'), { responseCode });
}

/** A port without a listener. */
export async function deadPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
