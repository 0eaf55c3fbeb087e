import { Link } from '@tanstack/react-router';
import { memo } from 'react';
import { afterTitle } from '../../../../../src/platform/text/title.ts';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Box } from '../../../shared/ui/box.tsx';
import { Face } from '../../../shared/ui/face.tsx';
import { Text, Title } from '../../../shared/ui/text.tsx';
import type { Entry } from '../entry.ts';
import classes from './entry-row.module.css';
import { Highlighted } from './highlighted.tsx';
import { SharingLabel } from './sharing-label.tsx';

type EntryRowProps = {
  entry: Entry;
  /** Whether the year stands below the day, where entries of several years are listed. */
  isWithYear?: boolean;
  /** Whether it is shown beside the list without having been chosen. */
  isOpen?: boolean;
};

/** An entry in a list. */
export const EntryRow = memo(function EntryRow({ entry, isWithYear = false, isOpen = false }: EntryRowProps) {
  const date = useCalendarDate();
  const [photo] = entry.photos;
  return (
    <div className={classes.entry} data-open={isOpen}>
      <time className={classes.day} dateTime={entry.entry_date}>
        <b>{date(entry.entry_date, { day: 'numeric' })}</b>
        <span>{date(entry.entry_date, isWithYear ? { year: 'numeric' } : { weekday: 'short' })}</span>
      </time>
      <Box fits>
        <Title as="h3" level="lg" dir="auto">
          {/* The link covers the row, and is named by the title alone. */}
          <Link
            to="/journal/$entryId"
            params={{ entryId: entry.id }}
            search={(search) => search}
            className={classes.link}
            activeOptions={{ includeSearch: false }}
          >
            <Highlighted text={entry.title} matches={entry.title_matches ?? []} />
          </Link>
        </Title>
        <Excerpt entry={entry} />
        <Meta entry={entry} />
      </Box>
      {photo !== undefined && (
        <span className={classes.thumbnail} style={{ backgroundColor: photo.color }}>
          <img src={photo.sizes.small.url} alt="" width={72} height={72} loading="lazy" />
          {entry.photos.length > 1 && <span className={classes.count}>{entry.photos.length}</span>}
        </span>
      )}
    </div>
  );
});

function Excerpt({ entry: { title, snippet, excerpt } }: { entry: Entry }) {
  if (snippet) {
    return (
      <Text clamped tone="quiet" read className={classes.excerpt} dir="auto">
        <Highlighted text={snippet.text} matches={snippet.matches} />
      </Text>
    );
  }
  const text = afterTitle(excerpt ?? '', title);
  return text !== '' ? (
    <Text clamped tone="quiet" read className={classes.excerpt} dir="auto">
      {text}
    </Text>
  ) : null;
}

function Meta({ entry }: { entry: Entry }) {
  const moodName = useMoodName();
  const isOwn = entry.audience !== null;
  return (
    <p className={classes.meta}>
      {!isOwn && (
        <span>
          <Face name={entry.author.full_name} url={entry.author.avatar_url} size={24} />
          <bdi>{entry.author.full_name}</bdi>
        </span>
      )}
      {entry.mood !== null && (
        <span>
          <MoodFlower mood={entry.mood} size={18} />
          {moodName(entry.mood)}
        </span>
      )}
      {entry.track !== null && (
        <span>
          <Icon name="note" size={16} />
          <bdi>{entry.track.name}</bdi>
        </span>
      )}
      {entry.audience !== null && <SharingLabel audience={entry.audience} />}
    </p>
  );
}
