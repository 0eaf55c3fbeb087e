import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { useConnection } from '../../../app/connection/connection.ts';
import { Muted } from '../../../shared/ui/text.tsx';
import { useIsDesk } from '../../../shared/ui/use-is-desk.ts';
import { useLiveMosaic } from '../api/use-live-mosaic.ts';
import { EmptyDay } from '../components/empty-day.tsx';
import { FieldCanvas } from '../components/field-canvas.tsx';
import { FilmStrip } from '../components/film-strip.tsx';
import { HeaderActions } from '../components/header-actions.tsx';
import { Legend } from '../components/legend.tsx';
import { MosaicHeader } from '../components/mosaic-header.tsx';
import { TileCard } from '../components/tile-card.tsx';
import { TileList } from '../components/tile-list.tsx';
import { layOutField } from '../field.rules.ts';
import type { MosaicSearch } from '../search.rules.ts';
import { useCounts } from '../use-counts.ts';
import classes from './mosaic-screen.module.css';
import type { MosaicScreenProps } from './mosaic-screen.tsx';

const WIDE = '(min-aspect-ratio: 1/1)';

/** The tiles of a day: as a field or, on a phone, as a list in its place; the open tile; and the days. */
export function DayScreen({ date, today, userId, search }: MosaicScreenProps) {
  const t = useTranslations('mosaic');
  const isDesk = useIsDesk();
  const { isOnline } = useConnection();
  const isWide = useMediaQuery(WIDE, undefined, { getInitialValueInEffect: false });
  const mosaic = useLiveMosaic(date);
  const { sections, stats } = mosaic;
  const counts = useCounts(mosaic);
  const field = useMemo(() => layOutField(date, sections, isWide ? 'wide' : 'tall'), [date, sections, isWide]);
  const photos = useMemo(
    () => new Map(mosaic.photos.map((photo) => [photo.userId, photo.thumbnail.url])),
    [mosaic.photos],
  );
  const cellOfUser = (id: string | undefined) => {
    const cell = field.tiles.findIndex((tile) => tile.userId === id);
    return cell === -1 ? null : cell;
  };
  const [own, open] = [cellOfUser(userId), cellOfUser(search.tile)];
  const isList = search.view === 'list';

  const navigate = useNavigate();
  const change = (to: MosaicSearch) =>
    void navigate({ to: '.', search: to as never, replace: true, resetScroll: false });
  const view = isList ? ({ view: 'list' } as const) : {};
  const openCell = (cell: number | null) => {
    const tile = cell === null ? undefined : field.tiles[cell]?.userId;
    if (tile !== search.tile) change({ ...view, ...(tile !== undefined && { tile }) });
  };
  const tile = open === null ? undefined : field.tiles[open];
  const list = isList && <TileList field={field} open={open} onOpen={openCell} />;

  return (
    <div className={classes.screen} data-surface="night" data-covers-tabs>
      <div>
        <MosaicHeader
          date={date}
          today={today}
          {...(stats.totalParticipants > 0 && { counts: isDesk ? counts.whole : counts.bloomed })}
        >
          {stats.totalParticipants > 0 && (
            <HeaderActions
              mosaic={mosaic}
              isList={isList}
              onList={(isShown) =>
                change({ ...(search.tile !== undefined && { tile: search.tile }), ...(isShown && { view: 'list' }) })
              }
            />
          )}
        </MosaicHeader>
        {!isOnline && (
          <Muted className={classes.offline} role="status">
            {t('offline')}
          </Muted>
        )}
      </div>
      {stats.totalParticipants === 0 ? (
        <div className={classes.empty}>
          <EmptyDay date={date} today={today} />
        </div>
      ) : (
        <div className={classes.middle}>
          {isDesk || !isList ? (
            <FieldCanvas field={field} stats={stats} photos={photos} open={open} own={own} onOpen={openCell} />
          ) : (
            list
          )}
          <div className={classes.side} data-view={isList ? 'list' : 'field'}>
            {tile !== undefined && (
              <TileCard mosaic={mosaic} tile={tile} isOwn={tile.userId === userId} onClose={() => openCell(null)} />
            )}
            {search.tile !== undefined && tile === undefined && <Muted role="status">{t('unknownTile')}</Muted>}
            {isDesk && !isList && <Legend stats={stats} />}
            {isDesk && !isList && own !== null && own !== open && (
              <Button variant="outline" onClick={() => openCell(own)}>
                {t('myTile')}
              </Button>
            )}
            {isDesk && !isList && own === null && <Muted>{t('noOwnTile')}</Muted>}
            {isDesk && list}
          </div>
        </div>
      )}
      <div className={classes.foot}>
        <FilmStrip date={date} today={today} />
      </div>
    </div>
  );
}
