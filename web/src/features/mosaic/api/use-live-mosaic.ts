import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { useLiveEvents } from '../../../app/events/events-provider.tsx';
import { createReloads, type Lit, oncePerFrame, unknownOf, withLit } from '../live.rules.ts';
import type { Mosaic } from '../mosaic.ts';
import { mosaicQuery } from './queries.ts';

const nextFrame = (run: () => void) => void requestAnimationFrame(run);
const timers = {
  later: (run: () => void, ms: number) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

/** The mosaic of a date with the check-ins of the last moments. After a gap of the events all queries are loaded again. */
export function useLiveMosaic(date: string): Mosaic {
  const queryClient = useQueryClient();
  const { data, dataUpdatedAt } = useSuspenseQuery(mosaicQuery(date));
  const [lit, setLit] = useState<Lit>(new Map());
  const [reloads] = useState(() =>
    createReloads(() => queryClient.invalidateQueries({ queryKey: mosaicQuery(date).queryKey }), timers, nextFrame),
  );
  const [light] = useState(() => {
    const collected = new Map<string, number>();
    const show = oncePerFrame(nextFrame, () => {
      setLit((known) => new Map([...known, ...collected]));
      collected.clear();
    });
    return (userId: string) => {
      collected.set(userId, Date.now());
      show();
    };
  });
  useEffect(() => () => reloads.stop(), [reloads]);
  useLiveEvents((event) => {
    if (event.kind === 'check-in.made' && event.data.date === date) light(event.data.user_id);
    if (event.kind === 'mosaic.updated' && event.data.date === date) reloads.changed();
  });
  return useMemo(() => withLit(data, unknownOf(lit, dataUpdatedAt)), [data, lit, dataUpdatedAt]);
}
