import { runCommandLine } from './command-line/program.ts';
import { storeCompiledCode } from './platform/compile-cache.ts';

storeCompiledCode();
await runCommandLine(process.argv.slice(2));
