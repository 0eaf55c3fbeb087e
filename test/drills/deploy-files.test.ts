import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as apps from 'kubernetes-models/apps/v1';
import * as autoscaling from 'kubernetes-models/autoscaling/v2';
import * as networking from 'kubernetes-models/networking.k8s.io/v1';
import * as policy from 'kubernetes-models/policy/v1';
import * as core from 'kubernetes-models/v1';
import { afterAll, describe, expect, inject, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { findFreePort } from '../free-port.ts';
import { runCommand } from './run-command.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** 0 to 10, by `systemd-analyze security`; below 2 is what it calls "OK". */
const MAX_EXPOSURE = 1.9;

const folder = await mkdtemp(join(tmpdir(), 'meadow-deploy-'));
afterAll(() => rm(folder, { recursive: true }));

describe('deploy/systemd/meadow@.service', () => {
  const unit = join(ROOT, 'deploy', 'systemd', 'meadow@.service');

  test('is a unit that systemd understands', async () => {
    await runCommand('systemd-analyze', ['verify', unit]);
    const broken = join(folder, 'broken.service');
    await writeFile(broken, '[Service]\nExecStart=relative\n');
    await expect(runCommand('systemd-analyze', ['verify', broken])).rejects.toThrow('not executable');
  });

  test('is exposed to little', async () => {
    const threshold = `--threshold=${MAX_EXPOSURE * 10}`;
    await runCommand('systemd-analyze', ['security', '--offline=true', threshold, '--no-pager', unit]);
  });
});

test('the health check of the database in compose.yaml tells whether a PostgreSQL takes connections', async () => {
  const { services } = parse(await readFile(join(ROOT, 'compose.yaml'), 'utf8'), { merge: true });
  const [, command, ...words] = services.database.healthcheck.test as [string, string, ...string[]];
  expect(await runCommand(command, [...words, `--port=${new URL(inject('clusterUrl')).port}`])).toContain('accepting');
  await expect(runCommand(command, [...words, `--port=${await findFreePort()}`])).rejects.toThrow('no response');
});

describe('deploy/kubernetes/example', async () => {
  await cp(join(ROOT, 'deploy', 'kubernetes'), folder, { recursive: true });
  const example = join(folder, 'example');
  await cp(join(example, 'secrets.env.example'), join(example, 'secrets.env'));
  const rendered = await runCommand('kubectl', ['kustomize', example]);
  const documents = parseAllDocuments(rendered).map((document) => document.toJS() as Manifest);

  test('renders each part, in the namespace and with the image of the installation', () => {
    expect(documents.map(({ kind }) => kind).sort()).toEqual([
      ...['ConfigMap', 'Deployment', 'Deployment', 'HorizontalPodAutoscaler', 'Ingress', 'Namespace', 'NetworkPolicy'],
      ...['NetworkPolicy', 'PodDisruptionBudget', 'PodDisruptionBudget', 'Secret', 'Service', 'ServiceAccount'],
    ]);
    expect(rendered).toContain('image: registry.example/meadow:0.1.0');
    expect(rendered.match(/name: meadow-settings-\w+\n/g)).toHaveLength(3);
  });

  test.each(documents.map((document) => [`${document.kind} ${document.metadata.name}`, document] as const))(
    '%s has the form of the API of Kubernetes',
    (_, document) => {
      const Model = modelOf(document);
      expect(() => new Model(document).validate()).not.toThrow();
      expect(() => new Model({ ...document, metadata: { name: 1 } }).validate()).toThrow();
    },
  );

  test('has no field that the API does not know', async () => {
    const compile = async (manifests: readonly Manifest[]) => {
      // The folder is in the repository, where the types of the API are found.
      const file = join(ROOT, 'node_modules', '.manifests.ts');
      await writeFile(file, manifests.map(typedText).join('\n'));
      const compiler = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
      const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext', '--ignoreConfig'];
      await runCommand(process.execPath, [compiler, ...options, file]).finally(() => rm(file));
    };
    await compile(documents);
    const [deployment] = documents.filter(({ kind }) => kind === 'Deployment');
    const misspelled = JSON.parse(
      JSON.stringify(deployment).replace('readOnlyRootFilesystem', 'readonlyRootFilesystem'),
    );
    await expect(compile([misspelled])).rejects.toThrow('readonlyRootFilesystem');
  });
});

type Manifest = { kind: string; apiVersion: string; metadata: { name: string } };
type Model = new (value: object) => { validate(): void };

/** A literal, in which the compiler accepts no unknown field. */
function typedText(manifest: Manifest, index: number): string {
  const { kind, apiVersion } = manifest;
  return `import type { I${kind} as Type${index} } from 'kubernetes-models/${apiVersion}';
    export const manifest${index}: Type${index} = ${JSON.stringify(manifest)};`;
}

function modelOf({ kind, apiVersion }: Manifest): Model {
  const groups: Record<string, object> = {
    v1: core,
    'apps/v1': apps,
    'autoscaling/v2': autoscaling,
    'networking.k8s.io/v1': networking,
    'policy/v1': policy,
  };
  const model = (groups[apiVersion] as Record<string, unknown> | undefined)?.[kind];
  if (model === undefined) throw new Error(`There is no model of ${apiVersion} ${kind}.`);
  return model as Model;
}
