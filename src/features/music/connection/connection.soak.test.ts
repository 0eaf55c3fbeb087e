import { expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { BUSY_MS } from '#test/time.ts';
import { callBack, comeBack } from '../test-connection.ts';

const app = await startTestApp();

test('the callback reports a timeout of the music service within eight seconds', async () => {
  const back = await comeBack(app, await app.person());
  app.music.behave({ mode: 'hang' });
  const startedAt = performance.now();
  const { headers } = await callBack(app, back);
  expect(headers.location).toBe('http://meadow.test/api/music/connected?music=failed&reason=timeout');
  expect(performance.now() - startedAt).toBeLessThan(8_000 + BUSY_MS);
});
