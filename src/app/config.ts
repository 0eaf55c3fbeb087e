import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { type Environment, MAX_NODE_NAME_LENGTH, type Setting, textOf } from './settings/kinds.ts';
import { isSetting, listSettings, SECTIONS, type SettingTree } from './settings/settings.ts';

/** The configuration, read once at start. `null`: not set, so the built-in service is used. */
export type Config = DeepReadonly<ReturnType<typeof configOf>>;
export type CronSecretName = keyof Config['cronSecrets'];

type DeepReadonly<Value> = Value extends Buffer | readonly unknown[]
  ? Value
  : Value extends object
    ? { readonly [Field in keyof Value]: DeepReadonly<Value[Field]> }
    : Value;

/** The values of all settings, in the tree of the settings. */
type Values = ValuesOf<Intersection<(typeof SECTIONS)[keyof typeof SECTIONS]>>;
type ValuesOf<Tree> = Tree extends Setting<infer Value> ? Value : { [Field in keyof Tree]: ValuesOf<Tree[Field]> };
type Intersection<Union> = (Union extends unknown ? (part: Union) => void : never) extends (part: infer All) => void
  ? All
  : never;

/**
 * Reads the configuration from the environment. Throws one error that names every invalid variable and its valid form.
 */
export function readConfig(environment: Environment = process.env): Config {
  const problems: string[] = [];
  const parts = Object.values(SECTIONS).map((section) => readTree(section, environment, problems));
  const values = Object.assign({}, ...parts) as Values;
  checkTogether(values, (name) => textOf(environment, name) !== null, problems);
  if (problems.length > 0) {
    throw new Error(`The configuration is not valid:\n${problems.map((problem) => `- ${problem}`).join('\n')}`);
  }
  return Object.freeze(configOf(values));
}

function readTree(tree: SettingTree, environment: Environment, problems: string[]): object {
  const read = (node: Setting<unknown> | SettingTree) =>
    isSetting(node) ? node.read(environment, problems) : readTree(node, environment, problems);
  return Object.fromEntries(Object.entries(tree).map(([field, node]) => [field, read(node)]));
}

/** Adds what several settings together do wrong to the problems. */
function checkTogether(values: Values, isSet: (name: string) => boolean, problems: string[]): void {
  const { role, database, storage, identity, music } = values;
  if (role !== 'all' && database.url === null) {
    problems.push(`ROLE=${role} needs DATABASE_URL: nodes cannot share the embedded database.`);
  }
  if (!isSet('DATABASE_URL')) {
    if (database.directUrl !== null) problems.push('DATABASE_DIRECT_URL must be set together with DATABASE_URL.');
    if (database.replicaUrls.length > 0) {
      problems.push('DATABASE_REPLICA_URLS must be set together with DATABASE_URL.');
    }
  }
  const hasHalfKey = (storage.accessKeyId === null) !== (storage.secretAccessKey === null);
  if (storage.place?.kind === 's3' && hasHalfKey) {
    problems.push('Set both AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or none of them.');
  }
  const ofProvider = [identity.issuer, identity.jwksUrl, identity.audience].filter((value) => value !== null);
  if (ofProvider.length === 1 || ofProvider.length === 2) {
    problems.push('Set all of AUTH_ISSUER, AUTH_JWKS_URL and AUTH_AUDIENCE, or none of them.');
  }
  if (music.clientId === null && music.clientSecret !== null) {
    problems.push('MUSIC_CLIENT_SECRET must be set together with MUSIC_CLIENT_ID.');
  }
}

/** Completes the values by what follows from others. */
function configOf({ drainSeconds, ...values }: Values) {
  const { http, database, backup, dataDirectory, push, mail } = values;
  const publicUrl = http.publicUrl ?? `http://localhost:${http.port}`;
  const { url, directUrl, ...settingsOfDatabase } = database;
  return {
    ...values,
    nodeName: values.nodeName ?? nodeNameOf(http.port),
    drainMs: 1_000 * drainSeconds,
    http: { ...http, publicUrl, probePort: http.probePort || null },
    database: { ...settingsOfDatabase, addresses: url === null ? null : { pooled: url, direct: directUrl ?? url } },
    backup: { ...backup, folder: backupFolderOf(backup.folder, url !== null, dataDirectory) },
    storage: storageOf(values.storage, dataDirectory),
    identity: identityOf(values.identity),
    push: { ...push, contact: push.contact ?? contactAt(publicUrl) },
    mail: { ...mail, from: mail.from ?? { name: 'Meadow', address: `meadow@${new URL(publicUrl).hostname}` } },
    tracing: tracingOf(values.tracing),
  };
}

/** The host and the port: two nodes of one machine differ, and a node that starts again keeps its name. */
function nodeNameOf(port: number): string {
  const [host = ''] = hostname()
    .replace(/[^\w.-]/g, '-')
    .split('.');
  return `${host.slice(0, MAX_NODE_NAME_LENGTH - 6)}-${port}`;
}

/** Backups of the embedded database are on by default, those of an external one are off. */
function backupFolderOf(folder: string | null, isExternal: boolean, dataDirectory: string): string | null {
  if (folder?.toLowerCase() === 'off') return null;
  if (folder !== null) return resolve(folder);
  return isExternal ? null : join(dataDirectory, 'backups');
}

/** The keys of a bucket come from the standard variables of S3 tools: a URL is more likely to be logged. */
function storageOf({ place, accessKeyId, secretAccessKey, sessionToken }: Values['storage'], dataDirectory: string) {
  if (place === null) return { kind: 'disk' as const, folder: join(dataDirectory, 'files') };
  if (place.kind === 'disk') return place;
  const credentials =
    accessKeyId === null || secretAccessKey === null
      ? null
      : { accessKeyId, secretAccessKey, ...(sessionToken !== null && { sessionToken }) };
  return { ...place, credentials };
}

function identityOf({ issuer, jwksUrl, audience, ...others }: Values['identity']) {
  return issuer === null || jwksUrl === null || audience === null ? null : { issuer, jwksUrl, audience, ...others };
}

function contactAt(publicUrl: string): string {
  const { protocol, hostname } = new URL(publicUrl);
  return protocol === 'https:' ? publicUrl : `mailto:operator@${hostname}`;
}

function tracingOf({ endpoint, serviceName, sampler, ratio }: Values['tracing']) {
  return endpoint === null ? null : { endpoint, serviceName, sampler, ratio };
}

/** Settings of real databases and providers, which the demo must not use. */
const REFUSED_BY_DEMO = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_REPLICA_URLS',
  'STORAGE_URL',
  'AUTH_ISSUER',
  'AUTH_JWKS_URL',
  'AUTH_AUDIENCE',
  'AI_API_KEY',
  'PAYMENT_API_KEY',
  'MUSIC_CLIENT_ID',
  'SMTP_URL',
] as const;

/** Settings that the demo reads. All others have their defaults. */
const KEPT_BY_DEMO = ['PORT', 'HOST', 'WEB', 'RATE_LIMIT', 'LOG_LEVEL', 'LOG_FORMAT'] as const;

/**
 * Reads the configuration of the demo: database, files, secrets and emails in `DATA_DIR/demo`, and no provider.
 * Throws if a real database or provider is set, because the passwords of the demo are public.
 */
export function readDemoConfig(environment: Environment = process.env): Config {
  const refused = REFUSED_BY_DEMO.filter((name) => textOf(environment, name) !== null);
  if (refused.length > 0) {
    const names = new Intl.ListFormat('en').format(refused);
    throw new Error(
      `The passwords of the demo are public, so it does not start while ${names} ${refused.length === 1 ? 'is' : 'are'} set.\n` +
        `Start it with empty values:\n` +
        `  ${refused.map((name) => `${name}=`).join(' ')} npm run demo`,
    );
  }
  const kept = KEPT_BY_DEMO.map((name) => [name, environment[name]] as const);
  return readConfig({
    ...Object.fromEntries(kept),
    BACKUP_DIR: 'off',
    DATA_DIR: join(textOf(environment, 'DATA_DIR') ?? 'data', 'demo'),
  });
}

/** The names of all settings. */
export function settingNames(): ReadonlySet<string> {
  const settings = Object.values(SECTIONS).flatMap((section) => listSettings(section));
  return new Set(settings.map(({ name }) => name));
}

/** The names of all variables that are set. */
export function namesSet(environment: Environment = process.env): string[] {
  return Object.keys(environment).filter((name) => textOf(environment, name) !== null);
}
