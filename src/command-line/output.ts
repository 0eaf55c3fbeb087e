/** What a person is told about a failure: its message, and those of what caused it. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // What tried several addresses has no message of its own.
    const told = cause instanceof AggregateError ? cause.errors[0] : undefined;
    reasons.push(cause.message || (told instanceof Error ? told.message : cause.name));
  }
  return reasons.join('\n  because: ') || String(error);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
