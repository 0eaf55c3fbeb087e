import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAi } from '#providers/ai/ai.factory.ts';
import { createMail } from '#providers/mail/mail.factory.ts';
import { type SmtpBehaviour, startTestSmtpServer } from '#providers/mail/test-smtp-server.ts';
import { createMusic } from '#providers/music/music.factory.ts';
import type { SandboxAiBehaviour } from '#sandbox/ai/behaviour.ts';
import type { SandboxMusicBehaviour } from '#sandbox/music/behaviour.ts';
import { sendDueMails } from '../src/features/mail/outgoing-mail/sending.actions.ts';
import { connectMusic } from '../src/features/music/test-connection.ts';
import { type Person, startTestApp, type TestResponse } from './start-test-app.ts';

/*
 * Each failure mode of each provider. The caller that needs the provider gets an error in time. Other callers are not affected.
 * After the failure, all calls succeed again.
 */

const smtp = await startTestSmtpServer();
const app = await startTestApp({ environment: { SMTP_URL: smtp.url, MAIL_POLICY: 'any' } });
const { ai, call, deps, music, person } = app;
afterAll(smtp.close);

/** Milliseconds until a slow provider responds: longer than a test, so that a result is one of a limit. */
const SLOW = 600_000;

type Provider = 'AI' | 'music' | 'SMTP';
type Behaviours = { ai: SandboxAiBehaviour; music: SandboxMusicBehaviour; smtp: SmtpBehaviour };
type Fault = Behaviours & { isDead?: true };

const WELL: Behaviours = { ai: { mode: 'normal' }, music: { mode: 'normal' }, smtp: { mode: 'normal' } };
const same = <Behaviour extends Behaviours['ai'] & Behaviours['music']>(behaviour: Behaviour) => ({
  ai: behaviour,
  music: behaviour,
});

const FAULTS: Record<string, Fault> = {
  refuse: { ...WELL, isDead: true },
  hang: { ...same({ mode: 'hang' }), smtp: { mode: 'hang', at: 'greeting' } },
  slow: { ...same({ mode: 'slow', delayMs: SLOW }), smtp: { mode: 'slow', delayMs: SLOW } },
  500: { ...same({ mode: 'refuse-with', status: 500 }), smtp: { mode: 'refuse-with', status: 451, at: 'sender' } },
  429: { ...same({ mode: 'refuse-with', status: 429 }), smtp: { mode: 'refuse-with', status: 421, at: 'greeting' } },
  garbage: { ...same({ mode: 'garbage' }), smtp: { mode: 'garbage', at: 'greeting' } },
  reset: { ...same({ mode: 'reset' }), smtp: { mode: 'reset', at: 'recipient' } },
  huge: { ...same({ mode: 'huge' }), smtp: { mode: 'huge' } },
};

const write = (author: Person, content = 'I am so happy and grateful today.') =>
  call(author, 'POST', '/api/journal', { title: 'A day', content });

/** Per provider: a request that needs it, and a concurrent request that does not. */
const CALLS: Record<
  Provider,
  { ask(asker: Person): Promise<TestResponse>; beside(asker: Person): Promise<TestResponse> }
> = {
  AI: {
    ask: (asker) => call(asker, 'POST', '/api/ai/analyze-tone', { content: 'I am so happy today.' }),
    beside: (asker) => write(asker),
  },
  music: {
    ask: (asker) => call(asker, 'POST', '/api/music/sync'),
    beside: (asker) => write(asker, ''),
  },
  SMTP: {
    ask: (asker) => call(asker, 'POST', '/api/email/send', { to: asker.email, subject: 'Hello', text: 'Hello' }),
    // The first request of a new user, which sends the welcome email.
    beside: async () => {
      const newcomer = await person();
      await sendDueMails(deps);
      return call(newcomer, 'GET', '/api/user/profile');
    },
  },
};
const PROVIDERS = Object.keys(CALLS) as Provider[];

/** Clients that go on asking, whatever has failed before, of these addresses. */
async function connectTo(addresses: { ai: string; musicToken: string; musicApi: string; smtpPort: number }) {
  const going = { failuresBeforePause: 1_000 };
  const { config, images } = deps;
  deps.ai = await createAi({ ...config.ai, apiKey: 'key', baseUrl: addresses.ai, images, ...going });
  const tokenUrl = addresses.musicToken;
  deps.music = await createMusic({ ...config.music, tokenUrl, apiUrl: addresses.musicApi, ...going });
  const server = config.mail.smtp && { ...config.mail.smtp, port: addresses.smtpPort };
  deps.mail = await createMail({ from: config.mail.from, smtp: server, mailFolder: deps.uploadFolder, ...going });
}

function behave({ ai: texts, music: plays, smtp: mails }: Behaviours): void {
  ai.behave(texts);
  music.behave(plays);
  smtp.behave(mails);
}

const alive = {
  ai: ai.url,
  musicToken: music.tokenUrl,
  musicApi: music.apiUrl,
  smtpPort: smtp.port,
};

async function closedPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

describe.each(Object.entries(FAULTS))('A provider that does this: %s', (_name, fault) => {
  type Outcome = { asked: TestResponse; beside: TestResponse; askedAgain: TestResponse };
  let outcomes: Record<Provider, Outcome>;

  // All of them fail at once, so that the waiting is done once.
  beforeAll(async () => {
    const port = fault.isDead ? await closedPort() : null;
    const dead = `http://127.0.0.1:${port}`;
    const asker = await person();
    await connectTo(alive);
    await connectMusic(app, asker);
    if (port !== null) await connectTo({ ai: dead, musicToken: dead, musicApi: dead, smtpPort: port });
    behave(fault);
    const cells = await Promise.all(
      PROVIDERS.map(async (provider) => {
        const { ask, beside } = CALLS[provider];
        return [provider, ...(await Promise.all([ask(asker), beside(asker)]))] as const;
      }),
    );
    behave(WELL);
    await connectTo(alive);
    const finished = cells.map(async ([provider, asked, beside]) => {
      return [provider, { asked, beside, askedAgain: await CALLS[provider].ask(asker) }] as const;
    });
    outcomes = Object.fromEntries(await Promise.all(finished)) as Record<Provider, Outcome>;
  });

  test.each(PROVIDERS)('%s: its caller gets an error in time, and other callers are not affected', (provider) => {
    const { asked, beside, askedAgain } = outcomes[provider];
    expect(asked.status).toBeOneOf([502, 503]);
    expect(asked.body.code).toMatch(/^(ai|music|mail)\.[a-z-]+$/);
    expect(beside.status).toBeOneOf([200, 201]);
    expect(askedAgain.status).toBe(200);
  });
});

describe('A provider that fails again and again', () => {
  const BREAKER = { failuresBeforePause: 3, pauseMs: 5_000 };

  test.each(PROVIDERS)('%s is left alone, and asked again after a pause', async (provider) => {
    const asker = await person();
    await connectTo(alive);
    await connectMusic(app, asker);
    const { config, images } = deps;
    deps.ai = await createAi({ ...config.ai, apiKey: 'key', baseUrl: ai.url, images, ...BREAKER });
    deps.music = await createMusic({ ...config.music, ...BREAKER });
    deps.mail = await createMail({ ...config.mail, mailFolder: deps.uploadFolder, ...BREAKER });
    const asks = () => ({ AI: ai.requests.length, music: music.requests.length, SMTP: smtp.connections })[provider];

    behave({
      ai: { mode: 'refuse-with', status: 500 },
      music: { mode: 'refuse-with', status: 500 },
      smtp: { mode: 'refuse-with', status: 421, at: 'greeting' },
    });
    const { ask } = CALLS[provider];
    for (let failures = 0; failures < BREAKER.failuresBeforePause; failures++) {
      expect((await ask(asker)).status).toBeOneOf([502, 503]);
    }
    const before = asks();
    const refused = await ask(asker);
    expect(refused.status).toBeOneOf([502, 503]);
    expect(asks()).toBe(before);

    behave(WELL);
    await expect.poll(async () => (await ask(asker)).status).toBe(200);
    expect(asks()).toBeGreaterThan(before);
  });
});
