import Type, { type TObject, type TProperties, type TSchema } from 'typebox';
import { CalendarDate, Nullable, Timestamp, Uuid } from '../../http/shapes.ts';

/** Short names for the shapes of the fields of records. */
export const Id = Uuid;
export const Instant = Timestamp;
export const Day = CalendarDate;
export const Text = Type.String();
export const Whole = Type.Integer();
export const Decimal = Type.Number();
export const Flag = Type.Boolean();
export const Wholes = Type.Array(Type.Integer());
export const Texts = Type.Array(Type.String());
/** A value of any shape, as it is stored. */
export const Json = Type.Unsafe<unknown>({});
/** A path in the archive. */
export const File = Type.String({ pattern: '^media/' });
export const optional = <Schema extends TSchema>(schema: Schema) => Nullable(schema);

/** The schema of a record: its fields, and a mark of those that an import brought. */
export function recordSchema(description: string, fields: TProperties): TObject {
  return Type.Object(
    { ...fields, imported: Type.Optional(Type.Literal(true)) },
    { description, additionalProperties: false },
  );
}

export const isInstant = (schema: unknown) => hasFormat(schema, 'date-time');
export const isDay = (schema: unknown) => hasFormat(schema, 'date');

function hasFormat(schema: unknown, wanted: string): boolean {
  const { format, anyOf = [] } = schema as { format?: string; anyOf?: unknown[] };
  return format === wanted || anyOf.some((one) => hasFormat(one, wanted));
}
