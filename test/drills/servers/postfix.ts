import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findFreePort } from '../../free-port.ts';
import { runCommand } from '../run-command.ts';

/** A Postfix of the distribution, with settings, queue and log of its own. */
export type Postfix = {
  folder: string;
  /** Hands over an email by SMTP, byte for byte. */
  send(recipient: string, source: Uint8Array): Promise<void>;
  /** What it has logged. */
  logged(): Promise<string>;
  remove(): Promise<void>;
};

/** Postfix belongs to root. */
const AS_ROOT = process.getuid?.() === 0 ? [] : ['sudo', '-n'];

async function runAsRoot(...words: string[]): Promise<void> {
  const [command = '', ...rest] = [...AS_ROOT, ...words];
  await runCommand(command, rest);
}

const SERVICES = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`;

type PostfixOptions = {
  /** The domain whose mail it accepts. */
  domain: string;
  /** Lines of `main.cf` and `master.cf`, which name the copy of the program. */
  settings: string;
  services: (program: string) => string;
  program: string;
};

export async function startPostfix({ domain, settings, services, program }: PostfixOptions): Promise<Postfix> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-drill-postfix-'));
  // For the accounts of Postfix and of its pipes.
  await chmod(folder, 0o755);
  const [etc, queue, data, log] = ['etc', 'queue', 'data', 'log'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
    string,
  ];
  await Promise.all([etc, queue, data].map((path) => mkdir(path)));
  const copy = join(folder, 'program');
  await writeFile(copy, await readFile(program));
  await chmod(copy, 0o755);
  const port = await findFreePort();
  await writeFile(
    join(etc, 'main.cf'),
    `compatibility_level = 3.6
queue_directory = ${queue}
data_directory = ${data}
maillog_file = ${log}
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mx.${domain}
mydestination =
alias_maps =
local_recipient_maps =
${settings}
`,
  );
  await writeFile(join(etc, 'master.cf'), `127.0.0.1:${port} inet n - n - - smtpd\n${SERVICES}${services(copy)}\n`);
  await runAsRoot('chown', '-R', 'root', etc, queue);
  await runAsRoot('chown', 'postfix', data);
  const logged = async () => readFile(log, 'utf8').catch(() => '');
  const remove = async () => {
    await runAsRoot('postfix', '-c', etc, 'stop').catch(() => undefined);
    if (AS_ROOT.length > 0) await runAsRoot('rm', '-rf', etc, queue, data, log);
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
  try {
    await runAsRoot('postfix', '-c', etc, 'start');
  } catch (error) {
    const text = await logged();
    await remove();
    throw new Error(`Postfix does not start:\n${text}`, { cause: error });
  }
  return {
    folder,
    send: async (recipient, source) => {
      const file = join(folder, 'mail.eml');
      await writeFile(file, source);
      const envelope = ['--mail-from', 'ben@people.test', '--mail-rcpt', recipient];
      await runCommand('curl', ['-sS', `smtp://127.0.0.1:${port}`, ...envelope, '--upload-file', file]);
    },
    logged,
    remove,
  };
}
