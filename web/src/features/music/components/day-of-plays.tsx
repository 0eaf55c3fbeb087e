import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import type { LinkedEntry, Play } from '../api/queries.ts';
import { type DayOfMusic, entryOfPlay } from '../plays.rules.ts';
import classes from './day-of-plays.module.css';

/** What was played on a day, and what was written. */
export function DayOfPlays({ day }: { day: DayOfMusic }) {
  const t = useTranslations('music');
  const date = useCalendarDate();
  const linked = new Set(day.plays.map((play) => entryOfPlay(day, play)?.id));
  const others = day.entries.filter(({ id }) => !linked.has(id));
  return (
    <Section
      title={date(day.date, { weekday: 'long', day: 'numeric', month: 'long' })}
      aside={t('count', { count: day.plays.length })}
      isCard
    >
      <ol className={classes.plays}>
        {day.plays.map((play) => (
          <PlayRow key={play.id} play={play} entry={entryOfPlay(day, play)} />
        ))}
      </ol>
      {others.length > 0 && (
        <div className={classes.entries}>
          <h3 className={classes.written}>{t('written')}</h3>
          <ul>
            {others.map((entry) => (
              <li key={entry.id}>
                <EntryLink entry={entry} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}

function PlayRow({ play: { track, played_at }, entry }: { play: Play; entry: LinkedEntry | undefined }) {
  const t = useTranslations('music');
  const format = useFormatter();
  return (
    <li className={classes.play}>
      <span className={classes.cover}>
        <Icon name="note" size={20} />
      </span>
      <div className={classes.words}>
        {track.external_url?.startsWith('https://') ? (
          <a href={track.external_url} className={classes.name} target="_blank" rel="noopener noreferrer" dir="auto">
            {track.name}
            <span className={classes.hidden}> {t('newTab')}</span>
          </a>
        ) : (
          <b className={classes.name} dir="auto">
            {track.name}
          </b>
        )}
        <span className={classes.artists} dir="auto">
          {track.artist_names.join(', ')}
        </span>
        {entry !== undefined && <EntryLink entry={entry} />}
      </div>
      <time className={classes.time} dateTime={played_at}>
        {format.dateTime(new Date(played_at), { hour: 'numeric', minute: '2-digit' })}
      </time>
    </li>
  );
}

function EntryLink({ entry: { id, title, mood } }: { entry: LinkedEntry }) {
  return (
    <Link to="/journal/$entryId" params={{ entryId: id }} className={classes.entry}>
      {mood === null ? <Icon name="journal" size={16} /> : <MoodFlower mood={mood} size={16} />}
      <span dir="auto">{title}</span>
    </Link>
  );
}
