import { placesOf, SYSTEM_DIRECTORY } from '#app/database.ts';
import { listUnknownSettings, unknownSettingText } from '#app/unknown-settings.ts';
import { type Paint, painted } from '#platform/terminal.ts';
import { createCommandLogger, readOwnConfig } from '../command.ts';
import { print, reasonsOf } from '../output.ts';
import { checkDatabase, checkOrphans } from './database.ts';
import { checkDisks, checkStorage } from './files.ts';
import type { Finding, State } from './finding.ts';
import { checkMailServer } from './mail.ts';
import { checkMetrics } from './metrics.ts';
import { checkReplicas } from './replicas.ts';
import { checkNode, settingsFindings } from './settings.ts';
import { checkZoneData } from './zones.ts';

const COLORS: Record<State, Paint> = { ok: 'green', warn: 'yellow', fail: 'red' };

/** Runs all checks, prints a line for each and returns whether none failed. Changes no data. */
export async function examine(): Promise<boolean> {
  const states: State[] = [];
  const report = (finding: Finding) => {
    states.push(finding.state);
    print(findingText(finding));
  };

  report(checkNode(process.versions.node));
  try {
    const config = readOwnConfig();
    report({ state: 'ok', about: 'Configuration', found: 'all variables are valid' });
    for (const unknown of listUnknownSettings()) {
      report({ state: 'warn', about: 'Configuration', found: unknownSettingText(unknown) });
    }
    const log = createCommandLogger();
    log.level = 'silent';
    for (const finding of await checkDatabase(config, log)) report(finding);
    for (const finding of await checkReplicas(config, log)) report(finding);
    for (const finding of await checkOrphans(SYSTEM_DIRECTORY)) report(finding);
    report(await checkStorage(config.storage));
    for (const finding of await checkDisks(placesOf(config))) report(finding);
    report(await checkZoneData());
    const mailServer = await checkMailServer(config.mail);
    if (mailServer !== null) report(mailServer);
    const metrics = await checkMetrics(config);
    if (metrics !== null) report(metrics);
    for (const finding of settingsFindings(config)) report(finding);
  } catch (error) {
    report({ state: 'fail', about: 'Configuration', found: reasonsOf(error), advice: 'See .env.example.' });
  }

  const count = (state: State) => states.filter((one) => one === state).length;
  print(`\n${count('ok')} ok, ${count('warn')} warnings, ${count('fail')} failed.`);
  return count('fail') === 0;
}

/** The finding, and the advice on the lines below. */
function findingText({ state, about, found, advice }: Finding): string {
  const indent = `\n${' '.repeat(22)}`;
  const lines = [found, ...(advice === undefined ? [] : [painted('dim', advice)])];
  return `${painted(COLORS[state], state.padEnd(6))}${about.padEnd(16)}${lines.join('\n').replaceAll('\n', indent)}`;
}
