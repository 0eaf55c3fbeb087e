import { monitorEventLoopDelay } from 'node:perf_hooks';
import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { createIncomingMail, mailTo, RECEIVED, rawTo } from './test-incoming-mail.ts';

const app = await startTestApp();
const { person } = app;
const { addressOf, receive } = createIncomingMail(app);

describe('POST /api/email/webhook', () => {
  test.each<[string, (to: string) => object]>([
    ['table cells', (to) => mailTo(to, { text: '', html: '<td>'.repeat(65_000) })],
    ['nested bold text', (to) => mailTo(to, { text: '', html: '<b>'.repeat(86_000) })],
    ['nested SVG', (to) => mailTo(to, { text: '', html: '<svg>'.repeat(52_000) })],
    ['flowed lines', (to) => rawTo(to, 'text/plain; format=flowed', ' \n'.repeat(87_000))],
    ['flowed words', (to) => rawTo(to, 'text/plain; format=flowed', 'a \n'.repeat(60_000))],
    ['table cells in a source', (to) => rawTo(to, 'text/html', '<td>'.repeat(64_000))],
  ])(
    'parses an email made to be slow without blocking other requests: %s',
    async (_what, mailOf) => {
      const to = await addressOf(await person());
      let gap = Number.POSITIVE_INFINITY;
      // The best of several: the machine may be busy.
      for (let run = 0; run < 3 && gap >= 500; run += 1) {
        const mail = mailOf(to);
        const delays = monitorEventLoopDelay({ resolution: 5 });
        delays.enable();
        expect((await receive(mail)).body).toEqual(RECEIVED);
        delays.disable();
        gap = Math.min(gap, delays.max / 1e6);
      }
      // It was up to half a minute before parsing ran on a worker thread.
      expect(gap).toBeLessThan(500);
    },
    60_000,
  );
});
