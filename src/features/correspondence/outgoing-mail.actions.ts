import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/db/database.ts';
import { inSavepoint } from '../../platform/db/savepoint.ts';
import { codeOf } from '../../platform/errors.ts';
import type { Ids } from '../../platform/ids.ts';
import type { Logger } from '../../platform/log.ts';
import type { Signatures } from '../../platform/signatures.ts';
import type { Mail } from '../../providers/mail/mail.ts';
import { invitationTokenOf } from '../organization/index.ts';
import {
  type MailFacts,
  type MailToPersonFacts,
  replyToOf,
  subjectOf,
  turnedOffBy,
  writeMail,
} from './mail-text.rules.ts';
import { ABANDONED_MS, isWanted, isWrittenByPerson, type MailStatus, settle } from './outgoing-mail.rules.ts';
import {
  claimDueMails,
  type DueMail,
  insertQueuedMails,
  updateAbandonedMails,
  updateSettledMail,
} from './outgoing-mail.store.ts';
import { unsubscribeAddressOf } from './unsubscribe.actions.ts';

export type MailQueueDeps = { db: Db; clock: Clock; ids: Ids; log: Logger };

export type MailingDeps = MailQueueDeps & {
  mail: Mail;
  publicUrl: string;
  unsubscribeSignatures: Signatures;
  invitationSignatures: Signatures;
  isDraining: () => boolean;
};

/** A mail of Meadow's to somebody. `dedupeKey` names it among those of its kind to this person: they get one of each. */
export type MailToPerson = { userId: string; mail: MailToPersonFacts; dedupeKey: string; expiresAt: Date | null };

/**
 * Writes mails down, all of one kind, to be sent once the transaction has ended. Returns how many people get one: those who can be
 * written to, want it, and have not had it.
 */
export async function storeMails(deps: MailQueueDeps, tx: Tx, mails: readonly MailToPerson[]): Promise<number> {
  const [first] = mails;
  if (first === undefined) return 0;
  const rows = mails.map(({ userId, mail, dedupeKey, expiresAt }) => ({
    id: deps.ids.next(),
    userId,
    subject: subjectOf(mail),
    data: 'facts' in mail ? mail.facts : {},
    dedupeKey,
    expiresAt,
  }));
  return insertQueuedMails(tx, first.mail.kind, rows, deps.clock.now());
}

/**
 * The same in the transaction of a cause that no mail hinders: a failure is logged, and leaves the transaction as it was. Nothing
 * else may use the transaction meanwhile.
 */
export async function queueMails(deps: MailQueueDeps, tx: Tx, mails: readonly MailToPerson[]): Promise<void> {
  try {
    await inSavepoint(tx, () => storeMails(deps, tx, mails));
  } catch (error) {
    const code = codeOf(error);
    deps.log.warn({ code, kind: mails[0]?.mail.kind }, 'mails could not be stored');
  }
}

/** How many mails are under way at once. */
const SEND_BATCH_SIZE = 10;

export type MailCounts = Partial<Record<MailStatus, number>>;

/**
 * Sends the mails that are due, until none is, or the mail server fails or is left alone. Several nodes may do so at once, and
 * none sends what another one has taken. A mail is sent at most once: what was certainly not sent is tried again later, six
 * times in nine hours; what may have been sent is left, also where a node died over it. Throws where the database fails.
 */
export async function sendDueMails(deps: MailingDeps): Promise<MailCounts> {
  const counts: MailCounts = {};
  const start = deps.clock.now();
  await updateAbandonedMails(deps.db, new Date(start.getTime() - ABANDONED_MS), start);
  let taken: DueMail[];
  let limit: number;
  let isServerWell = true;
  do {
    limit = roomAt(deps.mail);
    taken = limit === 0 ? [] : await claimDueMails(deps.db, deps.clock.now(), limit);
    for (const ended of await Promise.allSettled(taken.map((mail) => sendQueued(deps, mail)))) {
      if (ended.status === 'rejected') throw ended.reason;
      counts[ended.value] = (counts[ended.value] ?? 0) + 1;
      // What is queued again would fail like this one.
      if (ended.value === 'queued') isServerWell = false;
    }
  } while (taken.length > 0 && taken.length === limit && isServerWell && !deps.isDraining());
  if (Object.keys(counts).length > 0) deps.log.info(counts, 'mails were sent');
  return counts;
}

/**
 * How many mails to try at once. None of them wears itself out while the server is left alone, and one alone tries whether it is
 * back.
 */
function roomAt(mail: Mail): number {
  const states = mail.circuitStates().map(({ state }) => state);
  if (states.includes('open')) return 0;
  return states.includes('half-open') ? 1 : SEND_BATCH_SIZE;
}

async function sendQueued(deps: MailingDeps, mail: DueMail): Promise<MailStatus> {
  const now = deps.clock.now();
  if (!isWanted(mail, now)) {
    await updateSettledMail(deps.db, mail.id, { status: 'dropped', nextAttemptAt: null }, now);
    return 'dropped';
  }
  const sort = turnedOffBy(mail.kind);
  const unsubscribeAddress = sort === null ? null : unsubscribeAddressOf(deps, sort, mail.readerId);
  const reader = {
    name: mail.name,
    serviceAddress: deps.publicUrl,
    unsubscribeAddress,
    invitationTokenOf: (id: string) => invitationTokenOf(deps.invitationSignatures, id),
  };
  const facts = { kind: mail.kind, facts: mail.data } as MailFacts;
  const replyTo = replyToOf(facts);
  const { outcome } = await deps.mail.send({
    id: mail.id,
    to: mail.address,
    ...writeMail(facts, reader),
    ...(replyTo !== undefined && { replyTo }),
    headers: {
      ...(unsubscribeAddress !== null && {
        'List-Unsubscribe': `<${unsubscribeAddress}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
      ...(!isWrittenByPerson(mail.kind) && { 'Auto-Submitted': 'auto-generated' }),
    },
  });
  const settlement = settle(outcome, mail.attempts, deps.clock.now());
  await updateSettledMail(deps.db, mail.id, settlement, deps.clock.now());
  return settlement.status;
}
