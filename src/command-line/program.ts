import { Command } from 'commander';
import { readVersion } from '#app/version.ts';
import { requireNode } from '#platform/node-version.ts';
import { reasonsOf } from './output.ts';
import type { ServeOptions } from './serve.ts';

const EXAMPLES = `
Examples:
  meadow start --sandbox               start without any API key
  meadow doctor                        check the installation
  meadow backup /backups/today.tar.gz  back up everything to one file
  meadow check                         verify the stored data
  meadow admin create you@example.org  create the first super admin
  meadow jobs run generate-chains      run the midnight job now

Settings are read from the environment and from .env in the working directory;
.env.example lists them. Commands also work while a server runs.`;

/** Runs the command line with these arguments. Prints errors and sets the exit code 1. */
export async function runCommandLine(programArguments: readonly string[]): Promise<void> {
  try {
    requireNode();
    const program = createProgram(await readVersion());
    if (programArguments.length === 0) return program.outputHelp();
    await program.parseAsync(programArguments, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${reasonsOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** Declares the commands. Each loads its code when it runs, so that help is fast. */
export function createProgram(version: string): Command {
  const serve = async (options: ServeOptions) => (await import('./serve.ts')).serve(options);
  const program = new Command('meadow')
    .description('A journal and accountability service.')
    .version(version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help for a command')
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError('Run: meadow --help')
    .addHelpText('after', EXAMPLES);

  program.commandsGroup('Server:');
  program
    .command('start')
    .summary('start the server')
    .description('Starts the database, applies pending migrations and serves until Ctrl-C.')
    .option('--sandbox', 'use local sandboxes for providers that are not configured')
    .option('--demo', 'use sample users and sandboxes, with data in DATA_DIR/demo')
    .action(({ sandbox = false, demo = false }: Partial<ServeOptions>) => serve({ sandbox, demo }));
  program
    .command('demo')
    .summary('start a server with sample users')
    .description(
      'Starts a server with sample users. Stores all data in DATA_DIR/demo. Does not start if a real database or provider is configured. Same as: meadow start --demo',
    )
    .action(() => serve({ sandbox: true, demo: true }));

  program.commandsGroup('Operation:');
  program
    .command('doctor')
    .summary('check everything that Meadow depends on')
    .description(
      'Checks everything that Meadow depends on and advises what to do. Changes no data. Exit code 1 if a check fails.',
    )
    .action(async () => {
      const { examine } = await import('./doctor/doctor.ts');
      if (!(await examine())) process.exitCode = 1;
    });
  program
    .command('check')
    .summary('verify the stored data')
    .description(
      'Verifies what must hold in database and files: balances, chains, links, secrets. Changes no data. Also while a server runs. Exit code 1 if something is broken.',
    )
    .option('--json', 'print the findings as JSON')
    .action(async ({ json = false }: { json?: boolean }) => {
      const { check } = await import('./check/check.ts');
      if (!(await check({ isJson: json }))) process.exitCode = 1;
    });
  program
    .command('migrate')
    .summary('apply pending migrations')
    .description('Applies pending migrations in one transaction and lists them. A start does the same.')
    .action(async () => (await import('./migrate.ts')).migrateDatabase());
  program
    .command('upgrade')
    .summary('back up, and bring the database to this version')
    .description(
      'Brings the database to this version. Writes a backup, copies the embedded database into a newer PostgreSQL if this version comes with one, and applies pending migrations. Stop the server first.',
    )
    .option('--dry-run', 'print what would be done, rehearse it, and change nothing')
    .option('--backup <file>', 'path of the backup; default: in DATA_DIR/backups')
    .option('--no-backup', 'write no backup')
    .action(async ({ dryRun = false, backup = true }: { dryRun?: boolean; backup?: string | boolean }) =>
      (await import('./upgrade/upgrade.ts')).upgrade({ isDryRun: dryRun, backup }),
    );
  program
    .command('backup')
    .summary('write database, files and secrets to one file')
    .description(
      'Writes database, files and secrets to one new file, also while a server runs. Keep the file safe: it contains the encryption key.',
    )
    .argument('<file>', 'path of the backup, such as meadow-2026-01-31.tar.gz')
    .option('--recipient <recipient>', 'encrypt to this recipient of age (repeatable)', append, [])
    .option('--list', 'verify an existing backup and list its contents')
    .option('--identity <file>', 'identity file of age, to list an encrypted backup')
    .action(async (file: string, given: { recipient: string[]; list?: boolean; identity?: string }) => {
      const { backUp, listBackup } = await import('./backup/backup.ts');
      await (given.list ? listBackup(file, identityOf(given)) : backUp(file, { recipients: given.recipient }));
    });
  program
    .command('restore')
    .summary('restore a backup into an unused Meadow')
    .description(
      'Restores a backup into an unused Meadow. Writes to the configured database, storage and key file. Stop the server first.',
    )
    .argument('<file>', 'a file of meadow backup')
    .option('--identity <file>', 'identity file of age, for an encrypted backup')
    .action(async (file: string, given: { identity?: string }) =>
      (await import('./backup/restore.ts')).restore(file, identityOf(given)),
    );
  addJobs(program.command('jobs').summary('scheduled jobs'));
  addAdmin(program.command('admin').summary('super admins'));
  addKey(program.command('key').summary('the encryption key'));
  return program;
}

function append(value: string, values: readonly string[]): string[] {
  return [...values, value];
}

function identityOf({ identity }: { identity?: string }): { identityFile?: string } {
  return identity === undefined ? {} : { identityFile: identity };
}

function addJobs(jobs: Command): void {
  jobs
    .helpCommand(false)
    .description('Lists and runs scheduled jobs. A running server runs them on schedule, unless SCHEDULER=off.');
  jobs
    .command('list')
    .summary('list jobs with last and next run')
    .description('Lists all jobs with schedule, last run and next run.')
    .action(async () => (await import('./jobs.ts')).listJobs());
  jobs
    .command('run')
    .summary('run a job now')
    .description('Runs a job once in this process. Safe to repeat.')
    .argument('<name>', 'a name from meadow jobs list')
    .option('--sandbox', 'use local sandboxes for providers that are not configured')
    .action(async (name: string, { sandbox = false }: { sandbox?: boolean }) =>
      (await import('./jobs.ts')).runJob(name, { sandbox }),
    );
}

function addAdmin(admin: Command): void {
  admin
    .helpCommand(false)
    .description('Super admins manage users and content. A super admin can promote others in the API.');
  admin
    .command('create')
    .summary('make a user a super admin')
    .description('Makes a user a super admin, after showing the user.')
    .argument('<email-or-id>', 'email address or id of the user')
    .option('--new', 'create the account first, and print its password')
    .option('--yes', 'do not ask for confirmation')
    .option('--demo', 'use the demo')
    .action(async (emailOrId: string, given: { new?: boolean; yes?: boolean; demo?: boolean }) => {
      const { new: isNew = false, yes: isConfirmed = false, demo: isDemo = false } = given;
      await (await import('./admin.ts')).createAdmin(emailOrId, { isConfirmed, isDemo, isNew });
    });
  admin
    .command('remove-second-factor')
    .summary('remove a lost second factor')
    .description('Removes authenticator app, recovery codes and trusted browsers of a user.')
    .argument('<email-or-id>', 'email address or id of the user')
    .option('--yes', 'do not ask for confirmation')
    .option('--demo', 'use the demo')
    .action(async (emailOrId: string, { yes = false, demo = false }: { yes?: boolean; demo?: boolean }) =>
      (await import('./admin.ts')).removeFactor(emailOrId, { isConfirmed: yes, isDemo: demo }),
    );
}

function addKey(key: Command): void {
  key.helpCommand(false).description('Secrets in the database are encrypted with ENCRYPTION_KEY.');
  key
    .command('forget')
    .summary('delete the secrets of a lost key')
    .description('Deletes the secrets of a lost key. The next start uses another key. Stop all nodes first.')
    .action(async () => (await import('./key.ts')).forgetEncryptionKey());
}
