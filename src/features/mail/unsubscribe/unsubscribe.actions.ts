import { optOutOfMail } from '#features/account';
import { smallPage } from '#platform/http/html-page/html-page.ts';
import type { ServedPage } from '#platform/http/html-page/html-response.ts';
import type { MailDeps } from '../deps.ts';
import {
  formatOptOut,
  isExternal,
  type MailCategory,
  type OptOut,
  parseOptOut,
  permitOf,
} from './unsubscribe.rules.ts';
import { unsubscribeErrors } from './unsubscribe.schema.ts';
import { insertOptOut } from './unsubscribe.store.ts';
import { confirmationPage, donePage } from './unsubscribe.template.ts';

/** The URL with which a user or an external recipient unsubscribes from a category without signing in. */
export function unsubscribeUrlOf(
  { publicUrl, unsubscribeSignatures }: Pick<MailDeps, 'publicUrl' | 'unsubscribeSignatures'>,
  category: MailCategory,
  recipientId: string,
): string {
  const signature = unsubscribeSignatures.sign(permitOf(category, recipientId));
  return `${publicUrl}/api/email/unsubscribe?opt_out=${formatOptOut({ category, recipientId, signature })}`;
}

/** Renders the confirmation page of an unsubscribe link. Changes nothing. */
export function confirmUnsubscribe(deps: MailDeps, optOut: string): ServedPage {
  return smallPage('Meadow', confirmationPage(verifyOptOut(deps, optOut).category));
}

/** Unsubscribes the recipient of a link from its category. Idempotent. */
export async function unsubscribe(deps: MailDeps, optOut: string): Promise<ServedPage> {
  const { category, recipientId } = verifyOptOut(deps, optOut);
  if (isExternal(category)) await insertOptOut(deps.db, recipientId, category, deps.clock.now());
  else await optOutOfMail(deps, recipientId, category);
  return smallPage('Meadow', donePage(category));
}

function verifyOptOut({ unsubscribeSignatures }: MailDeps, text: string): OptOut {
  const optOut = parseOptOut(text);
  if (optOut === null) throw unsubscribeErrors.linkInvalid();
  const { category, recipientId, signature } = optOut;
  if (!unsubscribeSignatures.isSigned(permitOf(category, recipientId), signature))
    throw unsubscribeErrors.linkInvalid();
  return optOut;
}
