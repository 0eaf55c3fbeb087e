/** The message of an error, followed by the messages of its causes. */
export function reasonsOf(error: unknown): string {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    // An AggregateError of several IP addresses has no message.
    const first = cause instanceof AggregateError ? cause.errors[0] : undefined;
    reasons.push(cause.message || (first instanceof Error ? first.message : cause.name));
  }
  return reasons.join('\n  because: ') || String(error);
}

export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}
