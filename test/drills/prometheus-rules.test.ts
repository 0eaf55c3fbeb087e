import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { ALERT_CASES, type AlertCase } from './alert-cases.ts';

type Rule = { alert?: string; labels?: Record<string, string>; annotations?: Record<string, string> };
type RuleFile = { groups: { rules: Rule[] }[] };

const promtool = (...parameters: string[]) => promisify(execFile)('promtool', parameters);

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'prometheus');
const FILES = (await readdir(FOLDER)).filter((name) => name.endsWith('.yml')).map((name) => join(FOLDER, name));
const texts = await Promise.all(FILES.map((file) => readFile(file, 'utf8')));
const alerts = texts.flatMap((text) =>
  (parse(text) as RuleFile).groups.flatMap(({ rules }) => rules.flatMap(({ alert }) => alert ?? [])),
);

/** The alerts that fire in a case. Prometheus writes a series for each alert that is pending or fires. */
async function fires({ series, at, step = 1 }: AlertCase, alert: string): Promise<boolean> {
  const folder = await mkdtemp(join(tmpdir(), 'meadow-alerts-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const expectCount = async (count: number) => {
    const unitTest = {
      rule_files: FILES,
      evaluation_interval: `${step}m`,
      tests: [
        {
          interval: `${step}m`,
          input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
          promql_expr_test: [
            {
              expr: `count(ALERTS{alertname="${alert}",alertstate="firing"}) > bool 0 or vector(0)`,
              eval_time: `${at}m`,
              exp_samples: [{ labels: '{}', value: count }],
            },
          ],
        },
      ],
    };
    const file = join(folder, `${count}.yml`);
    await writeFile(file, stringify(unitTest));
    return promtool('test', 'rules', file).then(
      () => true,
      () => false,
    );
  };
  const [isSilent, isFiring] = await Promise.all([expectCount(0), expectCount(1)]);
  if (isSilent === isFiring) throw new Error(`promtool cannot tell whether ${alert} fires.`);
  return isFiring;
}

test('promtool accepts the rules', async () => {
  const { stdout } = await promtool('check', 'rules', ...FILES);
  expect(stdout.match(/SUCCESS/g)).toHaveLength(FILES.length);
});

describe('Alerts', () => {
  test.each(ALERT_CASES)('$name', async (alertCase) => {
    for (const [alert, isExpected] of Object.entries(alertCase.alerts)) {
      expect([alert, await fires(alertCase, alert)]).toEqual([alert, isExpected]);
    }
  });

  test('each have a case in which they fire', () => {
    const firing = ALERT_CASES.flatMap((one) => Object.keys(one.alerts).filter((alert) => one.alerts[alert]));
    expect([...new Set(firing)].sort()).toEqual([...alerts].sort());
  });
});
