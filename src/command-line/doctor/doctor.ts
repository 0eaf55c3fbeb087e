import { placesOf, SYSTEM_DIRECTORY } from '../../app/database.ts';
import { listUnknownSettings, unknownSettingText } from '../../app/unknown-settings.ts';
import { type Paint, painted } from '../../platform/terminal.ts';
import { createCommandLogger, readOwnConfig } from '../command.ts';
import { print, reasonsOf } from '../output.ts';
import { checkDatabase, checkOrphans } from './database.ts';
import { checkDisks, checkStorage } from './files.ts';
import type { Finding, State } from './finding.ts';
import { checkMailServer } from './mail.ts';
import { checkNode, settingsFindings } from './settings.ts';

const COLORS: Record<State, Paint> = { ok: 'green', warn: 'yellow', fail: 'red' };

/** Looks at everything that Meadow depends on, a line each, and says whether nothing of it fails. Changes no data. */
export async function examine(): Promise<boolean> {
  const states: State[] = [];
  const tell = (finding: Finding) => {
    states.push(finding.state);
    print(findingText(finding));
  };

  tell(checkNode(process.versions.node));
  try {
    const config = readOwnConfig();
    tell({ state: 'ok', about: 'Configuration', found: 'every variable can be used' });
    for (const unknown of listUnknownSettings()) {
      tell({ state: 'warn', about: 'Configuration', found: unknownSettingText(unknown) });
    }
    const log = createCommandLogger();
    log.level = 'silent';
    for (const finding of await checkDatabase(config, log)) tell(finding);
    for (const finding of await checkOrphans(SYSTEM_DIRECTORY)) tell(finding);
    tell(await checkStorage(config.storage));
    for (const finding of await checkDisks(placesOf(config))) tell(finding);
    const mailServer = await checkMailServer(config.mail);
    if (mailServer !== null) tell(mailServer);
    for (const finding of settingsFindings(config)) tell(finding);
  } catch (error) {
    tell({ state: 'fail', about: 'Configuration', found: reasonsOf(error), advice: 'See .env.example.' });
  }

  const count = (state: State) => states.filter((one) => one === state).length;
  print(`\n${count('ok')} ok, ${count('warn')} to look at, ${count('fail')} failing.`);
  return count('fail') === 0;
}

/** What was found on one line, and what to do about it below. */
function findingText({ state, about, found, advice }: Finding): string {
  const indent = `\n${' '.repeat(22)}`;
  const lines = [found, ...(advice === undefined ? [] : [painted('dim', advice)])];
  return `${painted(COLORS[state], state.padEnd(6))}${about.padEnd(16)}${lines.join('\n').replaceAll('\n', indent)}`;
}
