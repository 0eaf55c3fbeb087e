import { type Camera, fit, seenOf, toView, type View } from '../camera.rules.ts';
import { affordable, type Chunk, chunksIn, pitchOf, shows, tilesPerSide } from '../chunks.rules.ts';
import { cellAt, type Field, type Rect } from '../field.rules.ts';
import type { DrawRegion, PhotoOf } from './draw-region.ts';
import { type Context, FILL, squarePath } from './draw-tile.ts';
import type { Palette } from './palette.ts';
import { createDrawing } from './sprites.ts';

const MAX_KEPT_PIXELS = 14_000_000;
const MAX_BASE_PX = 1_400;
/** Of a pitch before, more would cost more than they show. */
const MAX_FORMER_CHUNKS = 150;
const RING_PX = 3;
const RING_DISTANCE_PX = 2.5;

type Drawn = { canvas: HTMLCanvasElement; context: Context; chunk: Chunk; isStale: boolean };

export type Scene = {
  field: Field;
  camera: Camera;
  view: View;
  pixelRatio: number;
  isZooming: boolean;
  /** The cells of the selected tile and of the user's own. */
  selected: number | null;
  own: number | null;
};

/** Paints frames from chunks that are kept. A frame draws few tiles anew, and shows the whole field small until the rest has come. */
export function createPainter(palette: Palette, drawRegion: DrawRegion, photoOf: PhotoOf) {
  const kept = new Map<string, Drawn>();
  let base: Drawn | null = null;
  let keptPixels = 0;
  let lastPitch = 0;

  function draw({ chunk, canvas, context }: Drawn, field: Field, pixelRatio: number): void {
    context.fillStyle = palette.night;
    context.fillRect(0, 0, canvas.width, canvas.height);
    drawRegion(context, field, chunk.rect, { pitch: chunk.pitch, pixelRatio, photoOf });
  }

  function create(chunk: Chunk): Drawn {
    const drawing = createDrawing(chunk.rect.width * chunk.pitch, chunk.rect.height * chunk.pitch);
    return { ...drawing, chunk, isStale: false };
  }

  function keep(drawn: Drawn): void {
    kept.set(drawn.chunk.key, drawn);
    keptPixels += drawn.canvas.width * drawn.canvas.height;
    for (const [key, { canvas }] of kept) {
      if (keptPixels <= MAX_KEPT_PIXELS) break;
      keptPixels -= canvas.width * canvas.height;
      kept.delete(key);
    }
  }

  function drawBase({ field, view, pixelRatio }: Scene): Drawn {
    if (base?.isStale === false) return base;
    const fitting = fit(field, view, pixelRatio).scale * pixelRatio;
    const pitch = Math.max(2, Math.floor(Math.min(fitting, MAX_BASE_PX / Math.max(field.columns, field.rows))));
    const rect = { x: -1, y: -1, width: field.columns + 2, height: field.rows + 2 };
    base = create({ key: 'base', pitch, rect });
    draw(base, field, pixelRatio);
    return base;
  }

  /** The whole field, and what is kept of the pitch before, in place of chunks that are missing. */
  function copyFormer(context: Context, scene: Scene, seen: Rect, pitch: number | null): void {
    copy(context, drawBase(scene), scene);
    if (lastPitch === 0 || lastPitch === pitch) return;
    const chunksAcross = (tiles: number) => tiles / tilesPerSide(lastPitch);
    if (chunksAcross(seen.width) * chunksAcross(seen.height) > MAX_FORMER_CHUNKS) return;
    for (const { key } of chunksIn(seen, lastPitch, scene.field)) copy(context, kept.get(key), scene);
  }

  /** Paints a frame. Returns whether chunks are missing, so that another one must follow. */
  function paint(context: Context, scene: Scene): boolean {
    const { camera, view, pixelRatio, isZooming } = scene;
    context.fillStyle = palette.night;
    context.fillRect(0, 0, view.width * pixelRatio, view.height * pixelRatio);
    const seen = seenOf(camera, view);
    // New chunks would be of use for a moment only.
    const isWhole = isZooming || paintSharp(context, scene, seen);
    if (isZooming) copyFormer(context, scene, seen, null);
    drawRings(context, scene, palette);
    return !isWhole;
  }

  /** Copies the chunks of the display, and draws some that are missing. Returns whether none is left to draw. */
  function paintSharp(context: Context, scene: Scene, seen: Rect): boolean {
    const { field, camera, pixelRatio } = scene;
    const pitch = pitchOf(camera.scale, pixelRatio);
    const chunks = chunksIn(seen, pitch, field);
    const missing = chunks.filter(({ key }) => kept.get(key)?.isStale !== false);
    const drawnNow = affordable(missing);
    for (const chunk of drawnNow) {
      const known = kept.get(chunk.key);
      const drawn = known ?? create(chunk);
      draw(drawn, field, pixelRatio);
      drawn.isStale = false;
      if (known === undefined) keep(drawn);
    }
    if (chunks.every(({ key }) => kept.has(key))) lastPitch = pitch;
    else copyFormer(context, scene, seen, pitch);
    for (const { key } of chunks) {
      const drawn = kept.get(key);
      if (drawn === undefined) continue;
      // Those that were used last are kept longest.
      kept.delete(key);
      kept.set(key, drawn);
      copy(context, drawn, scene);
    }
    return drawnNow.length === missing.length;
  }

  return {
    paint,
    /** Draws cells anew: their states or photos have changed. */
    refresh: (field: Field, cells: readonly number[]) => {
      if (base !== null) base.isStale = true;
      const points = cells.map((cell) => cellAt(field, cell));
      for (const drawn of kept.values()) {
        if (points.some((point) => shows(drawn.chunk, point))) drawn.isStale = true;
      }
    },
    /** Forgets all: another field. */
    clear: () => {
      kept.clear();
      keptPixels = 0;
      base = null;
      lastPitch = 0;
    },
  };
}

/** Copies a chunk to its place, on whole pixels, so that there are no seams. */
function copy(context: Context, drawn: Drawn | undefined, { camera, view, pixelRatio }: Scene): void {
  if (drawn === undefined) return;
  const { x, y, width, height }: Rect = drawn.chunk.rect;
  const from = toView(camera, view, { x, y });
  const to = toView(camera, view, { x: x + width, y: y + height });
  const [left, top] = [Math.round(from.x * pixelRatio), Math.round(from.y * pixelRatio)];
  const [right, bottom] = [Math.round(to.x * pixelRatio), Math.round(to.y * pixelRatio)];
  context.drawImage(drawn.canvas, left, top, right - left, bottom - top);
}

function drawRings(context: Context, scene: Scene, palette: Palette): void {
  const { own, selected, camera } = scene;
  if (own !== null && own !== selected && camera.scale >= 6) ring(context, scene, own, palette.ink, 1.5, 1);
  if (selected !== null) ring(context, scene, selected, palette.honey, RING_PX, RING_DISTANCE_PX);
}

function ring(context: Context, scene: Scene, cell: number, color: string, line: number, distance: number): void {
  const { field, camera, view, pixelRatio } = scene;
  const { x, y } = cellAt(field, cell);
  const inset = (1 - FILL) / 2;
  const at = toView(camera, view, { x: x + inset, y: y + inset });
  const side = FILL * camera.scale + 2 * distance;
  const corner = FILL * camera.scale * 0.2 + distance;
  context.save();
  context.scale(pixelRatio, pixelRatio);
  squarePath(context, { x: at.x - distance, y: at.y - distance }, side, corner);
  context.lineWidth = line;
  context.strokeStyle = color;
  context.stroke();
  context.restore();
}
