import { useInViewport } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef } from 'react';
import { Icon } from '../../../shared/icons/icon.tsx';
import { type MosaicDay, mosaicQuery } from '../api/queries.ts';
import { createRegionDrawer } from '../canvas/draw-region.ts';
import { paletteOf } from '../canvas/palette.ts';
import { type Field, layOutField } from '../field.rules.ts';

/** Tiles of so many users weigh less than a picture of them. */
const MAX_DRAWN_TILES = 400;
const WIDTH = 184;
const HEIGHT = 156;

/** A day as a thumbnail: its tiles if they are few, else the picture that the server has drawn. */
export function TinyDay({ day: { date, images, totalParticipants } }: { day: MosaicDay }) {
  const { ref, inViewport } = useInViewport<HTMLSpanElement>();
  const isDrawn = totalParticipants <= MAX_DRAWN_TILES;
  const { data } = useQuery({ ...mosaicQuery(date), enabled: isDrawn && inViewport });
  const field = useMemo(() => data && layOutField(date, data.sections, 'wide'), [date, data]);
  return (
    <span ref={ref}>
      {isDrawn && field !== undefined && field.tiles.length > 0 ? (
        <TinyField field={field} />
      ) : !isDrawn && images !== null ? (
        <img src={images.thumbnail.url} alt="" loading="lazy" decoding="async" width={92} height={78} />
      ) : (
        <Icon name="mosaic" />
      )}
    </span>
  );
}

function TinyField({ field }: { field: Field }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current === null || context === null || context === undefined) return;
    const pitch = Math.max(1, Math.floor(Math.min(WIDTH / field.columns, HEIGHT / field.rows)));
    context.clearRect(0, 0, WIDTH, HEIGHT);
    context.save();
    context.translate(Math.floor((WIDTH - field.columns * pitch) / 2), Math.floor((HEIGHT - field.rows * pitch) / 2));
    const rect = { x: 0, y: 0, width: field.columns, height: field.rows };
    const draw = createRegionDrawer(paletteOf(canvas.current));
    draw(context, field, rect, { pitch, pixelRatio: 1, photoOf: () => null });
    context.restore();
  }, [field]);
  return <canvas ref={canvas} width={WIDTH} height={HEIGHT} aria-hidden />;
}
