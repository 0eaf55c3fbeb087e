/** As the table requires. No declared kind comes near. */
const MAX_BODY_BYTES = 20 * 1024;

/** The body of a message, which is signed as it is. */
export function bodyOf({ kind, occurredAt, data }: { kind: string; occurredAt: Date; data: object }): string {
  return JSON.stringify({ type: kind, timestamp: occurredAt.toISOString(), data });
}

export function fitsMessage(body: string): boolean {
  return Buffer.byteLength(body) <= MAX_BODY_BYTES;
}
