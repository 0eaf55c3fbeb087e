/** One line of a validation failure: where in the request, and what is wrong there. */
export type ErrorDetail = { path: string; message: string };

/**
 * A refusal that the caller is meant to see. `code` is stable and part of the interface (`area.problem`, kebab-case);
 * `message` is for people and says what to do next; `status` is the HTTP status of the answer.
 */
export class AppError extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(declaration: ErrorDeclaration, circumstances: ErrorCircumstances = {}) {
    super(declaration.message);
    this.name = 'AppError';
    this.status = declaration.status;
    this.code = declaration.code;
    this.details = circumstances.details;
    this.retryAfterSeconds = circumstances.retryAfterSeconds;
  }
}

/** What is known of a refusal only when it happens. */
export type ErrorCircumstances = {
  details?: readonly ErrorDetail[];
  /** When asking again can help, as the header Retry-After says it. */
  retryAfterSeconds?: number;
};

/** What a feature declares once for each of its refusals. */
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

/** What kind of failure this is, as the database, the network or a refusal of ours says it; undefined where nothing does. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

/** The SQLSTATE of an error of the database; undefined for any other. */
export function sqlStateOf(error: unknown): string | undefined {
  const code = codeOf(error);
  // No class of PostgreSQL begins with an E, as the codes of systems do: EPIPE.
  return code !== undefined && /^(?!E)[0-9A-Z]{5}$/.test(code) ? code : undefined;
}
