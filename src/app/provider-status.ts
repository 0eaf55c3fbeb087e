import type { ProviderFacts } from '#features/operations';
import type { Clock } from '#platform/clock.ts';
import type { NamedCircuitState } from '#platform/outbound/circuit-breaker.ts';
import type { Services } from '../features/operations/instance/instance.schema.ts';
import type { Config } from './config.ts';

export type ProviderName = 'AI' | 'Payments' | 'Music' | 'Mail' | 'Push' | 'Files' | 'Sign-in' | 'Webhooks';

/** The facts of a failure. Contains no user content and no secret. */
export type ReportedFailure = { reason: string; status?: number; networkCode?: string };

/** The last failure of each provider on this node since its start. */
export type FailureMemory = {
  note(name: ProviderName, failure: ReportedFailure): void;
  last(name: ProviderName): ProviderFacts['lastFailure'];
};

export function createFailureMemory(clock: Clock): FailureMemory {
  const failures = new Map<ProviderName, ReportedFailure & { at: Date }>();
  return {
    note: (name, { reason, status, networkCode }) => {
      // The circuit is open: the earlier failure is the reason.
      if (reason === 'paused') return;
      failures.set(name, {
        at: clock.now(),
        reason,
        ...(status !== undefined && { status }),
        ...(networkCode !== undefined && { networkCode }),
      });
    },
    last: (name) => {
      const failure = failures.get(name);
      if (failure === undefined) return null;
      const { at, reason, status, networkCode } = failure;
      const detail = networkCode ?? status;
      return { at, reason: detail === undefined ? reason : `${reason} (${detail})`, isOutage: isOutage(name, reason) };
    },
  };
}

/** Whether a failure affects all users. AI, music and mail have circuit breakers; push failures affect one device. */
function isOutage(name: ProviderName, reason: string): boolean {
  if (name === 'Files') return true;
  return name === 'Payments' && ['time-limit', 'not-reachable', 'out-of-order'].includes(reason);
}

export type ProviderDeps = {
  config: Config;
  ai: WithBreakers;
  music: WithBreakers;
  mail: WithBreakers;
  failures: Pick<FailureMemory, 'last'>;
  /** Providers that a sandbox replaces. */
  sandboxed: ReadonlySet<string>;
};
type WithBreakers = { circuitStates(): readonly NamedCircuitState[] };

/** The configuration and status of all providers. Contains host names, but no other part of URLs. */
export function listProviders({ config, ai, music, mail, failures, sandboxed }: ProviderDeps): ProviderFacts[] {
  const { payment, storage, identity } = config;
  const facts = (name: ProviderName, own: ProviderEntry): ProviderFacts => ({
    setup: 'complete',
    remark: null,
    host: null,
    breakers: [],
    ...own,
    name,
    kind: sandboxed.has(name) ? 'sandbox' : own.kind,
    lastFailure: failures.last(name),
  });
  return [
    config.ai.apiKey === null
      ? facts('AI', missing('Moods are not detected, and no images are generated. Set AI_API_KEY.'))
      : facts('AI', { kind: 'models', host: hostOf(config.ai.baseUrl), breakers: ai.circuitStates() }),
    payment.apiKey === null
      ? facts('Payments', missing('Users cannot pay. Set PAYMENT_API_KEY.'))
      : facts('Payments', { kind: 'payments', host: hostOf(payment.apiUrl), ...lackOf(payment) }),
    config.music.clientId === null
      ? facts('Music', missing('Users cannot connect a music service. Set MUSIC_CLIENT_ID.'))
      : facts('Music', { kind: 'music service', host: hostOf(config.music.apiUrl), breakers: music.circuitStates() }),
    config.mail.smtp === null
      ? facts('Mail', { ...missing('Emails are stored in DATA_DIR/outbox. Set SMTP_URL.'), kind: 'folder' })
      : facts('Mail', { kind: 'mail server', host: config.mail.smtp.host, breakers: mail.circuitStates() }),
    facts('Push', { kind: 'push services of browsers' }),
    storage.kind === 'disk'
      ? facts('Files', { kind: 'folder' })
      : facts('Files', { kind: 'bucket', host: storage.endpoint === null ? null : hostOf(storage.endpoint) }),
    identity === null
      ? facts('Sign-in', { kind: 'built in' })
      : facts('Sign-in', { kind: 'identity provider', host: hostOf(identity.jwksUrl) }),
  ];
}

/** Which services clients can offer: those whose provider has all settings. */
export function servicesOf(providers: readonly ProviderFacts[]): Services {
  const isComplete = (wanted: ProviderName) =>
    providers.some(({ name, setup }) => name === wanted && setup === 'complete');
  return {
    ai: isComplete('AI'),
    payment: isComplete('Payments'),
    music: isComplete('Music'),
    push: isComplete('Push'),
    mail: isComplete('Mail'),
  };
}

type ProviderEntry = Partial<ProviderFacts> & { kind: string };

const missing = (remark: string): ProviderEntry => ({ kind: 'none', setup: 'missing', remark });

function lackOf({ signingSecret, priceIds }: Config['payment']): Partial<ProviderEntry> {
  if (signingSecret === null) {
    return { setup: 'incomplete', remark: 'Payments have no effect. Set PAYMENT_SIGNING_SECRET.' };
  }
  if (priceIds.length === 0) return { setup: 'incomplete', remark: 'There are no prices. Set PAYMENT_PRICE_IDS.' };
  return {};
}

/** The host without credentials. */
function hostOf(url: string): string {
  return new URL(url).host;
}
