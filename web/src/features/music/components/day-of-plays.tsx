import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { Box } from '../../../shared/ui/box.tsx';
import { List } from '../../../shared/ui/list.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Sign } from '../../../shared/ui/sign.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
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
      <List as="ol">
        {day.plays.map((play) => (
          <PlayRow key={play.id} play={play} entry={entryOfPlay(day, play)} />
        ))}
      </List>
      {others.length > 0 && (
        <Box ruled={3}>
          <Muted as="h3">{t('written')}</Muted>
          <ul>
            {others.map((entry) => (
              <li key={entry.id}>
                <EntryLink entry={entry} />
              </li>
            ))}
          </ul>
        </Box>
      )}
    </Section>
  );
}

function PlayRow({ play: { track, played_at }, entry }: { play: Play; entry: LinkedEntry | undefined }) {
  const t = useTranslations('music');
  const format = useFormatter();
  return (
    <Row as="li" gap={3} align="start" className={classes.play}>
      <Sign className={classes.cover}>
        <Icon name="note" size={20} />
      </Sign>
      <Stack items="start" grows>
        {track.external_url?.startsWith('https://') ? (
          <a href={track.external_url} className={classes.name} target="_blank" rel="noopener noreferrer" dir="auto">
            {track.name}
            <VisuallyHidden> {t('newTab')}</VisuallyHidden>
          </a>
        ) : (
          <b className={classes.name} dir="auto">
            {track.name}
          </b>
        )}
        <Text as="span" tone="quiet" breaks dir="auto">
          {track.artist_names.join(', ')}
        </Text>
        {entry !== undefined && <EntryLink entry={entry} />}
      </Stack>
      <time className={classes.time} dateTime={played_at}>
        {format.dateTime(new Date(played_at), { hour: 'numeric', minute: '2-digit' })}
      </time>
    </Row>
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
