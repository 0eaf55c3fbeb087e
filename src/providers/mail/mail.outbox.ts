import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../platform/errors.ts';
import { composeMail } from './mail.compose.ts';
import { type MailFailure, outcomeOf } from './mail.failure.ts';
import type { Mail, MailConfiguration } from './mail.ts';

/** The oldest go first. */
const MAX_FILES = 1_000;
const ENDING = '.eml';
const ID = /^[0-9a-f-]{36}$/;

/** Puts mails into a folder, a file each that every mail program opens, for whoever has no mail server. */
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
    standings: () => [],
  };
}

/** Written beside its place and moved there whole. */
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

/** Ids sort by the time they were made. Another mail may be removing the same ones. */
async function removeOldest(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(ENDING)).sort();
  await Promise.all(names.slice(0, -MAX_FILES).map((name) => rm(join(folder, name), { force: true })));
}

function networkCodeOf(error: unknown): { networkCode?: string } {
  const networkCode = codeOf(error);
  return networkCode === undefined ? {} : { networkCode };
}
