import type { Config } from '../../app/config.ts';
import type { Finding } from './finding.ts';

export function checkNode(version: string): Finding {
  const about = 'Node';
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const advice = 'Install Node 24: https://nodejs.org';
  if (major < 20 || (major === 20 && minor < 19)) {
    return { state: 'fail', about, found: `${version}, older than 20.19`, advice };
  }
  if (major < 22) return { state: 'warn', about, found: `${version} gets no security fixes any more`, advice };
  return { state: 'ok', about, found: version };
}

/** What can be known from the configuration alone. */
export function settingsFindings(config: Config): Finding[] {
  return [
    findProxies(config),
    findJobs(config),
    findKey(config),
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
    return { state: 'ok', about, found: `${http.trustedProxies.join(', ')} may say who their clients are` };
  }
  const found = 'none is trusted, so the address of a client is that of its connection';
  if (!http.publicUrl.startsWith('https:')) return { state: 'ok', about, found };
  // TLS is a proxy's: without its word all clients have one address.
  const advice = 'PUBLIC_URL is https, so a proxy is in front: name its network in TRUSTED_PROXIES.';
  return { state: 'warn', about, found, advice };
}

function findJobs({ runsJobs, cronSecrets }: Config): Finding {
  const about = 'Jobs';
  if (runsJobs) return { state: 'ok', about, found: 'run by themselves: meadow jobs list' };
  if (Object.values(cronSecrets).some((secret) => secret !== null)) {
    return { state: 'ok', about, found: 'are left to whoever calls their routes (SCHEDULER=off)' };
  }
  const advice = 'Set SCHEDULER=on, or the secrets of the jobs, such as WORKOUT_WINDOW_CRON_SECRET.';
  return { state: 'warn', about, found: 'nobody can run them: SCHEDULER is off, and no secret is set', advice };
}

function findKey({ encryptionKey, databaseUrl }: Config): Finding {
  const about = 'Encryption key';
  if (encryptionKey !== null) return { state: 'ok', about, found: 'the one of ENCRYPTION_KEY' };
  if (databaseUrl === null) return { state: 'ok', about, found: 'in DATA_DIR: back it up' };
  const advice = 'Several nodes need the same one: set ENCRYPTION_KEY.';
  return { state: 'warn', about, found: 'of this machine alone, beside a database of others', advice };
}

function findAi({ ai }: Config): Finding {
  const about = 'AI';
  if (ai.apiKey !== null) return { state: 'ok', about, found: `${ai.textModel} and ${ai.imageModel} at ${ai.baseUrl}` };
  return { state: 'ok', about, found: 'not configured, so moods are not detected (AI_API_KEY)' };
}

function findPayment({ payment }: Config): Finding {
  const about = 'Payments';
  if (payment.apiKey === null) {
    return { state: 'ok', about, found: 'not configured, so nobody can pay (PAYMENT_API_KEY)' };
  }
  if (payment.signingSecret === null) {
    const found = 'whoever pays gets nothing for it: no event is believed';
    return { state: 'fail', about, found, advice: 'Set PAYMENT_SIGNING_SECRET to what the provider signs with.' };
  }
  if (payment.priceIds.length === 0) {
    return { state: 'warn', about, found: 'there is nothing to buy', advice: 'List prices in PAYMENT_PRICE_IDS.' };
  }
  return { state: 'ok', about, found: `${payment.priceIds.length} prices at ${payment.apiUrl}` };
}

function findMail({ mail: { smtp, from } }: Config): Finding {
  const about = 'Mail';
  if (smtp === null)
    return { state: 'ok', about, found: 'not configured, so mails are put into DATA_DIR/outbox (SMTP_URL)' };
  const found = `from ${from.address}, through ${smtp.host}`;
  if (!from.address.endsWith('@localhost')) return { state: 'ok', about, found };
  return { state: 'warn', about, found, advice: 'Set EMAIL_FROM to an address that others can answer.' };
}

function findMusic({ music }: Config): Finding {
  const about = 'Music';
  if (music.clientId === null)
    return { state: 'ok', about, found: 'not configured, so nobody can connect one (MUSIC_CLIENT_ID)' };
  return { state: 'ok', about, found: `the music service at ${music.apiUrl}` };
}

function findPush({ push }: Config): Finding {
  const found: Finding = { state: 'ok', about: 'Push', found: `introduces itself as ${push.contact}` };
  return push.contact.endsWith('@localhost') ? { ...found, advice: 'Before others use it: set PUSH_CONTACT.' } : found;
}
