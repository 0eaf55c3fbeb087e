import { describe, expect, test } from 'vitest';
import { startTestApp } from '../../../test/start-test-app.ts';

const { person, call, ai } = await startTestApp();

describe('POST /api/journal', () => {
  test('201 keeps the mood that the author gives, and asks nobody', async () => {
    const ada = await person();
    const before = ai.requests.length;
    const { status, body } = await call(ada, 'POST', '/api/journal', {
      title: 'Day one',
      content: 'I am so happy',
      mood: 'wistful',
    });
    expect(status).toBe(201);
    expect(body.entry).toMatchObject({
      title: 'Day one',
      mood: 'wistful',
      emotional_tone: null,
      content_hidden: false,
    });
    expect(ai.requests.length).toBe(before);
  });
});
