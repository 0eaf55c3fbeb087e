import { describe, expect, test } from 'vitest';
import { startTestApp } from '#test/start-test-app.ts';
import { watchMailThreads } from '../test-mail-threads.ts';
import { createIncomingMail, mailTo, RECEIVED, rawTo } from './test-incoming-mail.ts';

const app = await startTestApp();
const { deps, person } = app;
const { addressOf, receive } = createIncomingMail(app);

describe('POST /api/email/webhook', () => {
  test.each<[string, (to: string) => object]>([
    ['table cells', (to) => mailTo(to, { text: '', html: '<td>'.repeat(65_000) })],
    ['nested bold text', (to) => mailTo(to, { text: '', html: '<b>'.repeat(86_000) })],
    ['nested SVG', (to) => mailTo(to, { text: '', html: '<svg>'.repeat(52_000) })],
    ['flowed lines', (to) => rawTo(to, 'text/plain; format=flowed', ' \n'.repeat(87_000))],
    ['flowed words', (to) => rawTo(to, 'text/plain; format=flowed', 'a \n'.repeat(60_000))],
    ['table cells in a source', (to) => rawTo(to, 'text/html', '<td>'.repeat(64_000))],
  ])('parses an email made to be slow in a thread, so that others are served meanwhile: %s', async (_what, mailOf) => {
    const to = await addressOf(await person());
    const runs = watchMailThreads(deps);
    expect((await receive(mailOf(to))).body).toEqual(RECEIVED);
    expect(runs).toHaveLength(1);
  });
});
