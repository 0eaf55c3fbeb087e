import { runCommandLine } from './command-line/program.ts';

await runCommandLine(process.argv.slice(2));
