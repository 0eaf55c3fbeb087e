import type { QueryClient } from '@tanstack/react-query';
import { currentLanguage } from '../app/language.ts';
import { meQuery } from '../app/session/queries.ts';
import { loadTexts } from '../app/texts.tsx';
import { loadMosaic } from '../features/mosaic/api/load-mosaic.ts';
import { todayIn } from '../shared/days/today-in.ts';

/** Loads the mosaic of a date, by default today in the time zone of the user. Resolves with false if the text is no date. */
export async function loadMosaicOf(queryClient: QueryClient, date?: string): Promise<boolean> {
  const texts = loadTexts('mosaic', currentLanguage());
  const { time_zone: clock } = await queryClient.ensureQueryData(meQuery);
  const [isDate] = await Promise.all([loadMosaic(queryClient, date ?? todayIn(clock ?? undefined)), texts]);
  return isDate;
}
