import type { Feature } from '#access/feature.ts';
import type { Table } from '#platform/db/table/table-facts.ts';
import { PLATFORM_TABLES } from '#platform/tables.ts';
import { account } from '../features/account/feature.ts';
import { media } from '../features/media/feature.ts';
import { FEATURES } from './features.ts';

const features: readonly Feature<never>[] = FEATURES;
const LOWEST: ReadonlySet<Feature<never>> = new Set([media, account]);

/** All tables, each before those that its rows name. The account is the last: an erasure that is repeated finds the user there. */
export const TABLES: readonly Table[] = [
  ...tablesOf(features.filter((feature) => !LOWEST.has(feature))),
  ...PLATFORM_TABLES,
  ...tablesOf(features.filter((feature) => LOWEST.has(feature))),
];

/** Higher features first. */
function tablesOf(list: readonly Feature<never>[]): Table[] {
  return list.toReversed().flatMap(({ tables = [] }) => tables);
}
