import { appendFile } from 'node:fs/promises';
import { afterAll, expect, inject } from 'vitest';
import { findUnlisted } from '../owners/kept-crossings.ts';
import { watchStatements } from '../owners/statement-watch.ts';

/** A statement of the service that leaves the rows of one owner fails the file that sends it, unless it is listed. In `npm test` only. */
const takeCrossings = inject('tier') === 'push' ? watchStatements(inject('tableColumns')) : () => [];

const HELP =
  'These statements do not name the owner of the rows. Add a condition on it (test/owners/owners.ts), or list them in test/owners/kept-crossings.ts.';

afterAll(async () => {
  const crossings = takeCrossings();
  if (crossings.length > 0) await appendFile(inject('seenCrossings'), `${crossings.join('\n')}\n`);
  expect(findUnlisted(crossings), HELP).toEqual([]);
});
