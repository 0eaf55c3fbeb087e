import { MeadowError } from '@meadow/client';

/** The names of the fields by the codes of the errors that belong to them. */
export type FieldsByCode = Readonly<Record<string, string>>;

/** The field that an error is about: by its code, else by the place in the body that it names. Null for the form as a whole. */
export function fieldOf(error: unknown, fields: FieldsByCode, names: readonly string[]): string | null {
  if (!(error instanceof MeadowError)) return null;
  const byCode = fields[error.code];
  if (byCode !== undefined) return byCode;
  const named = error.details?.map(({ path }) => path.replace(/^body\./, '')).find((name) => names.includes(name));
  return named ?? null;
}

/** The text of a wait: `0:09`, `14:30`. */
export function formatWait(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
