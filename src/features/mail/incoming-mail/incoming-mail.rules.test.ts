import { describe, expect, test } from 'vitest';
import { headerFieldsIn } from '#platform/text/mail-header.ts';
import * as rules from './incoming-mail.rules.ts';
import { searchableJson, titleOf, toStorable } from './incoming-mail.rules.ts';

const recipientsIn = (source: string) => rules.recipientsIn(headerFieldsIn(Buffer.from(source)));

describe('recipientsIn', () => {
  test.each([
    ['To', 'To: a@b.test', 'a@b.test'],
    ['Cc', 'Cc: a@b.test', 'a@b.test'],
    ['Bcc', 'Bcc: a@b.test', 'a@b.test'],
    ['Delivered-To', 'Delivered-To: a@b.test', 'a@b.test'],
    ['X-Original-To', 'X-Original-To: a@b.test', 'a@b.test'],
    ['Envelope-To', 'Envelope-To: a@b.test', 'a@b.test'],
    ['a name in capitals', 'TO : a@b.test', 'a@b.test'],
    ['a folded line', 'To: c@d.test,\r\n\t a@b.test\r\nCc: e@f.test', 'c@d.test, a@b.test\ne@f.test'],
    ['line feeds without carriage returns', 'To: c@d.test,\n a@b.test\nX: y\n\nTo: e@f.test', 'c@d.test, a@b.test'],
    ['Received', 'Received: from a.test by b.test with SMTP id 1\r\n for <a@b.test>; Sat, 21 Nov 2026', 'a@b.test'],
    ['Received, folded before its part', 'Received: by b.test id 1\r\n\t\tfor   <a@b.test>; Sat', 'a@b.test'],
    ['Received without brackets', 'Received: by b.test id 1 for a@b.test; Sat', 'a@b.test'],
  ])('reads %s', (_name, header, recipients) => {
    expect(recipientsIn(`${header}\r\n\r\nTo: v@w.test`).trim()).toBe(recipients);
  });

  test.each([
    ['Subject', 'Subject: for a@b.test'],
    ['From', 'From: a@b.test'],
    ['Sender', 'Sender: a@b.test'],
    ['Reply-To', 'Reply-To: a@b.test'],
    ['References', 'References: <a@b.test>'],
    ['In-Reply-To', 'In-Reply-To: <a@b.test>'],
    ['Message-ID', 'Message-ID: <a@b.test>'],
    ['Received without the clause “for”', 'Received: from a@b.test by c.test; Sat, 21 Nov 2026'],
    ['a continued line', 'Subject: x\r\n To: a@b.test'],
    ['a line without a colon', 'To'],
    ['the body', 'X: y\r\n\r\nTo: a@b.test'],
    ['an empty source', ''],
  ])('ignores %s', (_name, source) => {
    expect(recipientsIn(source)).toBe('');
  });
});

describe('searchableJson', () => {
  test.each([
    ['Go writes brackets as escapes', String.raw`{"to":"\u003cjournal-1@b.test\u003e"}`],
    ['a line break before the address', String.raw`{"raw":"To: c@d.test,\n\tjournal-1@b.test"}`],
    ['an at sign as an escape', String.raw`{"to":"journal-1\u0040b.test"}`],
    [
      'a source in base64',
      JSON.stringify({ raw_base64: Buffer.from('To: journal-1@b.test\r\n\r\n').toString('base64') }),
    ],
    [
      'base64 with escaped slashes',
      JSON.stringify({
        raw_base64: Buffer.from('X: ???>>>\r\nTo: journal-1@b.test\r\n').toString('base64'),
      }).replaceAll('/', '\\/'),
    ],
  ])('shows an address: %s', (_what, json) => {
    expect(searchableJson(json)).toMatch(/(?<!\w)journal-1@b\.test(?!\w)/);
  });
});

test.each([
  ['Dear diary', 'Dear diary'],
  ['  two\r\n words\t', 'two words'],
  ['', 'An email without a subject'],
  ['\u0007 \u202e', 'An email without a subject'],
])('titleOf(%j) is %j', (subject, title) => {
  expect(titleOf(subject)).toBe(title);
});

describe('toStorable', () => {
  test.each([
    ['line breaks', 'one\r\ntwo\rthree\n', 'one\ntwo\nthree'],
    ['a NUL', 'a\u0000b', 'ab'],
    ['bytes of windows-1252 that were taken for Latin-1', 'It\u0092s 5 \u0080 \u0085 \u0081', 'It’s 5 € …'],
    ['breaks of lines and pages', 'one\vtwo\fthree', 'one\ntwo\nthree'],
    ['a lone surrogate', 'a\ud83cb', 'a\ufffdb'],
    ['nothing of a tab', 'a\tb', 'a\tb'],
  ])('converts %s', (_what, text, stored) => {
    expect(toStorable(text)).toBe(stored);
  });
});
