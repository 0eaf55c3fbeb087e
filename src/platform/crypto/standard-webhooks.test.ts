import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { webhookHeaders, webhookSecretOf } from './standard-webhooks.ts';

const message = () => ({ id: 'a-message', sentAt: new Date(), body: '{"type":"Grüße 🌱"}' });
const secretOf = (count: number) => webhookSecretOf(randomBytes(count));

describe('The headers of a message', () => {
  test.each([24, 32, 64])('are verified by the library of the specification, with a secret of %i bytes', (count) => {
    const [secret, sent] = [secretOf(count), message()];
    const headers = webhookHeaders([secret], sent);
    expect(new Webhook(secret).verify(sent.body, headers)).toEqual({ type: 'Grüße 🌱' });
  });

  test('are those of the example of the specification', () => {
    // https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md
    expect(
      webhookHeaders(['whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'], {
        id: 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
        sentAt: new Date(1_649_367_553_999),
        body: '{"email":"test@example.com","username":"test_user"}',
      }),
    ).toEqual({
      'webhook-id': 'msg_27UH4WbU6Z5A5EzD8u03UvzRbpk',
      'webhook-timestamp': '1649367553',
      'webhook-signature': 'v1,tZ1I4/hDygAJgO5TYxiSd6Sd0kDW6hPenDe+bTa3Kkw=',
    });
  });

  test('are verified with either of two secrets, and with no third one', () => {
    const [former, current, sent] = [secretOf(32), secretOf(32), message()];
    const headers = webhookHeaders([current, former], sent);
    for (const secret of [former, current]) new Webhook(secret).verify(sent.body, headers);
    expect(() => new Webhook(secretOf(32)).verify(sent.body, headers)).toThrow('No matching signature');
  });

  test('do not verify another body', () => {
    const [secret, sent] = [secretOf(32), message()];
    const headers = webhookHeaders([secret], sent);
    expect(() => new Webhook(secret).verify(`${sent.body} `, headers)).toThrow('No matching signature');
  });
});
