import { describe, expect, test } from 'vitest';
import { canReceive, dropReceived, engagementEndOf, wordsOf } from './drop.rules.ts';

describe('The words of a drop', () => {
  const drop = { recipient_id: 'ben', drop_type: 'encouragement' } as const;

  test.each([
    ['a template’s', { template_id: 'one' }, { templateId: 'one', content: null }],
    ['a template’s, and none beside', { template_id: 'one', content: null }, { templateId: 'one', content: null }],
    ['its sender’s', { content: 'Well done' }, { templateId: null, content: 'Well done' }],
  ])('are %s', (_, fields, words) => {
    expect(wordsOf({ ...drop, ...fields })).toEqual(words);
  });

  test.each([
    ['neither', {}],
    ['neither, twice', { template_id: null, content: null }],
    ['both', { template_id: 'one', content: 'Well done' }],
  ])('are not %s', (_, fields) => {
    expect(() => wordsOf({ ...drop, ...fields })).toThrow(
      expect.objectContaining({ code: 'drops.template-or-content' }),
    );
  });
});

test.each([
  [{ is_active: true, is_blocked: false }, true],
  [{ is_active: false, is_blocked: false }, false],
  [{ is_active: true, is_blocked: true }, false],
  [{ is_active: false, is_blocked: true }, false],
])('somebody who is %o gets a drop: %s', (recipient, can) => {
  expect(canReceive(recipient)).toBe(can);
});

test.each([
  [24, '2026-03-02T12:00:00.000Z'],
  [0, '2026-03-01T12:00:00.000Z'],
  [8_760, '2027-03-01T12:00:00.000Z'],
])('a window of %i hours from a noon ends at %s', (hours, end) => {
  expect(engagementEndOf(new Date('2026-03-01T12:00:00Z'), hours).toISOString()).toBe(end);
});

test('a notice says who sent a drop, and somebody without a name is somebody', () => {
  const drop = { id: 'drop', recipient_id: 'ben' };
  expect(dropReceived(drop, { id: 'ada', name: 'Ada' }).body).toBe('Ada sent you a drop.');
  expect(dropReceived(drop, { id: 'ada', name: '' }).body).toBe('Somebody sent you a drop.');
});
