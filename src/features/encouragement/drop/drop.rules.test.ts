import { describe, expect, test } from 'vitest';
import { canReceive, contentSourceOf, engagementEndOf } from './drop.rules.ts';
import { dropNotification } from './drop.template.ts';

describe('contentSourceOf', () => {
  const drop = { recipient_id: 'ben', drop_type: 'encouragement' } as const;

  test.each([
    ['a template', { template_id: 'one' }, { templateId: 'one', content: null }],
    ['a template and null content', { template_id: 'one', content: null }, { templateId: 'one', content: null }],
    ['content', { content: 'Well done' }, { templateId: null, content: 'Well done' }],
  ])('accepts %s', (_, fields, source) => {
    expect(contentSourceOf({ ...drop, ...fields })).toEqual(source);
  });

  test.each([
    ['neither', {}],
    ['both null', { template_id: null, content: null }],
    ['both', { template_id: 'one', content: 'Well done' }],
  ])('rejects %s', (_, fields) => {
    expect(() => contentSourceOf({ ...drop, ...fields })).toThrow(
      expect.objectContaining({ code: 'drops.template-or-content' }),
    );
  });
});

test.each([
  [{ is_active: true, is_blocked: false }, true],
  [{ is_active: false, is_blocked: false }, false],
  [{ is_active: true, is_blocked: true }, false],
  [{ is_active: false, is_blocked: true }, false],
])('canReceive of %o is %s', (recipient, can) => {
  expect(canReceive(recipient)).toBe(can);
});

test.each([
  [24, '2026-03-02T12:00:00.000Z'],
  [0, '2026-03-01T12:00:00.000Z'],
  [8_760, '2027-03-01T12:00:00.000Z'],
])('a window of %i hours ends at %s', (hours, end) => {
  expect(engagementEndOf(new Date('2026-03-01T12:00:00Z'), hours).toISOString()).toBe(end);
});

test('a notification names the sender if there is a name', () => {
  const drop = { id: 'drop', recipient_id: 'ben' };
  expect(dropNotification(drop, { id: 'ada', name: 'Ada' }).body).toBe('Ada sent you a drop.');
  expect(dropNotification(drop, { id: 'ada', name: '' }).body).toBe('A user sent you a drop.');
});
