import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { keyOf } from '../../../shared/ui/key.ts';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted } from '../../../shared/ui/text.tsx';
import { type Crop, MAX_ZOOM, moveCrop, sideOf, zoomCrop } from './crop.rules.ts';
import classes from './crop-field.module.css';

/** The side of the picture that is kept, in pixels. The server stores avatars of this size. */
export const AVATAR_SIZE = 512;

const KEY_STEP = 0.05;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_STEP, 0],
  ArrowRight: [KEY_STEP, 0],
  ArrowUp: [0, -KEY_STEP],
  ArrowDown: [0, KEY_STEP],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': 0.1, '=': 0.1, '-': -0.1 };

type CropFieldProps = { picture: ImageBitmap; crop: Crop; onChange: (crop: Crop) => void };

/** A picture behind a round opening: drag or arrow keys move it, the slider, the wheel or plus and minus make it larger. */
export function CropField({ picture, crop, onChange }: CropFieldProps) {
  const t = useTranslations('account');
  const canvas = useRef<HTMLCanvasElement>(null);
  const held = useRef<{ x: number; y: number } | null>(null);

  useEffect(() => {
    const side = sideOf(crop, picture);
    const context = canvas.current?.getContext('2d');
    context?.clearRect(0, 0, AVATAR_SIZE, AVATAR_SIZE);
    context?.drawImage(picture, crop.x - side / 2, crop.y - side / 2, side, side, 0, 0, AVATAR_SIZE, AVATAR_SIZE);
  }, [picture, crop]);

  function drag(event: PointerEvent<HTMLElement>) {
    if (held.current === null) return;
    const { width } = event.currentTarget.getBoundingClientRect();
    const { x, y } = held.current;
    held.current = { x: event.clientX, y: event.clientY };
    onChange(moveCrop(crop, picture, (event.clientX - x) / width, (event.clientY - y) / width));
  }

  function press(event: KeyboardEvent) {
    const key = keyOf(event) ?? '';
    const move = MOVES[key];
    const zoom = ZOOMS[key];
    if (move !== undefined) onChange(moveCrop(crop, picture, ...move));
    else if (zoom !== undefined) onChange(zoomCrop(crop, picture, crop.zoom + zoom));
    else return;
    event.preventDefault();
  }

  return (
    <div>
      <div
        className={classes.opening}
        role="application"
        data-autofocus
        aria-label={t('avatar.position')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move the picture
        tabIndex={0}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          held.current = { x: event.clientX, y: event.clientY };
        }}
        onPointerMove={drag}
        onPointerUp={() => {
          held.current = null;
        }}
        onWheel={({ deltaY }) => onChange(zoomCrop(crop, picture, crop.zoom * (deltaY > 0 ? 0.95 : 1.05)))}
      >
        <canvas ref={canvas} className={classes.picture} width={AVATAR_SIZE} height={AVATAR_SIZE} />
      </div>
      <Row as="label" gap={3} above={3} weight={500} className={classes.zoom}>
        <span>{t('avatar.zoom')}</span>
        <input
          type="range"
          min={1}
          max={MAX_ZOOM}
          step={0.01}
          value={crop.zoom}
          onChange={(event) => onChange(zoomCrop(crop, picture, event.currentTarget.valueAsNumber))}
        />
      </Row>
      <Muted>{t('avatar.help')}</Muted>
    </div>
  );
}
