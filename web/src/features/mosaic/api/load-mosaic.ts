import type { QueryClient } from '@tanstack/react-query';
import { hasBegun, isDate } from '../day.rules.ts';
import { daysQuery, mosaicQuery } from './queries.ts';

/** Loads what the screen of a date shows. Resolves with false if the text is no date. Of a date that has not begun there is nothing. */
export async function loadMosaic(queryClient: QueryClient, date: string): Promise<boolean> {
  if (!isDate(date)) return false;
  if (!hasBegun(date, new Date())) return true;
  void queryClient.prefetchInfiniteQuery(daysQuery);
  await queryClient.ensureQueryData(mosaicQuery(date));
  return true;
}
