import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '#platform/errors.ts';
import { smallestIdAt } from '#platform/ids.ts';
import { composeMail } from './mail.compose.ts';
import { outcomeOf } from './mail.failure.ts';
import type { Mail, MailConfiguration, MailFailure } from './mail.ts';

/** Older files are deleted. */
const MAX_FILES = 1_000;
const ENDING = '.eml';
const ID = /^[0-9a-f-]{36}$/;

/** Stores each email as an .eml file, for servers without SMTP. */
export function createMailFolder({ from, mailFolder: folder, onFailure }: MailConfiguration): Mail {
  return {
    delivery: 'outbox',
    send: async (mail) => {
      const { source, messageId } = await composeMail(from, mail);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await write(folder, `${mail.id}${ENDING}`, source);
        await removeOldest(folder);
      } catch (error) {
        const failure: MailFailure = { reason: 'not-stored', ...networkCodeOf(error) };
        onFailure?.(failure);
        return outcomeOf(failure);
      }
      return { outcome: 'sent', id: messageId };
    },
    readSource: async (id) => {
      if (!ID.test(id)) return null;
      try {
        return await readFile(join(folder, `${id}${ENDING}`), 'utf8');
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null;
        throw error;
      }
    },
    deleteSourcesBefore: async (before, limit) => {
      const expired = (await listNames(folder)).filter((name) => name < smallestIdAt(before)).slice(0, limit);
      await remove(folder, expired);
      return expired.length;
    },
    deleteSource: async (id) => {
      if (ID.test(id)) await rm(join(folder, `${id}${ENDING}`), { force: true });
    },
    circuitStates: () => [],
  };
}

/** A rename creates the file atomically. */
async function write(folder: string, name: string, source: Buffer): Promise<void> {
  const draft = join(folder, `.${name}.part`);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(source);
  } finally {
    await file.close();
  }
  await rename(draft, join(folder, name));
}

async function removeOldest(folder: string): Promise<void> {
  await remove(folder, (await listNames(folder)).slice(0, -MAX_FILES));
}

/** The names of the emails, oldest first, since ids sort by time. */
async function listNames(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return [];
    throw error;
  });
  return names.filter((name) => name.endsWith(ENDING)).sort();
}

/** Concurrent calls may remove the same files. */
async function remove(folder: string, names: readonly string[]): Promise<void> {
  await Promise.all(names.map((name) => rm(join(folder, name), { force: true })));
}

function networkCodeOf(error: unknown): { networkCode?: string } {
  const networkCode = codeOf(error);
  return networkCode === undefined ? {} : { networkCode };
}
