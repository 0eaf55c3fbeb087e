import { join } from 'node:path';
import type { SessionCookies } from '#access/access-token.ts';
import { type AccountDeps, endPrograms, updateEmail, withdrawConsents } from '#features/account';
import type { AssistantDeps } from '#features/assistant';
import type { BillingDeps } from '#features/billing';
import { type MailDeps, queueAccountMails } from '#features/mail';
import type { MusicDeps } from '#features/music';
import { deleteDevicesOf, type NotificationDeps, notifySignInChange } from '#features/notification';
import type { OperationsDeps } from '#features/operations';
import type { SyntheticUserDeps } from '#features/synthetic-user';
import { deleteEndpointsOf, type WebhookDeps } from '#features/webhook';
import type { Database, Tx } from '#platform/db/database.ts';
import type { Images } from '#platform/images/images.ts';
import type { Metrics } from '#platform/metrics/metrics.ts';
import { measureProviders } from '#platform/metrics/provider-metrics.ts';
import { traceCalls } from '#platform/tracing/tracing.ts';
import { createAi } from '#providers/ai/ai.factory.ts';
import { createIdentity } from '#providers/identity/identity.factory.ts';
import { createMail } from '#providers/mail/mail.factory.ts';
import { createMusic } from '#providers/music/music.factory.ts';
import { createPayment } from '#providers/payment/payment.factory.ts';
import { createPush } from '#providers/push/push.factory.ts';
import { createStorage } from '#providers/storage/storage.factory.ts';
import { createWebhookClient } from '#providers/webhook/webhook.http.ts';
import type { DepsOptions } from './deps-options.ts';
import type { EncryptionKey } from './encryption-key.ts';
import {
  createFailureMemory,
  listProviders,
  type ProviderName,
  type ReportedFailure,
  servicesOf,
} from './provider-status.ts';

/** Clients of external services, and what is known of them. */
export type Providers = Pick<AccountDeps, 'accessTokens' | 'handleIdentity' | 'storage'> &
  Pick<AssistantDeps, 'ai'> &
  Pick<BillingDeps, 'payment'> &
  Pick<MusicDeps, 'music'> &
  Pick<MailDeps, 'mail'> &
  Pick<NotificationDeps, 'push'> &
  Pick<WebhookDeps, 'webhookClient'> &
  Pick<SyntheticUserDeps, 'identityAccounts'> &
  Pick<OperationsDeps, 'listProviders' | 'readServices'> & { sessionCookies: SessionCookies | null };

export type ProvidersOptions = DepsOptions & {
  key: EncryptionKey;
  database: Database;
  images: Images;
  metrics: Metrics;
  /** The complete dependencies, for what happens later. */
  depsOf: () => MailDeps & NotificationDeps;
};

/** Creates the clients of all external services. A failure of one is logged, counted, and shown on the health page. */
export async function createProviders(options: ProvidersOptions): Promise<Providers> {
  const { config, clock, log, key, database, metrics, images, depsOf, tracing = null } = options;
  const providerMetrics = measureProviders(metrics);
  const watchOf = (name: ProviderName) => traceCalls(tracing, name, providerMetrics.watch(name));
  const failures = createFailureMemory(clock);
  const onFailure = (name: ProviderName, message: string) => (failure: ReportedFailure) => {
    failures.note(name, failure);
    providerMetrics.countFailure(name, failure.reason);
    log.warn({ failure }, message);
  };
  const hasMailServer = config.mail.smtp !== null;
  const identity = createIdentity({
    external: config.identity,
    publicUrl: config.http.publicUrl,
    trustedOrigins: config.http.corsOrigins,
    secrets: key.secretsFor('identity provider'),
    database,
    clock,
    watch: watchOf('Sign-in'),
    log,
    hasMailServer,
    queueMails: (tx, mails) => queueAccountMails(depsOf(), tx, mails),
    onAccountChanged: ({ id, email, emailVerified }) =>
      updateEmail(database.db, id, { email, isVerified: emailVerified }, clock.now()),
    onTakenOver: async (tx, userId) => {
      await endAllPrograms(options, tx, userId);
      await withdrawConsents({ clock }, tx, userId);
    },
    onAccessEnded: (tx, userId) => endAllPrograms(options, tx, userId),
    onFactorChange: (userId, change) => notifySignInChange(depsOf(), userId, change),
    passwordHashing: options.passwordHashing,
    keySetTimeoutMs: options.keySetTimeoutMs,
  });
  const ai = await createAi({
    ...config.ai,
    images,
    watch: watchOf('AI'),
    apiKey: config.ai.apiKey ?? undefined,
    onFailure: onFailure('AI', 'the AI provider failed'),
  });
  const payment = await createPayment({
    ...config.payment,
    ...(options.paymentTimeoutMs !== undefined && { timeoutMs: options.paymentTimeoutMs }),
    watch: watchOf('Payments'),
    onFailure: onFailure('Payments', 'the payment provider failed'),
  });
  if (config.payment.apiKey !== null && config.payment.signingSecret === null) {
    log.warn('PAYMENT_SIGNING_SECRET is not set: payments have no effect');
  }
  const music = await createMusic({
    ...config.music,
    watch: watchOf('Music'),
    onFailure: onFailure('Music', 'the music service failed'),
  });
  const mail = await createMail({
    ...config.mail,
    watch: watchOf('Mail'),
    mailFolder: join(config.dataDirectory, 'outbox'),
    onFailure: onFailure('Mail', 'a mail was not sent'),
  });
  if (config.role === 'worker' && !hasMailServer) {
    log.warn(
      { event: 'mail.stored-here' },
      'SMTP_URL is not set: emails stay on this node, and no web node shows them',
    );
  }
  const status = { config, ai, music, mail, failures, sandboxed: options.sandboxed ?? new Set<string>() };
  return {
    ai,
    payment,
    music,
    mail,
    storage: await createStorage(config.storage, onFailure('Files', 'the storage of files failed'), watchOf('Files')),
    push: createPush({
      ...config.push,
      watch: watchOf('Push'),
      secret: key.secretFor('push'),
      onFailure: onFailure('Push', 'a push service failed'),
    }),
    webhookClient: createWebhookClient({ ...config.webhooks, watch: watchOf('Webhooks') }),
    accessTokens: identity.accessTokens,
    handleIdentity: identity.handle,
    sessionCookies: identity.sessionCookies,
    identityAccounts: identity.accounts,
    listProviders: () => listProviders(status),
    readServices: () => servicesOf(listProviders(status)),
  };
}

/** Ends what acts for a user without a session: tokens, MCP clients, devices that get notifications, and webhooks. */
async function endAllPrograms(deps: Pick<DepsOptions, 'clock'>, tx: Tx, userId: string) {
  const tokens = await endPrograms(deps, tx, userId);
  await deleteDevicesOf(tx, userId);
  return { tokens, webhooks: await deleteEndpointsOf(tx, userId) };
}
