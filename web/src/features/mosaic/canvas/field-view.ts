import {
  between,
  type Camera,
  fit,
  MIN_PHOTO_PX,
  pan,
  reveal,
  toField,
  type View,
  within,
  zoomAbout,
} from '../camera.rules.ts';
import { cellAt, cellOf, type Field, type Point } from '../field.rules.ts';
import { oncePerFrame } from '../live.rules.ts';
import type { Tile } from '../mosaic.ts';
import { createRegionDrawer } from './draw-region.ts';
import { followGestures } from './gestures.ts';
import { createPainter } from './painter.ts';
import { paletteOf } from './palette.ts';
import { createPhotos } from './photos.ts';

export const ZOOM_STEP = 1.5;
const DOUBLE_TAP_STEP = 2.2;
const OPEN_MS = 190;
/** After this without a change of the scale, tiles are drawn for the display. */
const REST_MS = 140;
const MAX_PIXEL_RATIO = 3;

export type FieldViewOptions = {
  onTap: (cell: number | null) => void;
  /** Whether all is in sight, so that nothing is left to zoom out of. */
  onFit: (isFit: boolean) => void;
};

export type FieldView = ReturnType<typeof createFieldView>;

/** A field on a canvas, which is moved and zoomed. Whatever changes, a frame paints once. */
export function createFieldView(canvas: HTMLCanvasElement, options: FieldViewOptions) {
  const context = canvas.getContext('2d', { alpha: false });
  const palette = paletteOf(canvas);
  const photos = createPhotos((userId) => refreshUser(userId));
  const photoOf = ({ userId }: Tile) => {
    const url = photoUrls.get(userId);
    return url === undefined ? null : photos.photoOf(userId, url);
  };
  const painter = createPainter(palette, createRegionDrawer(palette), photoOf);
  const paint = oncePerFrame((run) => void requestAnimationFrame(run), paintFrame);

  let field: Field = { columns: 0, rows: 0, tiles: [] };
  let photoUrls: ReadonlyMap<string, string> = new Map();
  let cellsOfUsers = new Map<string, number>();
  let view: View = { width: 0, height: 0 };
  let pixelRatio = 1;
  let camera: Camera = { x: 0, y: 0, scale: 1 };
  let isFit = true;
  let isZooming = false;
  let resting: ReturnType<typeof setTimeout> | undefined;
  let move: { from: Camera; to: Camera; startedAt: number | null } | null = null;
  let selected: number | null = null;
  let own: number | null = null;
  let isClosed = false;

  function paintFrame(): void {
    if (isClosed || context === null || view.width === 0 || field.tiles.length === 0) return;
    if (move !== null) followMove(move);
    const scene = { field, camera, view, pixelRatio, isZooming, selected, own };
    if (painter.paint(context, scene) || move !== null) paint();
  }

  function followMove({ from, to, startedAt }: NonNullable<typeof move>): void {
    const now = performance.now();
    const share = Math.min(1, (now - (startedAt ?? now)) / OPEN_MS);
    if (startedAt === null) move = { from, to, startedAt: now };
    setCamera(between(from, to, 1 - (1 - share) ** 3));
    if (share === 1) move = null;
  }

  function setCamera(next: Camera): void {
    if (next.scale !== camera.scale) {
      isZooming = true;
      clearTimeout(resting);
      resting = setTimeout(() => {
        isZooming = false;
        paint();
      }, REST_MS);
    }
    camera = next;
    const isNowFit = camera.scale <= fit(field, view, pixelRatio).scale * 1.01;
    if (isNowFit !== isFit) options.onFit(isNowFit);
    isFit = isNowFit;
    paint();
  }

  function moveTo(to: Camera): void {
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) setCamera(to);
    else move = { from: camera, to, startedAt: null };
    paint();
  }

  function showAll(): void {
    camera = fit(field, view, pixelRatio);
    isFit = true;
    options.onFit(true);
    paint();
  }

  function refreshUser(userId: string): void {
    const cell = cellsOfUsers.get(userId);
    if (cell !== undefined) painter.refresh(field, [cell]);
    paint();
  }

  const middle = (): Point => ({ x: view.width / 2, y: view.height / 2 });
  const zoomed = (factor: number, about: Point) => zoomAbout(field, view, camera, factor, about);
  const stopGestures = followGestures(canvas, {
    onPan: (by) => {
      move = null;
      setCamera(pan(field, view, camera, by));
    },
    onZoom: (factor, about) => {
      move = null;
      setCamera(zoomed(factor, about));
    },
    onTap: (at) => options.onTap(cellOf(field, toField(camera, view, at))),
    onDoubleTap: (at) =>
      moveTo(isFit || camera.scale < MIN_PHOTO_PX * 2 ? zoomed(DOUBLE_TAP_STEP, at) : fit(field, view, pixelRatio)),
    onHold: (isHeld) => canvas.toggleAttribute('data-held', isHeld),
  });
  const resized = new ResizeObserver(([entry]) => {
    const { width = 0, height = 0 } = entry?.contentRect ?? {};
    pixelRatio = Math.min(MAX_PIXEL_RATIO, devicePixelRatio);
    view = { width, height };
    canvas.width = Math.round(width * pixelRatio);
    canvas.height = Math.round(height * pixelRatio);
    if (isFit) showAll();
    else setCamera(within(field, view, camera));
    // A canvas of another size is empty until it is painted.
    paintFrame();
  });
  resized.observe(canvas);

  return {
    /** Shows another field, or other states of the same one. */
    setField: (next: Field) => {
      const isSame =
        next.tiles.length === field.tiles.length && next.columns === field.columns && hasSameUsers(next, field);
      const changed = isSame
        ? next.tiles.flatMap((tile, cell) => (isChanged(tile, field.tiles[cell]) ? [cell] : []))
        : [];
      field = next;
      if (isSame) {
        if (changed.length > 0) painter.refresh(field, changed);
      } else {
        painter.clear();
        cellsOfUsers = new Map(field.tiles.map(({ userId }, cell) => [userId, cell]));
        showAll();
      }
      paint();
    },
    setPhotos: (urls: ReadonlyMap<string, string>) => {
      photoUrls = urls;
      painter.refresh(
        field,
        [...urls.keys()].flatMap((userId) => cellsOfUsers.get(userId) ?? []),
      );
      paint();
    },
    setSelected: (cell: number | null) => {
      selected = cell;
      if (cell !== null && view.width > 0) setCamera(reveal(field, view, camera, cellAt(field, cell)));
      paint();
    },
    setOwn: (cell: number | null) => {
      own = cell;
      paint();
    },
    /** Zooms about the selected tile, or the middle. */
    zoom: (factor: number) => {
      const at = selected === null ? null : cellAt(field, selected);
      const about = at === null ? middle() : pointInView(at);
      moveTo(zoomed(factor, about));
    },
    showAll: () => moveTo(fit(field, view, pixelRatio)),
    close: () => {
      isClosed = true;
      clearTimeout(resting);
      resized.disconnect();
      stopGestures();
      photos.close();
    },
  };

  function pointInView({ x, y }: Point): Point {
    return {
      x: (x + 0.5 - camera.x) * camera.scale + view.width / 2,
      y: (y + 0.5 - camera.y) * camera.scale + view.height / 2,
    };
  }
}

function hasSameUsers(one: Field, other: Field): boolean {
  return one.tiles.every(({ userId }, cell) => userId === other.tiles[cell]?.userId);
}

const isChanged = (tile: Tile, before: Tile | undefined): boolean =>
  tile.status !== before?.status || tile.teamColor !== before.teamColor;
