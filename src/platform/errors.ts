/** One validation failure: the path in the request, what to do, and the rule for programs (`required`, `format`, `enum` …). */
export type ErrorDetail = { path: string; message: string; rule?: string };

/**
 * An error that the caller is meant to see.
 * `code` is stable and part of the API (`area.problem`, kebab-case). `message` says what happened and what to do next. `status` is
 * the HTTP status.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly current: object | undefined;

  constructor(declaration: ErrorDeclaration, circumstances: ErrorCircumstances = {}) {
    super(declaration.message);
    this.name = 'AppError';
    this.status = declaration.status;
    this.code = declaration.code;
    this.details = circumstances.details;
    this.retryAfterSeconds = circumstances.retryAfterSeconds;
    this.current = circumstances.current;
  }
}

/** What is known only when the error happens. */
export type ErrorCircumstances = {
  details?: readonly ErrorDetail[];
  /** When a retry can succeed, for the header Retry-After. */
  retryAfterSeconds?: number;
  /** The record as it is, as the caller may see it. */
  current?: object;
};

/** An error that a feature declares once. */
export type ErrorDeclaration = { status: number; code: string; message: string };

const declarations = new Map<string, ErrorDeclaration>();

const OR = ' Or: ';

/** Registers an error under its code. A code has one status wherever it is declared, but may have several messages. */
export function declareError(declaration: ErrorDeclaration): ErrorDeclaration {
  const { code, status } = declaration;
  const known = declarations.get(code);
  if (known !== undefined && known.status !== status) {
    throw new Error(`The error ${code} is declared with the statuses ${known.status} and ${status}.`);
  }
  // Sorted, because modules load in different orders.
  const messages = new Set([...(known?.message.split(OR) ?? []), declaration.message]);
  declarations.set(code, { code, status, message: [...messages].sort().join(OR) });
  return declaration;
}

/** The declaration of a code, with all of its messages. Throws if no loaded module declares it. */
export function findErrorDeclaration(code: string): ErrorDeclaration {
  const declaration = declarations.get(code);
  if (declaration === undefined) throw new Error(`No error is declared with the code ${code}.`);
  return declaration;
}

/** Turns a table of declarations into a table of functions that make the error: `throw entryErrors.notFound()`. */
export function declareErrors<Name extends string>(
  table: Record<Name, ErrorDeclaration>,
): Record<Name, (circumstances?: ErrorCircumstances) => AppError> {
  const factories = {} as Record<Name, (circumstances?: ErrorCircumstances) => AppError>;
  for (const name of Object.keys(table) as Name[]) {
    const declaration = declareError(table[name]);
    factories[name] = (circumstances) => new AppError(declaration, circumstances);
  }
  return factories;
}

/** The `code` of an error of the database, the network or the application. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The SQLSTATE of a database error. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = codeOf(error);
  // No class of PostgreSQL begins with an E, as system codes such as EPIPE do.
  return code !== undefined && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
