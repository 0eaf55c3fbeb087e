import Type from 'typebox';
import { Compile } from 'typebox/compile';
import { describe, expect, test } from 'vitest';
import { CalendarDate, Nullable, TimeOfDay, Timestamp, Uuid } from '../shapes.ts';
import { labelOf, requestOf } from './field-label.ts';
import { registerFormats } from './formats.ts';
import { detailsOf } from './problem-details.ts';

registerFormats();

const schema = Type.Object({
  title: Type.String({ minLength: 1, maxLength: 5 }),
  start_date: CalendarDate,
  count: Type.Optional(Type.Integer({ minimum: 0, maximum: 10 })),
  share: Type.Optional(Type.Number({ exclusiveMinimum: 0 })),
  isActive: Type.Optional(Type.Boolean()),
  mood: Type.Optional(Type.Enum(['calm', 'glad'])),
  level: Type.Optional(Type.Union([Type.Literal('user'), Type.Literal('team')])),
  visibility: Type.Optional(Nullable(Type.Enum(['user', 'team']))),
  org_id: Type.Optional(Nullable(Uuid)),
  note: Type.Optional(Nullable(Type.String({ maxLength: 3 }))),
  deadline: Type.Optional(Nullable(Type.Union([CalendarDate, Timestamp]))),
  to: Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())])),
  steps: Type.Optional(Type.Array(Type.Object({ text: Type.String(), unit: Type.String() }), { maxItems: 2 })),
  tags: Type.Optional(Type.Array(Type.String({ pattern: '\\S' }), { minItems: 1, uniqueItems: true })),
  startTime: Type.Optional(TimeOfDay),
  scores: Type.Optional(Type.Record(Type.String(), Type.Integer())),
});
const validator = Compile(schema);
const valid = { title: 't', start_date: '2026-03-31' };
const detailsFor = (value: unknown) => detailsOf('body', validator.Errors(value) as Parameters<typeof detailsOf>[1]);

describe('detailsOf', () => {
  test('names each missing field at its own path', () => {
    expect(detailsFor({})).toEqual([
      { path: 'body.title', message: 'Give a title.', rule: 'required' },
      { path: 'body.start_date', message: 'Give a start date.', rule: 'required' },
    ]);
    expect(detailsFor({ ...valid, steps: [{ text: '', unit: '' }, {}] })).toEqual([
      { path: 'body.steps.1.text', message: 'Give a text.', rule: 'required' },
      { path: 'body.steps.1.unit', message: 'Give a unit.', rule: 'required' },
    ]);
  });

  test.each<[object, string, string, string]>([
    [{ title: '' }, 'title', 'minLength', 'The title must have at least 1 character.'],
    [{ title: 'sixsix' }, 'title', 'maxLength', 'The title must have at most 5 characters.'],
    [{ title: 5 }, 'title', 'type', 'The title must be text.'],
    [{ start_date: 'x' }, 'start_date', 'format', 'The start date must be a date such as 2026-03-31.'],
    [{ count: 1.5 }, 'count', 'type', 'The count must be a whole number.'],
    [{ count: -1 }, 'count', 'minimum', 'The count must be at least 0.'],
    [{ count: 11 }, 'count', 'maximum', 'The count must be at most 10.'],
    [{ share: 0 }, 'share', 'exclusiveMinimum', 'The share must be greater than 0.'],
    [{ isActive: 'yes' }, 'isActive', 'type', '"isActive" must be true or false.'],
    [{ mood: 'x' }, 'mood', 'enum', 'The mood must be one of: calm, glad.'],
    [{ level: 'x' }, 'level', 'enum', 'The level must be one of: user, team.'],
    [{ visibility: 'x' }, 'visibility', 'enum', 'The visibility must be one of: user, team, null.'],
    [{ org_id: 'x' }, 'org_id', 'format', 'The org id must be a UUID or null.'],
    [{ org_id: 5 }, 'org_id', 'type', 'The org id must be text or null.'],
    [{ note: 'four' }, 'note', 'maxLength', 'The note must have at most 3 characters.'],
    [{ to: 5 }, 'to', 'type', '"to" must be text or a list.'],
    [{ steps: 5 }, 'steps', 'type', 'The steps must be a list.'],
    [{ tags: [] }, 'tags', 'minItems', 'The tags must have at least 1 item.'],
    [{ tags: ['a', 'a'] }, 'tags', 'uniqueItems', 'The tags must not have the same item twice.'],
    [{ tags: ['a', ' '] }, 'tags.1', 'pattern', 'Item 2 of the tags must not be blank.'],
    [{ startTime: '7:5' }, 'startTime', 'pattern', 'The start time must be a time such as 07:30.'],
    [{ scores: { 'a key': 'x' } }, 'scores.a key', 'type', 'The value must be a whole number.'],
  ])('%j', (change, path, rule, message) => {
    expect(detailsFor({ ...valid, ...change })[0]).toEqual({ path: `body.${path}`, message, rule });
  });

  test('makes one detail of a union of formats', () => {
    expect(detailsFor({ ...valid, deadline: 'soon' })).toEqual([
      {
        path: 'body.deadline',
        message:
          'The deadline must be a date such as 2026-03-31 or a date and time such as 2026-03-31T07:30:00Z or null.',
        rule: 'format',
      },
    ]);
  });

  test('keeps the details of two unions apart', () => {
    expect(detailsFor({ ...valid, org_id: 5, visibility: 'x' }).map(({ path }) => path)).toEqual([
      'body.visibility',
      'body.org_id',
    ]);
  });

  test('names a body of another type', () => {
    expect(detailsFor([])).toEqual([{ path: 'body', message: 'The body must be an object.', rule: 'type' }]);
  });
});

test.each([
  ['title', 'a title'],
  ['entry_id', 'an entry id'],
  ['successUrl', 'a success URL'],
  ['user_ids', 'user ids'],
  ['tokens_per_drop', 'tokens per drop'],
  ['status', 'a status'],
  ['address', 'an address'],
  ['content', 'content'],
  ['is_featured', '"is_featured"'],
  ['opt_out', '"opt_out"'],
  ['issue', 'an issue'],
  ['to', '"to"'],
  ['q', '"q"'],
])('asks for %s as %s', (name, expected) => {
  expect(requestOf(name)).toBe(expected);
});

test.each([
  ['body', 'The body'],
  ['querystring.limit', 'The limit'],
  ['params.id', 'The id'],
  ['body.steps.0', 'Item 1 of the steps'],
  ['body.windowStartTime', 'The window start time'],
])('calls %s "%s"', (path, expected) => {
  expect(labelOf(path)).toBe(expected);
});
