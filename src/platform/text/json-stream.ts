import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';

/** The text is no JSON, or exceeds a limit. */
export class JsonStreamError extends Error {}

/** A value, and the key of the document's object that it is in. */
export type StreamedValue = { key: string; value: unknown };

/** The maximum size of one value, returned or skipped. */
const MAX_VALUE_BYTES = 4_000_000;
const MAX_DEPTH = 64;

/**
 * Reads the elements of arrays in a JSON object, such as those of `entries`, with the memory of one element. Elements have at most 4 MB
 * and 64 levels. Gives other requests their turn after each chunk. Throws a `JsonStreamError` where the text is no JSON.
 */
export async function* readJsonArrays(
  source: AsyncIterable<Buffer>,
  keys: readonly string[],
): AsyncGenerator<StreamedValue> {
  const tokenizer = new Tokenizer();
  const values = new TokenParser({ paths: keys.map((key) => `$.${key}.*`), keepStack: false });
  let found: StreamedValue[] = [];
  let failure: Error | null = null;
  let depth = 0;
  let bytes = 0;
  let valueStart = 0;
  values.onValue = ({ value, stack }) => {
    found.push({ key: String(stack[1]?.key), value });
  };
  values.onError = (error) => {
    failure ??= error;
  };
  tokenizer.onError = values.onError;
  tokenizer.onToken = ({ token, value, offset }) => {
    if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
    if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) throw new JsonStreamError('The JSON is nested too deeply.');
    if (depth <= 2) valueStart = offset;
    values.write({ token, value } as Parameters<typeof values.write>[0]);
  };

  for await (const chunk of source) {
    const text = bytes === 0 && chunk.subarray(0, 3).equals(BYTE_ORDER_MARK) ? chunk.subarray(3) : chunk;
    bytes += text.length;
    try {
      tokenizer.write(text);
    } catch (error) {
      failure ??= error as Error;
    }
    if (failure !== null) throw new JsonStreamError('The text is no JSON.');
    if (bytes - valueStart > MAX_VALUE_BYTES) throw new JsonStreamError('A value of the JSON is too long.');
    yield* found;
    found = [];
  }
  if (depth > 0 || bytes === 0) throw new JsonStreamError('The JSON ends too early.');
}

const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);
