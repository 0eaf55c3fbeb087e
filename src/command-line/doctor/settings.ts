import type { Config } from '#app/config.ts';
import { isNodeSupported } from '#platform/node-version.ts';
import type { Finding } from './finding.ts';

export function checkNode(version: string): Finding {
  const about = 'Node';
  const advice = 'Install Node 24: https://nodejs.org';
  if (!isNodeSupported(version)) return { state: 'fail', about, found: `${version}, older than 20.19`, advice };
  if (Number.parseInt(version, 10) < 22)
    return { state: 'warn', about, found: `${version} gets no more security fixes`, advice };
  return { state: 'ok', about, found: version };
}

/** Checks that need the configuration only. */
export function settingsFindings(config: Config): Finding[] {
  return [
    findProxies(config),
    findJobs(config),
    findKey(config),
    findBackups(config),
    findAi(config),
    findPayment(config),
    findMail(config),
    findMusic(config),
    findPush(config),
  ];
}

function findProxies({ http }: Config): Finding {
  const about = 'Proxies';
  if (http.trustedProxies.length > 0) {
    return { state: 'ok', about, found: `client IP addresses are taken from ${http.trustedProxies.join(', ')}` };
  }
  const found = 'none trusted: the client IP address is the one of the connection';
  if (!http.publicUrl.startsWith('https:')) return { state: 'ok', about, found };
  // Behind an untrusted proxy all clients share one IP address.
  const advice = 'PUBLIC_URL is https, so there is a proxy: add its network to TRUSTED_PROXIES.';
  return { state: 'warn', about, found, advice };
}

function findJobs({ role, runsJobs, cronSecrets }: Config): Finding {
  const about = 'Jobs';
  if (runsJobs) {
    const by = role === 'web' ? 'nodes with ROLE=worker or ROLE=all' : 'the server';
    return { state: 'ok', about, found: `scheduled by ${by}: meadow jobs list` };
  }
  if (Object.values(cronSecrets).some((secret) => secret !== null)) {
    return { state: 'ok', about, found: 'run when their routes are called (SCHEDULER=off)' };
  }
  const advice = 'Set SCHEDULER=on, or cron secrets such as WORKOUT_WINDOW_CRON_SECRET.';
  return { state: 'warn', about, found: 'never run: SCHEDULER is off, and no cron secret is set', advice };
}

function findKey({ encryptionKey, database }: Config): Finding {
  const about = 'Encryption key';
  if (encryptionKey !== null) return { state: 'ok', about, found: 'set in ENCRYPTION_KEY' };
  if (database.addresses === null) return { state: 'ok', about, found: 'in DATA_DIR; include it in backups' };
  const advice = 'All nodes need the same key: set ENCRYPTION_KEY.';
  return { state: 'warn', about, found: 'stored on this machine only, but the database is shared', advice };
}

function findBackups({ backup: { folder, recipients }, runsJobs }: Config): Finding {
  const about = 'Backups';
  if (folder === null || !runsJobs) {
    return { state: 'ok', about, found: 'none are scheduled (BACKUP_DIR): meadow backup <file>' };
  }
  const found = `each night, to ${folder}`;
  if (recipients.length > 0) return { state: 'ok', about, found: `${found}, encrypted` };
  const advice = 'Copy them to another machine, encrypted: set BACKUP_RECIPIENTS.';
  return { state: 'ok', about, found: `${found}, not encrypted`, advice };
}

function findAi({ ai }: Config): Finding {
  const about = 'AI';
  if (ai.apiKey !== null) return { state: 'ok', about, found: `${ai.textModel} and ${ai.imageModel} at ${ai.baseUrl}` };
  return { state: 'ok', about, found: 'not configured: moods are not detected (AI_API_KEY)' };
}

function findPayment({ payment }: Config): Finding {
  const about = 'Payments';
  if (payment.apiKey === null) {
    return { state: 'ok', about, found: 'not configured: users cannot pay (PAYMENT_API_KEY)' };
  }
  if (payment.signingSecret === null) {
    const found = 'payments have no effect: events cannot be verified';
    return { state: 'fail', about, found, advice: 'Set PAYMENT_SIGNING_SECRET to the signing secret of the provider.' };
  }
  if (payment.priceIds.length === 0) {
    return { state: 'warn', about, found: 'no prices', advice: 'List prices in PAYMENT_PRICE_IDS.' };
  }
  return { state: 'ok', about, found: `${payment.priceIds.length} prices at ${payment.apiUrl}` };
}

function findMail({ mail: { smtp, from } }: Config): Finding {
  const about = 'Mail';
  if (smtp === null)
    return { state: 'ok', about, found: 'not configured: emails are stored in DATA_DIR/outbox (SMTP_URL)' };
  const found = `sent from ${from.address} by ${smtp.host}`;
  if (!from.address.endsWith('@localhost')) return { state: 'ok', about, found };
  return { state: 'warn', about, found, advice: 'Set EMAIL_FROM to an email address that can receive replies.' };
}

function findMusic({ music }: Config): Finding {
  const about = 'Music';
  if (music.clientId === null)
    return { state: 'ok', about, found: 'not configured: users cannot connect one (MUSIC_CLIENT_ID)' };
  return { state: 'ok', about, found: `the music service at ${music.apiUrl}` };
}

function findPush({ push }: Config): Finding {
  const found: Finding = { state: 'ok', about: 'Push', found: `contact for push services: ${push.contact}` };
  return push.contact.endsWith('@localhost') ? { ...found, advice: 'In production, set PUSH_CONTACT.' } : found;
}
