import type { Command } from 'commander';
import { expect, test } from 'vitest';
import { createProgram } from './program.ts';

const withAllBelow = (command: Command): Command[] => [command, ...command.commands.flatMap(withAllBelow)];
const commands = withAllBelow(createProgram('1.2.3')).map((command) => [command.name(), command] as const);

test('there are the commands that the manual names', () => {
  expect(commands.map(([name]) => name)).toEqual([
    'meadow',
    'start',
    'demo',
    'doctor',
    'check',
    'migrate',
    'upgrade',
    'backup',
    'restore',
    'jobs',
    'list',
    'run',
    'admin',
    'create',
    'remove-second-factor',
    'key',
    'forget',
  ]);
});

test.each(commands)('the help of %s fits into 80 columns, and says what it does', (_name, command) => {
  let help = '';
  command.configureOutput({
    writeOut: (text) => {
      help += text;
    },
    getOutHelpWidth: () => 80,
  });
  command.outputHelp();
  expect(help).toMatch(/^Usage: meadow.*\n\n[A-Z].*\./);
  expect(help.split('\n').filter((line) => line.length > 80)).toEqual([]);
});
