import { runCommandLine } from './command-line/program.ts';
import { storeCompiledCode } from './platform/compile-cache.ts';

storeCompiledCode();
// `npm start` runs the command `start` with the options after it.
await runCommandLine(['start', ...process.argv.slice(2)]);
