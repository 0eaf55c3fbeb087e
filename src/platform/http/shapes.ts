import Type, { type Static, type TSchema } from 'typebox';

/** The body of every response that is not a success. */
export const ErrorBody = Type.Object(
  {
    error: Type.String({ description: 'What went wrong and what to do next, for people.' }),
    code: Type.String({ description: 'Stable and machine-readable: `area.problem`.' }),
    request_id: Type.String({ description: 'Quote it when you report a problem.' }),
    details: Type.Optional(
      Type.Array(
        Type.Object({
          path: Type.String({ description: 'Where the problem is, such as `body.title`.' }),
          message: Type.String({ description: 'What to do about it, for people.' }),
          rule: Type.Optional(
            Type.String({
              description:
                'The broken rule: a keyword of JSON Schema such as `required`, `format` or `enum`, or `unknown-field`.',
            }),
          ),
        }),
      ),
    ),
    current: Type.Optional(
      Type.Object({}, { additionalProperties: true, description: 'The record as it is, with `record.changed`.' }),
    ),
  },
  { title: 'Error' },
);

/** The body of a deletion. */
export const MessageBody = Type.Object({ message: Type.String() }, { title: 'Message' });

export const Uuid = Type.String({ format: 'uuid' });

/** An instant, as ISO 8601 in UTC with milliseconds. */
export const Timestamp = Type.String({ format: 'date-time' });

/** A calendar date, YYYY-MM-DD. */
export const CalendarDate = Type.String({ format: 'date' });

/** Hours and minutes, 00:00 to 23:59. (The format `time` of JSON Schema is one with seconds and an offset.) */
export const TimeOfDay = Type.String({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$', maxLength: 5 });

/** An address that others are led to. */
export const HttpsUrl = Type.String({
  maxLength: 2_048,
  format: 'uri',
  // The pattern rejects a name or password before the host, and characters that some clients read as a slash.
  pattern: '^https://[^/?#@\\s\\\\]+([/?#][^\\s\\\\]*)?$',
  description: 'Over https.',
});

/** An image that clients draw: they reserve its space, and fill it with `color` until the image is loaded. */
export const Picture = Type.Object(
  {
    url: Type.String(),
    width: Type.Integer({ minimum: 1, description: 'In pixels.' }),
    height: Type.Integer({ minimum: 1, description: 'In pixels.' }),
    color: Type.Union([Type.String({ pattern: '^#[0-9a-f]{6}$' }), Type.Null()], {
      description: 'The dominant colour. null if it is not known.',
    }),
  },
  { title: 'Picture' },
);
export type Picture = Static<typeof Picture>;

export const Nullable = <Schema extends TSchema>(schema: Schema, options?: { description: string }) =>
  Type.Union([schema, Type.Null()], options);

/** The path of a route about one record. */
export const IdInPath = Type.Object({ id: Uuid });

/** The path of a route about one date. */
export const DateInPath = Type.Object({ date: CalendarDate });
