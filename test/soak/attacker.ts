import { connect } from 'node:net';
import { constants, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { hugePng } from '../pictures.ts';

/*
 * One caller that overloads the server, as a process with low priority: the attack must cost the server's time, not that of the process
 * that measures. It starts with an order of its parent and ends with it.
 */

export type AttackOrder = { attack: Attack; port: number; token: string };
export type Attack = keyof typeof ATTACKS;
/** How often each status came back; `cut` is a connection that ended without an answer. */
export type AttackReport = Record<string, number>;

type Target = Pick<AttackOrder, 'port' | 'token'>;

const DRIPPING = 500;
const RENEWED_EACH_SECOND = 17;
const SEARCH_CONCURRENCY = 12;
/** The duration of a round of searches. With 12 concurrent ones this is just below the user's limit of 300 a minute. */
const SEARCH_ROUND_MS = 2_500;
const BOMB_CONCURRENCY = 24;
const BOMB_ROUND_MS = 5_000;
const SET_UP_CONCURRENCY = 4;
const SET_UP_ROUND_MS = 1_000;

const report: AttackReport = {};
const note = (status: number | string) => {
  report[status] = (report[status] ?? 0) + 1;
};

const ATTACKS = { drip, search, bombs, 'set-ups': setUps };

/** Connections that announce a thousand bytes and send one a second. It needs no account. */
async function drip({ port }: Target): Promise<void> {
  let open = 0;
  const begin = () => {
    open += 1;
    const socket = connect({ port, host: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.once('data', (chunk) => note(String(chunk).split(' ')[1] ?? 'cut'));
    socket.write(
      'POST /api/payment/webhook HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nStripe-Signature: t=1,v1=0\r\nContent-Length: 1000\r\n\r\n{"id":"ev',
    );
    const dripping = setInterval(() => socket.write('a'), 1_000);
    socket.once('close', () => {
      clearInterval(dripping);
      open -= 1;
    });
  };
  for (let index = 0; index < DRIPPING; index += 1) begin();
  for (;;) {
    await delay(1_000);
    for (let renewed = 0; renewed < RENEWED_EACH_SECOND && open < DRIPPING; renewed += 1) begin();
  }
}

async function search(target: Target): Promise<void> {
  const q = encodeURIComponent('"river stone" "stone river"');
  await inRounds(SEARCH_CONCURRENCY, SEARCH_ROUND_MS, () => send(target, 'GET', `/api/journal?q=${q}`));
}

async function bombs(target: Target): Promise<void> {
  const picture = new Blob([hugePng({ width: 7_000, height: 7_000 }) as Uint8Array<ArrayBuffer>]);
  await inRounds(BOMB_CONCURRENCY, BOMB_ROUND_MS, () => {
    const form = new FormData();
    form.set('avatar', picture, 'bomb.png');
    return send(target, 'POST', '/api/user/avatar', form);
  });
}

async function setUps(target: Target): Promise<void> {
  let count = 0;
  await inRounds(SET_UP_CONCURRENCY, SET_UP_ROUND_MS, () => {
    count += 1;
    const hour = count % 20;
    const time = (hours: number) => `${String(hours).padStart(2, '0')}:00`;
    return send(target, 'POST', '/api/workout-window/setup', {
      activityType: 'walk',
      windowStartTime: time(hour),
      windowEndTime: time(hour + 2),
      timezone: 'UTC',
    });
  });
}

/** Sends so many at once, again and again: each round begins after the last one, and no sooner than `roundMs` after its begin. */
async function inRounds(atOnce: number, roundMs: number, attempt: () => Promise<void>): Promise<void> {
  for (;;) {
    const pace = delay(roundMs);
    await Promise.all(Array.from({ length: atOnce }, attempt));
    await pace;
  }
}

async function send({ port, token }: Target, method: string, path: string, body?: FormData | object): Promise<void> {
  try {
    const isForm = body instanceof FormData;
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: isForm ? body : JSON.stringify(body) }),
    });
    await response.arrayBuffer();
    note(response.status);
  } catch {
    note('cut');
  }
}

setPriority(constants.priority.PRIORITY_LOW);
process.on('message', (order: AttackOrder | 'stop') => {
  if (order === 'stop') process.send?.(report, () => process.exit(0));
  else void ATTACKS[order.attack](order);
});
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
