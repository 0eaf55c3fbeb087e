import { createHmac } from 'node:crypto';

/** A request or a response of the API could not be used. `status`, `code` and `param` are as Stripe has them. */
export class ProtocolError extends Error {
  readonly status: number;
  readonly code: string;
  readonly param: string | undefined;

  constructor(status: number, code: string, message: string, param?: string) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

/** The fields of a body, as it is written on the wire: `line_items[0][price]`. */
export type Fields = ReadonlyMap<string, string>;

export function readFields(body: string): Fields {
  return new Map(new URLSearchParams(body));
}

/** The value of a field that has to be there. */
export function required(fields: Fields, name: string): string {
  const value = fields.get(name) ?? '';
  if (value === '') throw new ProtocolError(400, 'parameter_missing', `Missing required param: ${name}.`, name);
  return value;
}

/** An error as Stripe words it. */
export function errorBody({ status, code, message, param }: ProtocolError): object {
  const type = status === 402 ? 'card_error' : status >= 500 ? 'api_error' : 'invalid_request_error';
  return { error: { type, code, message, ...(param !== undefined && { param }) } };
}

/** Returns the header `stripe-signature` of a text that is sent at an instant, in seconds since 1970. */
export function signatureOf(text: string | Uint8Array, secret: string, seconds: number): string {
  const digest = createHmac('sha256', secret).update(`${seconds}.`).update(text).digest('hex');
  return `t=${seconds},v1=${digest}`;
}

/** Converts an instant to the format of the API. */
export const secondsNow = () => Math.floor(Date.now() / 1_000);
