import { expect, test } from 'vitest';
import { holdTimers } from '#test/held-timers.ts';
import { startTestApp } from '#test/start-test-app.ts';
import { callBack, comeBack } from '../test-connection.ts';
import { MUSIC_TIMEOUTS } from './connection.actions.ts';

const app = await startTestApp();

test('the callback reports a timeout of the music service within eight seconds', async () => {
  const back = await comeBack(app, await app.person());
  app.music.behave({ mode: 'hang' });
  const limit = holdTimers((durationMs) => durationMs === MUSIC_TIMEOUTS.serviceMs);
  const before = app.music.requests.length;
  const called = callBack(app, back);
  await expect.poll(() => app.music.requests.length - before).toBe(1);
  limit.pass();
  const { headers } = await called;
  expect(headers.location).toBe('http://meadow.test/api/music/connected?music=failed&reason=timeout');
  expect(limit.durations).toEqual([5_000]);
});
