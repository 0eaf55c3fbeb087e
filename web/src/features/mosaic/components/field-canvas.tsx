import { ActionIcon, useComputedColorScheme, VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { keyOf } from '../../../shared/ui/key.ts';
import { createFieldView, type FieldView, ZOOM_STEP } from '../canvas/field-view.ts';
import { cellByKey, type Field } from '../field.rules.ts';
import type { Mosaic } from '../mosaic.ts';
import classes from './field-canvas.module.css';
import { SelectedTile } from './selected-tile.tsx';

type FieldCanvasProps = {
  field: Field;
  stats: Mosaic['stats'];
  photos: ReadonlyMap<string, string>;
  /** The cell of the open tile, and of the user's own. */
  open: number | null;
  own: number | null;
  onOpen: (cell: number | null) => void;
};

/** The tiles of a day, to move, zoom and touch. A theme draws it anew. */
export function FieldCanvas(props: FieldCanvasProps) {
  return <Canvas key={useComputedColorScheme()} {...props} />;
}

function Canvas({ field, stats, photos, open, own, onOpen }: FieldCanvasProps) {
  const t = useTranslations('mosaic');
  const helpId = useId();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<FieldView | null>(null);
  const [isFit, setIsFit] = useState(true);
  // A key moves the selection; Enter or a tap opens it.
  const [moved, setMoved] = useState<number | null>(null);
  const selected = open ?? moved;

  const tap = useEffectEvent((cell: number | null) => {
    setMoved(cell);
    onOpen(cell);
  });
  useEffect(() => {
    if (canvas.current === null) return undefined;
    const created = createFieldView(canvas.current, { onTap: (cell) => tap(cell), onFit: setIsFit });
    setView(created);
    return created.close;
  }, []);
  // In this order: a field forgets what was known of another one.
  useEffect(() => view?.setField(field), [view, field]);
  useEffect(() => view?.setPhotos(photos), [view, photos]);
  useEffect(() => view?.setOwn(own), [view, own]);
  useEffect(() => view?.setSelected(selected), [view, selected]);

  function onKeyDown(event: KeyboardEvent): void {
    const key = keyOf(event);
    if (event.altKey || event.metaKey || !act(key, event.ctrlKey)) return;
    event.preventDefault();
  }

  function act(key: string | null, isCtrl: boolean): boolean {
    if (key === '+' || key === '=') view?.zoom(ZOOM_STEP);
    else if (key === '-') view?.zoom(1 / ZOOM_STEP);
    else if (key === '0') view?.showAll();
    else if (key === 'Enter' || key === ' ') onOpen(selected);
    else if (key === 'Escape' && open !== null) {
      setMoved(open);
      onOpen(null);
    } else {
      const next = cellByKey(field, selected ?? own ?? 0, key, isCtrl);
      if (next === null) return false;
      setMoved(selected === null ? (own ?? 0) : next);
      if (open !== null) onOpen(null);
    }
    return true;
  }

  return (
    <div className={classes.frame}>
      {/* biome-ignore lint/a11y/noInteractiveElementToNoninteractiveRole: keys choose a tile, as in an application */}
      <canvas
        ref={canvas}
        className={classes.canvas}
        tabIndex={0}
        role="application"
        aria-roledescription={t('kind')}
        aria-label={t('canvas', { ...stats, total: stats.totalParticipants })}
        aria-describedby={helpId}
        data-selected={selected === null ? undefined : field.tiles[selected]?.userId}
        onKeyDown={onKeyDown}
      />
      <VisuallyHidden id={helpId}>{t('help')}</VisuallyHidden>
      <SelectedTile field={field} cell={selected} />
      <div className={classes.zoom}>
        <ActionIcon aria-label={t('zoomIn')} onClick={() => view?.zoom(ZOOM_STEP)}>
          <Icon name="plus" />
        </ActionIcon>
        <ActionIcon aria-label={t('zoomOut')} disabled={isFit} onClick={() => view?.zoom(1 / ZOOM_STEP)}>
          <Icon name="minus" />
        </ActionIcon>
      </div>
    </div>
  );
}
