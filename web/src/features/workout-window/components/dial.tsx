import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useNow, useTranslations } from 'use-intl';
import { timeIn } from '../../../shared/days/in-zone.rules.ts';
import { keyOf } from '../../../shared/ui/key.ts';
import {
  arcOf,
  dragged,
  isOnWindow,
  minutesAt,
  minutesOf,
  pointAt,
  STEP_MINUTES,
  stepped,
  timeOf,
  WINDOW_MINUTES,
} from '../dial.rules.ts';
import { useTimeOfDay } from '../use-time-of-day.ts';
import classes from './dial.module.css';

const RADIUS = 118;
const NOW = { inner: 142, outer: 152 };
const TICKS = { inner: 86, long: 96, short: 92 };
const LABELS = [0, 6, 12, 18];
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);
const MINUTE_MS = 60_000;
const STEPS_OF_HOUR = 60 / STEP_MINUTES;

type DialProps = { start: string; zone: string; onChange: (start: string) => void; children: ReactNode };

/** The day as a dial with the two hours of the window on it. What is in its middle are `children`. */
export function Dial({ start, zone, onChange, children }: DialProps) {
  const t = useTranslations('workout-window');
  const timeOfDay = useTimeOfDay();
  const now = timeIn(zone, useNow({ updateInterval: MINUTE_MS }));
  const held = useRef<{ start: string; grabbed: number } | null>(null);
  const end = timeOf(minutesOf(start) + WINDOW_MINUTES);

  function grab(event: PointerEvent<SVGCircleElement>): void {
    event.currentTarget.setPointerCapture(event.pointerId);
    const at = minutesOfPointer(event);
    // A press beside the window brings its middle there.
    const grabbed = isOnWindow(start, at) ? at : minutesOf(start) + WINDOW_MINUTES / 2;
    held.current = { start, grabbed };
    if (grabbed !== at) onChange(dragged(start, grabbed, at));
  }

  function drag(event: PointerEvent<SVGCircleElement>): void {
    if (held.current !== null) onChange(dragged(held.current.start, held.current.grabbed, minutesOfPointer(event)));
  }

  function press(event: KeyboardEvent): void {
    const next = startAfter(keyOf(event), start);
    if (next === null) return;
    event.preventDefault();
    onChange(next);
  }

  return (
    <div className={classes.dial}>
      <div
        role="slider"
        tabIndex={0}
        className={classes.slider}
        aria-label={t('dial')}
        aria-valuemin={0}
        aria-valuemax={24 * 60 - STEP_MINUTES}
        aria-valuenow={minutesOf(start)}
        aria-valuetext={t('hours', { start: timeOfDay(start), end: timeOfDay(end) })}
        onKeyDown={press}
      >
        <svg viewBox="-160 -160 320 320" aria-hidden>
          <Face />
          {now !== null && <Mark className={classes.now} at={minutesOf(now)} from={NOW.inner} to={NOW.outer} />}
          <path className={classes.window} d={arcOf(start, RADIUS)} />
          {[start, end].map((time, index) => {
            const { x, y } = pointAt(minutesOf(time), RADIUS);
            return <circle key={index === 0 ? 'start' : 'end'} className={classes.handle} cx={x} cy={y} r={8} />;
          })}
          <circle
            className={classes.ring}
            r={RADIUS}
            onPointerDown={grab}
            onPointerMove={drag}
            onPointerUp={() => {
              held.current = null;
            }}
            onPointerCancel={() => {
              held.current = null;
            }}
          />
        </svg>
      </div>
      <div className={classes.middle}>{children}</div>
    </div>
  );
}

function Face() {
  return (
    <>
      <circle className={classes.band} r={RADIUS} />
      {HOURS.map((hour) => (
        <Mark
          key={hour}
          className={classes.tick}
          at={hour * 60}
          from={TICKS.inner}
          to={LABELS.includes(hour) ? TICKS.long : TICKS.short}
        />
      ))}
      {LABELS.map((hour) => {
        const { x, y } = pointAt(hour * 60, 68);
        return (
          <text key={hour} className={classes.label} x={x} y={y + 5}>
            {String(hour).padStart(2, '0')}
          </text>
        );
      })}
    </>
  );
}

function Mark({ at, from, to, className }: { at: number; from: number; to: number; className: string | undefined }) {
  const [inner, outer] = [pointAt(at, from), pointAt(at, to)];
  return <path className={className} d={`M${inner.x} ${inner.y}L${outer.x} ${outer.y}`} />;
}

function minutesOfPointer({ currentTarget, clientX, clientY }: PointerEvent<SVGCircleElement>): number {
  const { left, top, width, height } = (currentTarget.ownerSVGElement ?? currentTarget).getBoundingClientRect();
  return minutesAt(clientX - left - width / 2, clientY - top - height / 2);
}

/** The start that a key of a slider leads to. Null for other keys. */
function startAfter(key: string | null, start: string): string | null {
  switch (key) {
    case 'ArrowUp':
    case 'ArrowRight':
      return stepped(start, 1);
    case 'ArrowDown':
    case 'ArrowLeft':
      return stepped(start, -1);
    case 'PageUp':
      return stepped(start, STEPS_OF_HOUR);
    case 'PageDown':
      return stepped(start, -STEPS_OF_HOUR);
    case 'Home':
      return timeOf(0);
    case 'End':
      return timeOf(-STEP_MINUTES);
    default:
      return null;
  }
}
