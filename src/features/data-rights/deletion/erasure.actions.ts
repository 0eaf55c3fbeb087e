import { deleteErasedIdentitiesBefore, emailKey, recordAudit, rememberErasure, subjectKey } from '#features/account';
import { listCustomerIds } from '#features/billing';
import { redrawMosaic } from '#features/mosaic';
import { leaveAllGroups } from '#features/organization';
import { filesOf } from '#platform/db/table/tables.ts';
import { codeOf } from '#platform/errors.ts';
import type { DataRightsDeps } from '../deps.ts';
import { discardExportsOf } from '../export/export.store.ts';
import { expireImportsOf } from '../import/import.store.ts';
import { deletionStatement, type Subject } from '../personal-data/personal-data.store.ts';
import { listFileKeys } from '../retention/stored-file.store.ts';
import { erasedIdentitiesKeptSince } from './deletion.rules.ts';
import type { ErasureRun } from './deletion.schema.ts';
import {
  claimErasure,
  executeLong,
  listDueAccounts,
  listMailIds,
  listMosaicDates,
  updateErased,
} from './erasure.store.ts';

const BATCH_SIZE = 100;
const FILES_AT_ONCE = 8;

/** Erases all accounts whose deletion is due. One that fails is logged, and the next run continues it. */
export async function eraseDueAccounts(deps: DataRightsDeps): Promise<ErasureRun> {
  await deleteErasedIdentitiesBefore(deps.db, erasedIdentitiesKeptSince(deps.clock.now()));
  const tried = new Set<string>();
  let failed = 0;
  for (;;) {
    const due = await listDueAccounts(deps.db, deps.clock.now(), BATCH_SIZE + failed);
    const untried = due.filter((id) => !tried.has(id));
    if (untried.length === 0) break;
    for (const id of untried) {
      tried.add(id);
      if (!(await tryToErase(deps, id))) failed += 1;
    }
  }
  const erased = tried.size - failed;
  const message =
    failed === 0 ? `${erased} accounts were erased.` : `${failed} of ${tried.size} accounts could not be erased.`;
  return { success: failed === 0, message, results: { erased, failed } };
}

/** Erases an account whose deletion is due. Returns false, after a failure that is logged, if something of it remains. */
export async function tryToErase(deps: DataRightsDeps, id: string): Promise<boolean> {
  try {
    const run = await deps.jobs.runExclusive(`erase-account ${id}`, async () => ({ isErased: await erase(deps, id) }));
    return run?.isErased === true;
  } catch (error) {
    deps.log.error({ err: error, event: 'account.erasure-failed', user_id: id }, 'An account could not be erased');
    return false;
  }
}

/**
 * Each step is safe to repeat, and each finds what it needs in rows that a later step deletes: so an interrupted erasure is repeated
 * from its start. Returns false if the payment provider has to be asked again.
 */
async function erase(deps: DataRightsDeps, id: string): Promise<boolean> {
  const subject = await beginErasure(deps, id);
  if (subject === undefined) return true;
  await deps.awaitInvalidation();
  const isCustomerDeleted = await deleteCustomers(deps, id);
  await leaveAllGroups(deps, id);
  // The user is inactive, so the new pictures are without their photo.
  for (const date of await listMosaicDates(deps.db, id)) {
    if (!(await redrawMosaic(deps, date))) throw new Error('Another run draws a mosaic of the account.');
  }
  await discardExportsOf(deps.db, id);
  await expireImportsOf(deps.db, id);
  await deleteFiles(deps, id);
  const mailIds = await listMailIds(deps.db, id, subject.emails);
  await deleteMailSources(deps, mailIds);
  await eraseRows(deps, subject, isCustomerDeleted ? [] : ['payment_customer', 'subscription']);
  // Those that were being sent meanwhile. A node that sends one later deletes its source, because there is no row.
  await deleteMailSources(deps, mailIds);
  if (!isCustomerDeleted) return false;
  await deps.db.transaction().execute(async (tx) => {
    await updateErased(tx, id, deps.clock.now());
    await recordAudit(deps, tx, null, { action: 'account.erase', subjectType: 'profile', subjectIds: [id] });
  });
  await deps.awaitInvalidation();
  deps.log.info({ event: 'account.erased', user_id: id }, 'An account was erased');
  return true;
}

/** From here on the account cannot be restored. Undefined if there is nothing to erase. */
async function beginErasure(deps: DataRightsDeps, id: string): Promise<Subject | undefined> {
  const erasedAt = deps.clock.now();
  return deps.db.transaction().execute(async (tx) => {
    const user = await claimErasure(tx, id, erasedAt);
    if (user === undefined) return undefined;
    const { emails, subjects } = user;
    const keys = [...emails.map(emailKey), ...subjects.map(({ issuer, subject }) => subjectKey(issuer, subject))];
    await rememberErasure(deps, tx, keys, erasedAt);
    return { id, emails, erasedAt };
  });
}

/** Deletes the user at the payment provider, which cancels their subscriptions. Returns false if it did not respond. */
async function deleteCustomers(deps: DataRightsDeps, id: string): Promise<boolean> {
  const customerIds = await listCustomerIds(deps.db, id);
  if (customerIds.length === 0) return true;
  try {
    for (const customerId of customerIds) await deps.payment.deleteCustomer(customerId);
    return true;
  } catch (error) {
    deps.log.warn(
      { event: 'account.subscription-not-cancelled', user_id: id, code: codeOf(error) },
      'Not cancelled yet',
    );
    return false;
  }
}

async function deleteMailSources({ mail }: DataRightsDeps, ids: readonly string[]): Promise<void> {
  for (const id of ids) await mail.deleteSource(id);
}

async function deleteFiles(deps: DataRightsDeps, id: string): Promise<void> {
  const keys = await listFileKeys(deps.db, filesOf(deps.tables), id);
  for (let start = 0; start < keys.length; start += FILES_AT_ONCE) {
    await Promise.all(keys.slice(start, start + FILES_AT_ONCE).map((key) => deps.storage.delete(key)));
  }
}

/** Does what the tables say. */
async function eraseRows({ db, tables }: DataRightsDeps, subject: Subject, except: readonly string[]): Promise<void> {
  for (const { name, deletion } of tables) {
    if (except.includes(name)) continue;
    for (const rule of deletion) {
      const statement = deletionStatement(name, rule, subject);
      if (statement === null) continue;
      const execute = () => db.transaction().execute((tx) => executeLong(tx, statement));
      if (rule.action === 'anonymize') await execute();
      else while ((await execute()) > 0);
    }
  }
}
