import { describe, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '#test/start-test-app.ts';

const app = await startTestApp({ environment: { TEXT_BYTES_PER_DAY: '1000000', AI_CALLS_PER_DAY: '7' } });
const bare = await startTestApp({
  builtInIdentity: true,
  environment: {
    AI_API_KEY: '',
    PAYMENT_API_KEY: '',
    PAYMENT_SIGNING_SECRET: '',
    PAYMENT_PRICE_IDS: '',
    MUSIC_CLIENT_ID: '',
    MUSIC_CLIENT_SECRET: '',
    SMTP_URL: '',
  },
});
const halfPaid = await startTestApp({
  environment: {
    PAYMENT_PRICE_IDS: '',
    SMTP_URL: 'smtp://u:canary@mail.test',
    AUTH_CLIENT_ID: 'meadow-web',
    AUTH_SCOPE: 'openid email',
  },
});

const read = ({ call }: TestApp) => call(null, 'GET', '/api/config');

describe('GET /api/config', () => {
  test('returns services, sign-in and limits to anonymous callers', async () => {
    const { status, headers, body } = await read(app);
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('public, max-age=300');
    expect(body).toEqual({
      name: 'Meadow',
      version: 'test',
      services: { ai: true, payment: true, music: true, push: true, mail: false },
      sign_in: { kind: 'external', issuer: app.issuer.issuer, client: null, is_sign_up_open: null, sign_up: null },
      limits: {
        max_entry_title_length: 200,
        max_entry_content_length: 100_000,
        max_entry_tags: 50,
        max_drop_content_length: 1_000,
        max_photo_bytes: 10_485_760,
        max_avatar_bytes: 10_485_760,
        max_image_pixels: 50_000_000,
        max_json_bytes: 1_048_576,
        max_page_size: 500,
        max_emails_per_day: 20,
        max_text_bytes_per_day: 1_000_000,
        max_ai_calls_per_day: 7,
      },
    });
  });

  test('tells what is not configured, and that users can sign up here', async () => {
    const { body } = await read(bare);
    expect(body.services).toEqual({ ai: false, payment: false, music: false, push: true, mail: false });
    const sign_in = {
      kind: 'built_in',
      issuer: 'http://meadow.test',
      client: null,
      is_sign_up_open: true,
      sign_up: 'open',
    };
    expect(body.sign_in).toEqual(sign_in);
  });

  test('tells how the web client signs in at an external identity provider', async () => {
    const { client } = (await read(halfPaid)).body.sign_in;
    expect(client).toEqual({ id: 'meadow-web', scope: 'openid email', audience: halfPaid.issuer.audience });
  });

  test('counts a service as off while a setting is missing', async () => {
    expect((await read(halfPaid)).body.services).toMatchObject({ payment: false, mail: true });
  });

  test('names no secret and no host of a provider', async () => {
    for (const { config } of [app.deps, halfPaid.deps]) {
      const { text } = await read(config === app.deps.config ? app : halfPaid);
      const hidden = [config.ai.baseUrl, config.payment.apiUrl, config.music.apiUrl, config.identity?.jwksUrl];
      for (const value of [...hidden, config.payment.apiKey, config.payment.signingSecret]) {
        expect(text).not.toContain(value);
      }
      expect(text).not.toMatch(/canary|mail\.test|postgres/);
    }
  });

  test('accepts an entry with a title and a content of the stated lengths, and none longer', async () => {
    const { limits } = (await read(app)).body;
    const ada = await app.person();
    const entryOf = (title: number, content: number) => ({
      title: 'a'.repeat(title),
      content: 'a'.repeat(content),
      mood: 'calm',
    });
    const post = (entry: object) => app.call(ada, 'POST', '/api/journal', entry);
    const { max_entry_title_length: title, max_entry_content_length: content } = limits;
    expect((await post(entryOf(title, content))).status).toBe(201);
    expect((await post(entryOf(title + 1, 1))).status).toBe(400);
    expect((await post(entryOf(1, content + 1))).status).toBe(400);
  });
});
