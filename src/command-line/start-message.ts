import { join } from 'node:path';
import type { Config } from '#app/config.ts';
import { SCREENS } from '#platform/screens.ts';
import { DEMO_PASSWORD, PEOPLE } from '../demo/people.ts';

export type StartFacts = {
  config: Config;
  /** Of processes that serve. */
  count: number;
  sandboxes: ReadonlyMap<string, string>;
  /** null if there is a super admin. */
  firstRunCode: string | null;
  hasWebClient: boolean;
  /** The folder of the embedded database, if it is outside of the data folder. */
  linkedPlace: string | null;
  isDemo: boolean;
  /** Whether Ctrl-C reaches the server. */
  isOnTerminal: boolean;
};

/** The text on the terminal when the server is ready. */
export function startMessage({
  config,
  count,
  sandboxes,
  firstRunCode,
  hasWebClient,
  isDemo,
  isOnTerminal,
  linkedPlace,
}: StartFacts): string {
  const { publicUrl } = config.http;
  const facts = [
    ...placeFacts(config, hasWebClient),
    ...(count === 1 ? [] : [['Processes', String(count)]]),
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
      `The database is NOT in ${config.dataDirectory}: PostgreSQL cannot run as root,`,
      'and its account has no access to that folder. A copy of the folder is no backup.',
      'Back up with:',
      '  npx meadow backup <file>',
      'To move the database into the data folder, stop the server and set DATA_DIR to a',
      'folder that the account can access. Then run: npx meadow restore <file>',
    );
  }
  if (config.mail.smtp === null && config.identity === null && !isDemo) {
    lines.push('', 'Without SMTP_URL email addresses are not verified, and the first account is trusted.');
  }
  if (firstRunCode !== null) lines.push('', ...firstRunLines(publicUrl, firstRunCode, { hasWebClient, isDemo }));
  if (isOnTerminal) {
    const stopped = config.database.addresses === null ? 'the server and the database' : 'the server';
    lines.push('', `Ctrl-C stops ${stopped}.`);
  }
  return framed(lines);
}

function placeFacts({ role, http: { publicUrl, host, port } }: Config, hasWebClient: boolean): string[][] {
  if (role === 'worker') {
    return [
      ['Role', 'worker: jobs, email, notifications, webhooks, imports and exports'],
      ['Health', `http://${host}:${port}/health/ready`],
    ];
  }
  return [
    ['URL', publicUrl],
    ['API docs', `${publicUrl}/docs`],
    ['Health', `${publicUrl}${hasWebClient ? '' : '/api'}/admin/health`],
    ...(role === 'web' ? [['Role', 'web: needs another node with ROLE=worker']] : []),
  ];
}

function firstRunLines(
  publicUrl: string,
  code: string,
  { hasWebClient, isDemo }: Pick<StartFacts, 'hasWebClient' | 'isDemo'>,
): string[] {
  const command = `npm run admin -- ${isDemo ? '--demo ' : ''}you@example.org`;
  if (!hasWebClient) return ['To become a super admin, sign up and then run:', `  ${command}`];
  return [
    'There is no super admin yet. Open this link to become one. It works once:',
    `  ${publicUrl}${SCREENS.firstRun}#${code}`,
    `Or sign up, and then run: ${command}`,
  ];
}

/** The sample users that can sign in. */
export function demoMessage(): string {
  const shown = PEOPLE.filter(({ about }) => about !== undefined);
  return framed([
    `There are 40 sample users. Sign in as one of these, with the password ${DEMO_PASSWORD}:`,
    ...shown.map(({ email, about }) => `  ${email.padEnd(24)}${about}`),
  ]);
}

function databaseText({ database, dataDirectory }: Config, linkedPlace: string | null): string {
  if (database.addresses !== null) return 'the database of DATABASE_URL';
  return `embedded, in ${linkedPlace ?? dataDirectory}`;
}

function aiText(config: Config, sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('AI');
  if (sandbox !== undefined) return `sandbox (${new URL('/', sandbox)})`;
  if (config.ai.apiKey !== null) return `${config.ai.textModel} and ${config.ai.imageModel} at ${config.ai.baseUrl}`;
  return 'none: moods are not detected (set AI_API_KEY or use --sandbox)';
}

function pushText(sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('Push');
  const services = 'push services of browsers';
  return sandbox === undefined ? services : `${services} and sandbox (${new URL('/messages', sandbox)})`;
}

function paymentText(config: Config, sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('Payments');
  if (sandbox !== undefined) return `sandbox (${new URL('/', sandbox)})`;
  if (config.payment.apiKey !== null) return `Stripe's API at ${config.payment.apiUrl}`;
  return 'none: users cannot pay (set PAYMENT_API_KEY or use --sandbox)';
}

function musicText(config: Config, sandboxes: ReadonlyMap<string, string>): string {
  const sandbox = sandboxes.get('Music');
  if (sandbox !== undefined) return `sandbox (${new URL('/', sandbox)})`;
  if (config.music.clientId !== null) return `the music service at ${config.music.apiUrl}`;
  return 'none: users cannot connect one (set MUSIC_CLIENT_ID or use --sandbox)';
}

function mailText({ mail: { smtp }, dataDirectory }: Config): string {
  return smtp === null ? `stored in ${join(dataDirectory, 'outbox')} (set SMTP_URL to send)` : `sent by ${smtp.host}`;
}

function framed(lines: readonly string[]): string {
  return `\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n\n`;
}
