import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import PostalMime from 'postal-mime';
import { afterAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { holdTimers } from '#test/held-timers.ts';
import { createMail } from './mail.factory.ts';
import type { Mail, MailConfiguration, MailFailure, OutgoingMail } from './mail.ts';
import { deadPort, type SmtpBehaviour, startTestSmtpServer } from './test-smtp-server.ts';

const server = await startTestSmtpServer();
const mailFolder = join(await mkdtemp(join(tmpdir(), 'meadow-outbox-')), 'outbox');
afterAll(async () => {
  await server.close();
  await rm(join(mailFolder, '..'), { recursive: true });
});
beforeEach(() => server.behave({ mode: 'normal' }));

const FROM = { name: 'Meadow', address: 'post@meadow.test' };
const serverAt = (port: number) => ({ host: '127.0.0.1', port, isTls: false, credentials: null });

async function mailOf(change: Partial<MailConfiguration> = {}) {
  const failures: MailFailure[] = [];
  const configuration = { smtp: serverAt(server.port), from: FROM, mailFolder };
  const mail = await createMail({ ...configuration, onFailure: (failure) => failures.push(failure), ...change });
  return { mail, failures };
}

const letter = (change: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: randomUUID(),
  to: 'ada@people.test',
  subject: 'Grüße aus der Wiese 🌼',
  html: '<p>Hello <b>Ada</b></p>',
  text: 'Hello Ada canary-of-the-text',
  ...change,
});

/** Both implementations, and where what they sent can be read. */
const IMPLEMENTATIONS: Record<string, { smtp: MailConfiguration['smtp']; sourceOf: (id: string) => Promise<string> }> =
  {
    smtp: {
      smtp: serverAt(server.port),
      sourceOf: async (id) => server.mails.find(({ source }) => source.includes(id))?.source ?? '',
    },
    outbox: { smtp: null, sourceOf: async (id) => readFile(join(mailFolder, `${id}.eml`), 'utf8') },
  };

describe.each(Object.entries(IMPLEMENTATIONS))('A mail by %s', (_name, { smtp, sourceOf }) => {
  const send = async (change: Partial<OutgoingMail> = {}) => {
    const { mail, failures } = await mailOf({ smtp });
    const sent = letter(change);
    const outcome = await mail.send(sent);
    expect(failures).toEqual([]);
    expect(outcome).toEqual({ outcome: 'sent', id: `<${sent.id}@meadow.test>` });
    const source = await sourceOf(sent.id);
    return { sent, source, read: await PostalMime.parse(source) };
  };

  test('arrives as it was written, from the one address, to one address', async () => {
    const { sent, read } = await send();
    expect(read).toMatchObject({
      from: { name: 'Meadow', address: 'post@meadow.test' },
      to: [{ name: '', address: 'ada@people.test' }],
      subject: sent.subject,
      messageId: `<${sent.id}@meadow.test>`,
    });
    expect(read.html?.trim()).toBe(sent.html);
    expect(read.text?.trim()).toBe(sent.text);
    expect([read.cc, read.bcc, read.attachments]).toEqual([undefined, undefined, []]);
  });

  test('carries images that the text shows, and is no mail with attachments for that', async () => {
    const png = Buffer.from('89504e470d0a1a0a', 'hex');
    const { read } = await send({ html: '<p><img src="cid:logo" alt=""></p>', images: [{ id: 'logo', png }] });
    expect(read.attachments).toMatchObject([
      { mimeType: 'image/png', disposition: 'inline', contentId: '<logo>', related: true },
    ]);
    expect(Buffer.from(read.attachments[0]?.content as ArrayBuffer)).toEqual(png);
  });

  test('is answered where it says, and nowhere else', async () => {
    const { read } = await send({ replyTo: 'ben@people.test' });
    expect(read.replyTo).toEqual([{ name: '', address: 'ben@people.test' }]);
    expect((await send()).read.replyTo).toBeUndefined();
  });

  test('carries the headers that were asked for, long addresses whole', async () => {
    const address = `<https://meadow.test/api/email/unsubscribe?token=${'a'.repeat(300)}>`;
    const { read } = await send({
      headers: { 'List-Unsubscribe': address, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    const headerOf = (key: string) => read.headers.find((header) => header.key === key)?.value;
    expect(headerOf('list-unsubscribe')).toBe(address);
    expect(headerOf('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  });

  test('of a hundred thousand characters, with lines of dots, arrives whole', async () => {
    const text = `${'.\r\n..\r\n.x\r\n'.repeat(100)}${'wörd '.repeat(20_000)}`;
    const { read } = await send({ text, html: `<p>${'long '.repeat(20_000)}</p>` });
    expect(read.text?.replaceAll('\r\n', '\n').trim()).toBe(text.replaceAll('\r\n', '\n').trim());
  });

  test('gets no header out of a subject with line ends', async () => {
    const { source, read } = await send({ subject: 'Hi\r\nBcc: victim@people.test\r\n\r\n<h1>' });
    expect(source).not.toMatch(/^bcc:/im);
    expect([read.bcc, read.to?.length]).toEqual([undefined, 1]);
  });

  test.each([
    ['a file', { path: '/etc/passwd' }],
    ['an address', 'href'],
    ['a raw message', { raw: 'To: victim@people.test\r\n\r\nx' }],
  ])('is never made of %s, should a text turn out to be an object', async (_what, object) => {
    const hits: string[] = [];
    const listener = createServer((request, response) => {
      hits.push(request.url ?? '');
      response.end('fetched');
    }).listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const href = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/`;
    const { mail } = await mailOf({ smtp });
    const sent = letter({ html: (object === 'href' ? { href } : object) as unknown as string });
    const before = server.mails.length;
    await expect(mail.send(sent)).rejects.toThrow();
    expect([hits, server.mails.length]).toEqual([[], before]);
    listener.close();
  });
});

describe('The outbox', () => {
  test('is for its owner alone, and gives the source of what lies in it', async () => {
    const { mail } = await mailOf({ smtp: null });
    const sent = letter();
    await mail.send(sent);
    expect((await stat(mailFolder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(mailFolder, `${sent.id}.eml`))).mode & 0o777).toBe(0o600);
    expect(await mail.readSource(sent.id)).toContain(`Message-ID: <${sent.id}@meadow.test>`);
    expect((await readdir(mailFolder)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  test.each([randomUUID(), '../../etc/passwd', '', '..'])('has nothing under %j', async (id) => {
    const { mail } = await mailOf({ smtp: null });
    expect(await mail.readSource(id)).toBeNull();
  });

  test('that cannot be written to sends nothing, and says so', async () => {
    const { mail, failures } = await mailOf({ smtp: null, mailFolder: '/dev/null/outbox' });
    expect(await mail.send(letter())).toEqual({ outcome: 'unavailable' });
    expect(failures).toEqual([{ reason: 'not-stored', networkCode: 'ENOTDIR' }]);
  });
});

/** Long enough for all that is said before the mail is handed over. */
const LIMIT_MS = 1_500;

type Fault = [behaviour: SmtpBehaviour, outcome: string, failure: MailFailure];
const outage = (behaviour: SmtpBehaviour, failure: MailFailure): Fault => [behaviour, 'unavailable', failure];

const FAULTS: Fault[] = [
  ...[421, 450, 451, 550, 554].map((status) =>
    outage({ mode: 'refuse-with', status, at: 'greeting' }, { reason: 'out-of-order', status }),
  ),
  ...(['sender', 'recipient', 'end'] as const).flatMap((at): Fault[] => [
    outage(
      { mode: 'refuse-with', status: 421, at },
      { reason: 'out-of-order', status: 421, ...(at === 'end' && { isHandedOver: true }) },
    ),
    outage(
      { mode: 'refuse-with', status: 450, at },
      { reason: 'put-off', status: 450, ...(at === 'end' && { isHandedOver: true }) },
    ),
    [
      { mode: 'refuse-with', status: 550, at },
      'refused',
      { reason: 'refused', status: 550, ...(at === 'end' && { isHandedOver: true }) },
    ],
  ]),
  ...(['greeting', 'sender', 'recipient'] as const).map(
    (at): Fault => [{ mode: 'hang', at }, 'late', { reason: 'time-limit' }],
  ),
  [{ mode: 'slow', delayMs: 60_000 }, 'late', { reason: 'time-limit' }],
  [{ mode: 'hang', at: 'end' }, 'unconfirmed', { reason: 'time-limit', isHandedOver: true }],
  outage({ mode: 'reset', at: 'greeting' }, { reason: 'not-reachable' }),
  outage({ mode: 'reset', at: 'recipient' }, { reason: 'not-reachable' }),
  [{ mode: 'reset', at: 'end' }, 'unconfirmed', { reason: 'not-reachable', isHandedOver: true }],
  outage({ mode: 'garbage', at: 'greeting' }, { reason: 'no-smtp' }),
  [{ mode: 'garbage', at: 'end' }, 'unconfirmed', { reason: 'no-smtp', isHandedOver: true }],
  outage({ mode: 'huge' }, { reason: 'no-smtp' }),
];

describe('A fault of the server', () => {
  const named = FAULTS.map((fault): [string, ...Fault] => [JSON.stringify(fault[0]), ...fault]);
  test.each(named)('is told in time, and tells nothing: %s', async (_name, behaviour, outcome, failure) => {
    server.behave(behaviour);
    const isSlow = failure.reason === 'time-limit';
    const { mail, failures } = await mailOf({ timeoutMs: isSlow ? LIMIT_MS : 50_000 });
    expect(await mail.send(letter())).toEqual({ outcome });
    // Which word the operating system has for a reset depends on the timing.
    expect(failures.map(({ networkCode: _, ...told }) => told)).toEqual([failure]);
    expect(JSON.stringify(failures)).not.toMatch(/canary|people\.test|127\.0\.0\.1/);
  });

  test('that is not there is told at once', async () => {
    const { mail, failures } = await mailOf({ smtp: serverAt(await deadPort()) });
    expect(await mail.send(letter())).toEqual({ outcome: 'unavailable' });
    expect(failures).toEqual([{ reason: 'not-reachable', networkCode: 'ECONNREFUSED' }]);
  });

  test('is over within five seconds by the limit that production has', async () => {
    server.behave({ mode: 'hang', at: 'recipient' });
    const { mail } = await mailOf();
    const limit = holdTimers((durationMs) => durationMs === 4_500);
    const before = server.connections;
    const sending = mail.send(letter());
    await expect.poll(() => server.connections - before).toBe(1);
    limit.pass();
    expect(await sending).toEqual({ outcome: 'late' });
  });

  test('leaves nothing behind that would still be sent', async () => {
    server.behave({ mode: 'slow', delayMs: 500 });
    const { mail } = await mailOf({ timeoutMs: 200 });
    const before = server.mails.length;
    expect(await mail.send(letter())).toEqual({ outcome: 'late' });
    server.behave({ mode: 'normal' });
    const { mail: patient } = await mailOf();
    expect(await patient.send(letter())).toMatchObject({ outcome: 'sent' });
    expect(server.mails.length).toBe(before + 1);
  });
});

describe('After failures in a row', () => {
  const PAUSE = { failuresBeforePause: 3, pauseMs: 60_000 };
  const fail = async (mail: Mail, count: number) => {
    for (let call = 0; call < count; call += 1) await mail.send(letter());
  };

  test('the server is left alone for a while, which costs nothing, and then asked again', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    const { mail, failures } = await mailOf(PAUSE);
    server.behave({ mode: 'reset', at: 'greeting' });
    await fail(mail, 3);
    const asked = server.connections;
    await fail(mail, 50);
    vi.advanceTimersByTime(PAUSE.pauseMs - 1);
    await fail(mail, 1);
    expect(failures.slice(3)).toEqual(Array(51).fill({ reason: 'paused' }));
    expect(server.connections).toBe(asked);

    // Once the pause is over, one call tries, and the next pause begins with its failure.
    vi.advanceTimersByTime(1);
    await fail(mail, 3);
    expect(server.connections).toBe(asked + 1);
    vi.advanceTimersByTime(PAUSE.pauseMs);
    server.behave({ mode: 'normal' });
    for (let call = 0; call < 2; call += 1) expect(await mail.send(letter())).toMatchObject({ outcome: 'sent' });
  });

  test.each([450, 550])('with %i for single mails it is not: others may be taken', async (status) => {
    const { mail, failures } = await mailOf(PAUSE);
    server.behave({ mode: 'refuse-with', status, at: 'recipient' });
    await fail(mail, 6);
    expect(failures.filter(({ reason }) => reason === 'paused')).toEqual([]);
    server.behave({ mode: 'normal' });
    expect(await mail.send(letter())).toMatchObject({ outcome: 'sent' });
  });
});

describe('Credentials', () => {
  const smtpAs = (password: string) => ({ ...serverAt(server.port), credentials: { user: 'meadow', password } });

  test('are shown to the server', async () => {
    const { mail } = await mailOf({ smtp: smtpAs('right') });
    expect(await mail.send(letter())).toMatchObject({ outcome: 'sent' });
  });

  test('are an outage if wrong, and are not reported', async () => {
    const { mail, failures } = await mailOf({ smtp: smtpAs('wrong-canary') });
    expect(await mail.send(letter())).toEqual({ outcome: 'unavailable' });
    expect(failures).toEqual([{ reason: 'out-of-order', status: 535 }]);
  });
});
