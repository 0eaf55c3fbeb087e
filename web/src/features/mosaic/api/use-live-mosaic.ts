import { type QueryKey, useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLiveEvents } from '../../../app/events/events-provider.tsx';
import { createReloads, withCheckIns } from '../live.rules.ts';
import type { Mosaic } from '../mosaic.ts';
import { chainQuery, mosaicQuery } from './queries.ts';

const nextFrame = (run: () => void) => void requestAnimationFrame(run);
const timers = {
  later: (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/**
 * The mosaic of a date, as events change it: check-ins of the own chain and squad at once, those of others with the mosaic. After a gap of
 * the events all queries are loaded again.
 */
export function useLiveMosaic(date: string): Mosaic {
  const queryClient = useQueryClient();
  const [isOfUser, setIsOfUser] = useState(false);
  const { data, dataUpdatedAt } = useSuspenseQuery(mosaicQuery(date));
  const chain = useQuery({ ...chainQuery(date), enabled: isOfUser });
  const [{ ofMosaic, ofUser }] = useState(() => {
    const reload = (queryKey: QueryKey) => () => queryClient.invalidateQueries({ queryKey });
    return {
      ofMosaic: createReloads(reload(mosaicQuery(date).queryKey), nextFrame, timers),
      ofUser: createReloads(reload(chainQuery(date).queryKey), nextFrame, null),
    };
  });
  useEffect(() => () => ofMosaic.stop(), [ofMosaic]);
  useLiveEvents(({ kind, data: changed }) => {
    if (!('date' in changed) || changed.date !== date) return;
    if (kind === 'mosaic.updated') ofMosaic.changed();
    if (kind === 'check-in.made' || kind === 'chain.updated') {
      setIsOfUser(true);
      ofUser.changed();
    }
  });
  const { data: known, dataUpdatedAt: knownAt } = chain;
  return useMemo(
    () => (known ? withCheckIns(data, known.checkins, { mosaic: dataUpdatedAt, checkIns: knownAt }) : data),
    [data, dataUpdatedAt, known, knownAt],
  );
}
