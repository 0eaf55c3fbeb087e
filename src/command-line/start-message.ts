import { join } from 'node:path';
import type { Config } from '../app/config.ts';
import { DEMO_PASSWORD, PEOPLE } from '../demo/people.ts';

export type StartFacts = {
  config: Config;
  sandboxes: ReadonlyMap<string, string>;
  needsSuperAdmin: boolean;
  /** Where the embedded database really is, if it is not in the data folder. */
  linkedPlace: string | null;
  isDemo: boolean;
};

/** What a person at the terminal is told once everything is up. */
export function startMessage({ config, sandboxes, needsSuperAdmin, isDemo, linkedPlace }: StartFacts): string {
  const { publicUrl } = config.http;
  const facts = [
    ['Address', publicUrl],
    ['API page', `${publicUrl}/docs`],
    ['Health', `${publicUrl}/admin/health`],
    ['Database', databaseText(config, linkedPlace)],
    ['AI', aiText(config, sandboxes)],
    ['Push', pushText(sandboxes)],
    ['Payments', paymentText(config, sandboxes)],
    ['Music', musicText(config, sandboxes)],
    ['Mail', mailText(config)],
  ];
  const lines = ['Meadow is running.', '', ...facts.map(([name = '', value]) => `${name.padEnd(10)}${value}`)];
  if (linkedPlace !== null) {
    lines.push(
      '',
      `The database is NOT in ${config.dataDirectory}: PostgreSQL does not run as root, and its`,
      'account cannot enter that folder. A copy of the folder is no backup. To make one:',
      '  npx meadow backup <file>',
      'To have it inside, stop, and begin with a DATA_DIR that every user may pass to, or that',
      'belongs to an ordinary user; meadow restore <file> fills it.',
    );
  }
  if (needsSuperAdmin) {
    const command = `npm run admin -- ${isDemo ? '--demo ' : ''}you@example.org`;
    lines.push('', 'To become super admin, sign up and then run:', `  ${command}`);
  }
  lines.push('', config.databaseUrl === null ? 'Ctrl-C stops everything, the database too.' : 'Ctrl-C stops it.');
  return framed(lines);
}

/** Who to sign in as in the demo. */
export function demoMessage(): string {
  const shown = PEOPLE.filter(({ about }) => about !== undefined);
  return framed([
    `Forty sample people. Sign in as one of these, with the password ${DEMO_PASSWORD}:`,
    ...shown.map(({ email, about }) => `  ${email.padEnd(24)}${about}`),
  ]);
}

function databaseText({ databaseUrl, dataDirectory }: Config, linkedPlace: string | null): string {
  if (databaseUrl !== null) return 'the one of DATABASE_URL';
  return `embedded, in ${linkedPlace ?? dataDirectory}`;
}

function aiText(config: Config, sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('AI');
  if (sandbox !== undefined) return `a sandbox of our own (${new URL('/', sandbox)})`;
  if (config.ai.apiKey !== null) return `${config.ai.textModel} and ${config.ai.imageModel} at ${config.ai.baseUrl}`;
  return 'none, so moods are not detected (set AI_API_KEY, or: npm start -- --sandbox)';
}

function pushText(sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('Push');
  const services = 'the push services of browsers';
  return sandbox === undefined ? services : `${services}, and a sandbox of our own (${new URL('/messages', sandbox)})`;
}

function paymentText(config: Config, sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('Payments');
  if (sandbox !== undefined) return `a sandbox of our own (${new URL('/', sandbox)})`;
  if (config.payment.apiKey !== null) return `Stripe's API at ${config.payment.apiUrl}`;
  return 'none, so nobody can pay (set PAYMENT_API_KEY, or: npm start -- --sandbox)';
}

function musicText(config: Config, sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('Music');
  if (sandbox !== undefined) return `a sandbox of our own (${new URL('/', sandbox)})`;
  if (config.music.clientId !== null) return `the music service at ${config.music.apiUrl}`;
  return 'none, so nobody can connect one (set MUSIC_CLIENT_ID, or: npm start -- --sandbox)';
}

function mailText({ mail: { smtp }, dataDirectory }: Config): string {
  return smtp === null ? `put into ${join(dataDirectory, 'outbox')} (set SMTP_URL to send it)` : `sent by ${smtp.host}`;
}

function framed(lines: readonly string[]): string {
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}
