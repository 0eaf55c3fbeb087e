// node scripts/dev.js [options of meadow start]   runs the server and the web client, and reloads what changes
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';

const root = join(import.meta.dirname, '..');
const settings = { ...readSettings(), ...process.env };
const port = Number(settings.PORT || 3000);
const serverPort = port + 1;

// Browsers open the client, which passes on what is not its own. So the server has the address of the client.
const server = start(['--import', 'tsx', '--watch', '--watch-preserve-output', 'src/main.ts', '--sandbox'], {
  PORT: String(serverPort),
  PUBLIC_URL: settings.PUBLIC_URL || `http://localhost:${port}`,
  WEB: 'off',
  // The watch restarts one process.
  PROCESSES: '1',
});
const vite = join('node_modules', 'vite', 'bin', 'vite.js');
const client = start([vite, 'web', '--config', join('web', 'vite.config.ts'), '--logLevel', 'warn'], {
  WEB_PORT: String(port),
  MEADOW_URL: `http://localhost:${serverPort}`,
});

let isStopping = false;
// A terminal sends Ctrl-C to the children as well. A second signal would cut off the stop of the database.
process.on('SIGINT', () => {
  isStopping = true;
});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => stop(signal));
for (const child of [server, client]) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0;
    stop('SIGTERM');
  });
}

function start(parameters, environment) {
  const extra = parameters.includes('--sandbox') ? process.argv.slice(2) : [];
  return spawn(process.execPath, [...parameters, ...extra], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...environment },
  });
}

function stop(signal) {
  if (isStopping) return;
  isStopping = true;
  for (const child of [client, server]) child.kill(signal);
}

function readSettings() {
  const file = join(root, '.env');
  return existsSync(file) ? parseEnv(readFileSync(file, 'utf8')) : {};
}
