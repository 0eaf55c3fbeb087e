import { onTestFinished } from 'vitest';

/** Replaces a method of a dependency until the test ends. `wrap` gets the original. */
export function wrapMethod<Dependency extends object, Name extends keyof Dependency>(
  dependency: Dependency,
  name: Name,
  wrap: (original: Dependency[Name]) => Dependency[Name],
): void {
  const original = dependency[name];
  dependency[name] = wrap(original);
  onTestFinished(() => {
    dependency[name] = original;
  });
}
