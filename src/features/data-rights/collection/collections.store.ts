import { ACCOUNT } from './account.store.ts';
import { CHAT } from './chat.store.ts';
import type { Collection } from './collection.store.ts';
import { ECONOMY } from './economy.store.ts';
import { ENCOURAGEMENT } from './encouragement.store.ts';
import { GROUPS } from './groups.store.ts';
import { JOURNAL } from './journal.store.ts';
import { LAB } from './lab.store.ts';
import { MAIL } from './mail.store.ts';
import { WELLBEING } from './wellbeing.store.ts';
import { WORKOUT } from './workout.store.ts';

/** All collections of an export, in the order of the archive. */
export const COLLECTIONS: readonly Collection[] = [
  ...ACCOUNT,
  ...GROUPS,
  ...JOURNAL,
  ...WELLBEING,
  ...WORKOUT,
  ...CHAT,
  ...ENCOURAGEMENT,
  ...ECONOMY,
  ...LAB,
  ...MAIL,
];

/** The JSON Schema of a record of each collection. */
export function describeCollections(): object {
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Records of a Meadow export',
    $defs: Object.fromEntries(COLLECTIONS.map(({ name, record }) => [name, record])),
  };
}
