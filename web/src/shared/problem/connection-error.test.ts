import { expect, test } from 'vitest';
import { ConnectionError, isConnectionError } from './connection-error.ts';

test.each([
  [new ConnectionError(new TypeError('Failed to fetch')), true],
  [new TypeError('Failed to fetch'), true],
  [new TypeError('Failed to fetch dynamically imported module: https://meadow.test/assets/x.js'), true],
  [new TypeError('NetworkError when attempting to fetch resource.'), true],
  [new TypeError('Load failed'), true],
  [new TypeError("Cannot read properties of undefined (reading 'map')"), false],
  [new RangeError('Invalid time zone specified: Mars/Olympus'), false],
  [undefined, false],
])('%s is an error of the connection: %s', (error, isOne) => {
  expect(isConnectionError(error)).toBe(isOne);
});
