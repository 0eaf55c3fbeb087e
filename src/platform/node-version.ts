/** Whether a version of Node can run Meadow: 20.19 or newer. */
export function isNodeSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

/** Throws if this Node is too old. Called before anything that an old one lacks, such as `import.meta.dirname`. */
export function requireNode(version: string = process.versions.node): void {
  if (isNodeSupported(version)) return;
  throw new Error(
    `Meadow needs Node 20.19 or newer. This is Node ${version}. Node 24 is recommended: https://nodejs.org`,
  );
}
