import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { afterTitle } from '../../../../../src/platform/text/title.ts';
import { journalDayIn } from '../../../shared/days/today-in.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useZoneClock } from '../../../shared/days/zone-clock.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { List } from '../../../shared/ui/list.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import type { Today } from '../api/queries.ts';
import classes from './memories.module.css';

const DAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;

type Excerpt = Today['memories'][number];

/** Entries of this day in earlier years. */
export function Memories({ memories }: { memories: readonly Excerpt[] }) {
  const t = useTranslations('today');
  if (memories.length === 0) return null;
  return (
    <Section title={t('onThisDay')}>
      <Entries entries={memories} whenOf={({ entry_date }) => entry_date.slice(0, 4)} />
    </Section>
  );
}

/** The newest entries, with the way to all of them. */
export function Lately({ entries, isCard }: { entries: readonly Excerpt[]; isCard: boolean }) {
  const t = useTranslations('today');
  const date = useCalendarDate();
  const year = journalDayIn(useZoneClock()).slice(0, 4);
  if (entries.length === 0) return null;
  return (
    <Section title={t('lately')} aside={<Link to="/journal">{t('wholeJournal')}</Link>} isCard={isCard}>
      <Entries
        entries={entries}
        whenOf={({ entry_date }) =>
          date(entry_date, entry_date.startsWith(year) ? DAY : { day: 'numeric', month: 'long', year: 'numeric' })
        }
      />
    </Section>
  );
}

function Entries({ entries, whenOf }: { entries: readonly Excerpt[]; whenOf: (entry: Excerpt) => string }) {
  const moodName = useMoodName();
  return (
    <List>
      {entries.map((entry) => (
        <li key={entry.id}>
          <Link to="/journal/$entryId" params={{ entryId: entry.id }} className={classes.entry}>
            <span className={classes.when}>
              {whenOf(entry)}
              {entry.mood !== null && (
                <span className={classes.mood}>
                  <MoodFlower mood={entry.mood} size={16} />
                  {moodName(entry.mood)}
                </span>
              )}
            </span>
            <b className={classes.title} dir="auto">
              {entry.title}
            </b>
            <span className={classes.excerpt} dir="auto">
              {afterTitle(entry.excerpt ?? '', entry.title)}
            </span>
            <span className={classes.arrow}>
              <Icon name="chevron-right" size={20} />
            </span>
          </Link>
        </li>
      ))}
    </List>
  );
}
