import { describe, expect, test } from 'vitest';
import { CACHE_MS, messageIdIn, recipientsIn, storable, titleOf } from './incoming-mail.rules.ts';

describe('to whom a message goes', () => {
  test.each([
    ['To', 'To: a@b.test', 'a@b.test'],
    ['Cc', 'Cc: a@b.test', 'a@b.test'],
    ['Bcc', 'Bcc: a@b.test', 'a@b.test'],
    ['Delivered-To', 'Delivered-To: a@b.test', 'a@b.test'],
    ['X-Original-To', 'X-Original-To: a@b.test', 'a@b.test'],
    ['Envelope-To', 'Envelope-To: a@b.test', 'a@b.test'],
    ['capitals', 'TO : a@b.test', 'a@b.test'],
    ['several lines', 'To: c@d.test,\r\n\t a@b.test\r\nCc: e@f.test', 'c@d.test, a@b.test\n e@f.test'],
    ['line feeds alone', 'To: c@d.test,\n a@b.test\nX: y\n\nTo: e@f.test', 'c@d.test, a@b.test'],
    ['Received', 'Received: from a.test by b.test with SMTP id 1\r\n for <a@b.test>; Sat, 21 Nov 2026', 'a@b.test'],
    ['Received, folded before its part', 'Received: by b.test id 1\r\n\t\tfor   <a@b.test>; Sat', 'a@b.test'],
    ['Received without brackets', 'Received: by b.test id 1 for a@b.test; Sat', 'a@b.test'],
  ])('stands in %s', (_where, head, recipients) => {
    expect(recipientsIn(`${head}\r\n\r\nTo: v@w.test`).trim()).toBe(recipients);
  });

  test.each([
    ['Subject', 'Subject: for a@b.test'],
    ['From', 'From: a@b.test'],
    ['Sender', 'Sender: a@b.test'],
    ['Reply-To', 'Reply-To: a@b.test'],
    ['References', 'References: <a@b.test>'],
    ['In-Reply-To', 'In-Reply-To: <a@b.test>'],
    ['Message-ID', 'Message-ID: <a@b.test>'],
    ['Received, but for its part about for whom', 'Received: from a@b.test by c.test; Sat, 21 Nov 2026'],
    ['a line that goes on', 'Subject: x\r\n To: a@b.test'],
    ['no header', 'To'],
    ['the text', 'X: y\r\n\r\nTo: a@b.test'],
    ['nothing', ''],
  ])('does not stand in %s', (_where, source) => {
    expect(recipientsIn(source)).toBe('');
  });
});

test('that a mail has come is known for thirty days', () => {
  expect(CACHE_MS).toBe(2_592_000_000);
});

test.each([
  ['Subject: x\r\nMessage-ID: <a@b.test>\r\n\r\nx', '<a@b.test>'],
  ['message-id:\r\n <a@b.test>\r\n', '<a@b.test>'],
  ['Subject: Message-ID: <a@b.test>\r\n\r\nMessage-ID: <c@d.test>', undefined],
])('the id of the message %j is %s', (source, id) => {
  expect(messageIdIn(source)).toBe(id);
});

test.each([
  ['Dear diary', 'Dear diary'],
  ['  two\r\n words\t', 'two words'],
  ['', 'A mail without a subject'],
  ['\u0007 \u202e', 'A mail without a subject'],
])('the title of %j is %j', (subject, title) => {
  expect(titleOf(subject)).toBe(title);
});

describe('what can be stored of', () => {
  test.each([
    ['a text', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
    ['a NUL', 'a\u0000b', 'ab'],
    ['half of a character', 'a\ud83cb', 'a\ufffdb'],
    ['a tab', 'a\tb', 'a\tb'],
  ])('%s', (_what, text, stored) => {
    expect(storable(text)).toBe(stored);
  });
});
