import { useSuspenseQuery } from '@tanstack/react-query';
import { meQuery } from '../app/session/queries.ts';
import { Texts } from '../app/texts.tsx';
import { MosaicScreen } from '../features/mosaic/screens/mosaic-screen.tsx';
import { searchOf } from '../features/mosaic/search.rules.ts';
import { todayIn } from '../shared/days/today-in.ts';

/** The mosaic of a date for the user of this device. */
export function MosaicOf({ date, search }: { date: string; search: object }) {
  const { data: me } = useSuspenseQuery(meQuery);
  return (
    <Texts of="mosaic">
      <MosaicScreen
        date={date}
        today={todayIn(me.time_zone ?? undefined)}
        userId={me.profile.id}
        search={searchOf(search as Record<string, unknown>)}
      />
    </Texts>
  );
}
