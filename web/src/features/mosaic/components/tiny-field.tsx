import { useEffect, useRef } from 'react';
import { createRegionDrawer } from '../canvas/draw-region.ts';
import { paletteOf } from '../canvas/palette.ts';
import type { Field } from '../field.rules.ts';

const WIDTH = 184;
const HEIGHT = 156;
/** Drawn as flowers as soon as a petal has a pixel. */
const PIXEL_RATIO = 1;

/** The tiles of a day as a thumbnail. */
export function TinyField({ field }: { field: Field }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (canvas.current === null || context === null || context === undefined) return;
    const pitch = Math.max(1, Math.floor(Math.min(WIDTH / field.columns, HEIGHT / field.rows)));
    context.clearRect(0, 0, WIDTH, HEIGHT);
    context.save();
    context.translate((WIDTH - field.columns * pitch) / 2, (HEIGHT - field.rows * pitch) / 2);
    const rect = { x: 0, y: 0, width: field.columns, height: field.rows };
    createRegionDrawer(paletteOf(canvas.current))(context, field, rect, {
      pitch,
      pixelRatio: PIXEL_RATIO,
      photoOf: () => null,
    });
    context.restore();
  }, [field]);
  return <canvas ref={canvas} width={WIDTH} height={HEIGHT} aria-hidden />;
}
