import { spawn } from 'node:child_process';
import { once } from 'node:events';

/** Runs a program to its end and returns what it printed. Rejects with all it printed if it fails. */
export async function runCommand(
  command: string,
  words: readonly string[],
  { folder = process.cwd(), environment = {} }: { folder?: string; environment?: Record<string, string> } = {},
): Promise<string> {
  const child = spawn(command, words, {
    cwd: folder,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    output += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    errors += String(chunk);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}:\n${output}${errors}`);
  return output;
}
