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

  constructor(declaration: ErrorDeclaration, details?: readonly ErrorDetail[]) {
    super(declaration.message);
    this.name = 'AppError';
    this.status = declaration.status;
    this.code = declaration.code;
    this.details = details;
  }
}

/** What a feature declares once for each of its refusals. */
export type ErrorDeclaration = { status: number; code: string; message: string };

/** Turns a table of declarations into a table of functions that make the error: `throw journalErrors.entryNotFound()`. */
export function declareErrors<Name extends string>(
  declarations: Record<Name, ErrorDeclaration>,
): Record<Name, (details?: readonly ErrorDetail[]) => AppError> {
  const factories = {} as Record<Name, (details?: readonly ErrorDetail[]) => AppError>;
  for (const name of Object.keys(declarations) as Name[]) {
    factories[name] = (details) => new AppError(declarations[name], details);
  }
  return factories;
}
