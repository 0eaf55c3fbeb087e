import { Command } from 'commander';
import { readVersion } from '../app/version.ts';
import { reasonsOf } from './output.ts';
import type { ServeOptions } from './serve.ts';

const EXAMPLES = `
Examples:
  meadow start --sandbox               to try it without a single key
  meadow doctor                        is everything as it should be?
  meadow backup /backups/today.tar.gz  all of it in one file
  meadow admin create you@example.org  the first super admin
  meadow jobs run generate-chains      what the scheduler does at midnight, now

Settings come from the environment and from the file .env in this folder;
.env.example names them all. Commands work beside a running server, too.`;

/** The command line, with these arguments after its name. Ends with 1 where the command fails, and says why. */
export async function runCommandLine(programArguments: readonly string[]): Promise<void> {
  const program = createProgram(await readVersion());
  if (programArguments.length === 0) return program.outputHelp();
  try {
    await program.parseAsync(programArguments, { from: 'user' });
  } catch (error) {
    process.stderr.write(`${reasonsOf(error)}\n`);
    process.exitCode = 1;
  }
}

/** What each command is called, and does. What it needs is loaded once it is asked for, so that help comes at once. */
export function createProgram(version: string): Command {
  const serve = async (options: ServeOptions) => (await import('./serve.ts')).serve(options);
  const program = new Command('meadow')
    .description('A journal, and people who keep each other going.')
    .version(version, '-V, --version', 'say which version this is')
    .helpOption('-h, --help', 'show this, or the help of a command')
    .helpCommand(false)
    .showSuggestionAfterError()
    .showHelpAfterError('See: meadow --help')
    .addHelpText('after', EXAMPLES);

  program.commandsGroup('To serve:');
  program
    .command('start')
    .summary('serve until Ctrl-C')
    .description('Brings up the database, applies what it lacks, and serves until Ctrl-C.')
    .option('--sandbox', 'stand in for providers that are not configured, such as the AI')
    .option('--demo', 'serve sample people, in DATA_DIR/demo alone, with a sandbox')
    .action(({ sandbox = false, demo = false }: Partial<ServeOptions>) => serve({ sandbox, demo }));
  program
    .command('demo')
    .summary('serve sample people, to look around')
    .description(
      'Serves sample people. Everything is kept in DATA_DIR/demo; refused where real databases or providers are configured. The same as: meadow start --demo',
    )
    .action(() => serve({ sandbox: true, demo: true }));

  program.commandsGroup('To look after it:');
  program
    .command('doctor')
    .summary('look at everything that Meadow depends on')
    .description(
      'Looks at everything that Meadow depends on, a line each, and says what to do. Ends with 1 where something fails. It changes no data.',
    )
    .action(async () => {
      const { examine } = await import('./doctor/doctor.ts');
      if (!(await examine())) process.exitCode = 1;
    });
  program
    .command('migrate')
    .summary('bring the database up to date')
    .description('Applies what the database lacks, in one transaction, and lists it. A start does the same.')
    .action(async () => (await import('./migrate.ts')).migrateDatabase());
  program
    .command('backup')
    .summary('write database, files and secrets into one file')
    .description(
      'Writes database, files and secrets into one new file. A running server goes on meanwhile. Keep the file safe: it holds the encryption key.',
    )
    .argument('<file>', 'where to write it, such as meadow-2026-01-31.tar.gz')
    .option('--list', 'say what is in a backup that is there, and whether it is whole')
    .action(async (file: string, { list = false }: { list?: boolean }) => {
      const { backUp, listBackup } = await import('./backup/backup.ts');
      await (list ? listBackup(file) : backUp(file));
    });
  program
    .command('restore')
    .summary('fill an unused Meadow with a backup')
    .description(
      'Fills an unused Meadow with what a backup holds. Database, files and key go to where they are configured to be. Stop its server first.',
    )
    .argument('<file>', 'what meadow backup has written')
    .action(async (file: string) => (await import('./backup/restore.ts')).restore(file));
  addJobs(program.command('jobs').summary('the work that is done on a schedule'));
  addAdmin(program.command('admin').summary('super admins'));
  addKey(program.command('key').summary('the key of secrets at rest'));
  return program;
}

function addJobs(jobs: Command): void {
  jobs
    .helpCommand(false)
    .description('What is done on a schedule. A running server does it by itself, unless SCHEDULER is off.');
  jobs
    .command('list')
    .summary('every job, when it has run last, and when it comes next')
    .description('Lists every job, when it has run last, and when its schedule comes next.')
    .action(async () => (await import('./jobs.ts')).listJobs());
  jobs
    .command('run')
    .summary('run one of them now, here')
    .description('Runs a job once, here, whatever its schedule says. It is safe to repeat.')
    .argument('<name>', 'as in the list')
    .option('--sandbox', 'stand in for providers that are not configured')
    .action(async (name: string, { sandbox = false }: { sandbox?: boolean }) =>
      (await import('./jobs.ts')).runJob(name, { sandbox }),
    );
}

function addAdmin(admin: Command): void {
  admin
    .helpCommand(false)
    .description('Super admins look after people and content. From the first on, they make each other.');
  admin
    .command('create')
    .summary('make somebody who has signed up a super admin')
    .description('Makes a person who has signed up a super admin, after showing who it is.')
    .argument('<address-or-id>', 'the address that they signed up with, or their id')
    .option('--yes', 'show who it is without asking')
    .option('--demo', 'in the demo, in place of your own Meadow')
    .action(async (addressOrId: string, { yes = false, demo = false }: { yes?: boolean; demo?: boolean }) =>
      (await import('./admin.ts')).createAdmin(addressOrId, { isConfirmed: yes, isDemo: demo }),
    );
}

function addKey(key: Command): void {
  key.helpCommand(false).description('Secrets in the database are sealed under ENCRYPTION_KEY.');
  key
    .command('forget')
    .summary('give up what was sealed under a key that is lost')
    .description('Gives up what a lost key has sealed. The next start takes another one. Stop every node before.')
    .action(async () => (await import('./key.ts')).forgetEncryptionKey());
}
