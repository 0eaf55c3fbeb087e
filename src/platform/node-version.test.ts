import { expect, test } from 'vitest';
import { isNodeSupported, requireNode } from './node-version.ts';

test.each([
  ['18.20.4', false],
  ['20.18.3', false],
  ['20.19.0', true],
  ['21.0.0', true],
  ['24.21.0', true],
  ['26.12.1', true],
])('Node %s runs Meadow: %s', (version, isSupported) => {
  expect(isNodeSupported(version)).toBe(isSupported);
  const require = () => requireNode(version);
  if (isSupported) expect(require).not.toThrow();
  else expect(require).toThrow(`needs Node 20.19 or newer. This is Node ${version}`);
});
