// Imported first by programs that run before or without a build, so it has no syntax and no import that an old Node lacks.
const [major, minor] = process.versions.node.split('.').map(Number);

/** Ends the process if this Node cannot run Meadow. */
export function requireNode() {
  if (major > 20 || (major === 20 && minor >= 19)) return;
  process.stderr.write(
    `Meadow needs Node 20.19 or newer. This is Node ${process.versions.node}. Node 24 is recommended: https://nodejs.org\n`,
  );
  process.exit(1);
}
