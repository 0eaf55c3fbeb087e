import type { Clock } from '../../platform/clock.ts';
import type { Signatures } from '../../platform/crypto/signatures.ts';
import type { Db } from '../../platform/db/database.ts';
import { smallPage } from '../../platform/http/html-page/html-page.ts';
import type { ServedPage } from '../../platform/http/html-page/html-response.ts';
import { optOutOfMails } from '../account/index.ts';
import {
  askingPage,
  donePage,
  isExternal,
  type MailCategory,
  type OptOut,
  permitOf,
  readOptOut,
  writeOptOut,
} from './unsubscribe.rules.ts';
import { unsubscribeErrors } from './unsubscribe.schema.ts';
import { insertOptOut } from './unsubscribe.store.ts';

export type UnsubscribeDeps = { db: Db; clock: Clock; publicUrl: string; unsubscribeSignatures: Signatures };

/** The address that turns mails of a sort off for a person or somebody outside, whoever opens it. */
export function unsubscribeAddressOf(
  { publicUrl, unsubscribeSignatures }: Pick<UnsubscribeDeps, 'publicUrl' | 'unsubscribeSignatures'>,
  sort: MailCategory,
  readerId: string,
): string {
  const signature = unsubscribeSignatures.sign(permitOf(sort, readerId));
  return `${publicUrl}/api/email/unsubscribe?opt_out=${writeOptOut(sort, readerId, signature)}`;
}

/** Asks whether they really want to; nothing changes. Throws `mail.unsubscribe-link-invalid`. */
export function askToUnsubscribe(deps: UnsubscribeDeps, text: string): ServedPage {
  return smallPage('Meadow', askingPage(readSigned(deps, text).sort));
}

/** Turns the mails off, for somebody who need not be signed in. Throws `mail.unsubscribe-link-invalid`. */
export async function unsubscribe(deps: UnsubscribeDeps, text: string): Promise<ServedPage> {
  const { sort, readerId } = readSigned(deps, text);
  if (isExternal(sort)) await insertOptOut(deps.db, readerId, sort, deps.clock.now());
  else await optOutOfMails(deps, readerId, sort);
  return smallPage('Meadow', donePage(sort));
}

function readSigned({ unsubscribeSignatures }: UnsubscribeDeps, text: string): OptOut {
  const optOut = readOptOut(text);
  if (optOut === null || !unsubscribeSignatures.isSigned(permitOf(optOut.sort, optOut.readerId), optOut.signature)) {
    throw unsubscribeErrors.linkInvalid();
  }
  return optOut;
}
