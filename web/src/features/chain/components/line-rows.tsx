import type { ReactNode } from 'react';
import { useTranslations } from 'use-intl';
import { Flower } from '../../../shared/art/flower.tsx';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { teamOf } from '../../../shared/workout/window.rules.ts';
import { type Axis, barOf, type Neighbour, placeOn, type Span, standingOf, type Today } from '../line.rules.ts';
import { useOwnStanding } from '../use-own-standing.ts';
import classes from './line.module.css';

export type Self = { full_name: string; avatar_url: string | null };

const TIME = { hour: 'numeric', minute: '2-digit' } as const;

type RowProps = {
  axis: Axis | null;
  now: Date;
  /** Whether the baton went on to the next row. */
  hasPassed: boolean;
};

/** A user beside this one, whose team is not known. */
export function NeighbourRow({ neighbour, ...row }: RowProps & { neighbour: Neighbour }) {
  const t = useTranslations('chain');
  const format = useFormatter();
  const {
    full_name: name,
    avatar_url: url,
    opens_at,
    closes_at,
    is_ai: isSynthetic,
    distance_km: distance,
  } = neighbour;
  const standing = standingOf(neighbour, row.now);
  const times = {
    opens: opens_at === null ? '' : format.dateTime(new Date(opens_at), TIME),
    closes: closes_at === null ? '' : format.dateTime(new Date(closes_at), TIME),
  };
  const facts = [
    t(`standing.${standing}`, times),
    distance !== null && t('away', { distance }),
    isSynthetic && t('synthetic'),
  ].filter((fact) => fact !== false);
  return (
    <LineRow
      {...row}
      kind={standing === 'done' ? 'done' : 'other'}
      start={times.opens}
      span={opens_at !== null && closes_at !== null ? { opens_at, closes_at } : null}
      face={<Face name={name} url={url} size={44} />}
      name={name}
      text={facts.join(' · ')}
    />
  );
}

/** The user of this client. */
export function OwnRow({ today, self, nowAt, ...row }: RowProps & { today: Today; self: Self; nowAt: number | null }) {
  const t = useTranslations('chain');
  const format = useFormatter();
  const { state, text } = useOwnStanding(today, row.now);
  return (
    <LineRow
      {...row}
      isOwn
      team={teamOf(today)}
      kind={state === 'checked_in' ? 'done' : state === 'open' ? 'now' : 'other'}
      start={today.window === null ? '' : format.dateTime(new Date(today.window.opens_at), TIME)}
      span={today.window}
      nowAt={nowAt}
      face={<Face name={self.full_name} url={self.avatar_url} size={44} />}
      name={t('you')}
      text={text}
    />
  );
}

type LineRowProps = RowProps & {
  kind: 'done' | 'now' | 'other';
  isOwn?: boolean;
  team?: 'red' | 'blue';
  start: string;
  span: Span | null;
  nowAt?: number | null;
  face: ReactNode;
  name: string;
  text: string;
};

function LineRow({
  kind,
  isOwn = false,
  team,
  start,
  span,
  nowAt = null,
  face,
  name,
  text,
  axis,
  hasPassed,
}: LineRowProps) {
  return (
    <li className={classes.row} data-is-own={isOwn} data-has-passed={hasPassed} {...(team && { 'data-team': team })}>
      <span className={classes.start}>{start}</span>
      <span className={classes.node} data-kind={kind}>
        {kind === 'done' && <Flower size={30} />}
      </span>
      <span className={classes.face}>{face}</span>
      <Stack grows>
        <Text as="b" weight={600} breaks dir="auto">
          {name}
        </Text>
        <Muted as="span" breaks>
          {text}
        </Muted>
      </Stack>
      {axis !== null && <Bar axis={axis} span={span} kind={kind} nowAt={nowAt} />}
    </li>
  );
}

/** The window on the clock of the day, at a desk. The words of the row say the same. */
function Bar({ axis, span, kind, nowAt }: { axis: Axis; span: Span | null; kind: string; nowAt: number | null }) {
  const clock = useZoneClock();
  const bar = span && barOf(span, axis, clock);
  return (
    <span className={classes.clock} aria-hidden>
      {axis.ticks.map(({ at }) => (
        <span key={at} className={classes.tick} style={{ insetInlineStart: `${placeOn(axis, at)}%` }} />
      ))}
      {bar !== null && (
        <span
          className={classes.bar}
          data-kind={kind}
          style={{ insetInlineStart: `${bar.start}%`, width: `${bar.width}%` }}
        />
      )}
      {nowAt !== null && <span className={classes.now} style={{ insetInlineStart: `${nowAt}%` }} />}
    </span>
  );
}
