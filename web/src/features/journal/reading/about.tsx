import { Link } from '@tanstack/react-router';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Face } from '../../../shared/ui/face.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { type Entry, isMoodOfText } from '../entry.ts';
import classes from './about.module.css';

/** Author, mood, track and tags: what is known about a text. */
export function About({ entry }: { entry: Entry }) {
  const { mood, track, tags, author } = entry;
  const isOwn = entry.audience !== null;
  if (isOwn && mood === null && track === null && tags.length === 0) return null;
  return (
    <ul className={classes.about}>
      {!isOwn && (
        <li>
          <Face name={author.full_name} url={author.avatar_url} size={24} />
          <bdi>{author.full_name}</bdi>
        </li>
      )}
      {mood !== null && (
        <li>
          <MoodFlower mood={mood} />
          <MoodInWords entry={entry} mood={mood} />
        </li>
      )}
      {track !== null && (
        <li>
          {track.image_url === null ? (
            <Icon name="note" size={16} />
          ) : (
            <img className={classes.cover} src={track.image_url} alt="" width={24} height={24} />
          )}
          <bdi>
            {track.artists.join(', ')}, “{track.name}”
          </bdi>
        </li>
      )}
      {tags.map((tag) => (
        <li key={tag}>
          <Link to="/journal" search={{ tag }} className={classes.tag}>
            <Icon name="tag" size={16} />
            <bdi>{tag}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** A mood that comes from the text says so, and names a second one. */
function MoodInWords({ entry, mood }: { entry: Entry; mood: string }) {
  const t = useTranslations('journal');
  const nameOf = useMoodName();
  const { emotional_tone: tone } = entry;
  if (tone === null || !isMoodOfText(entry)) return <span>{nameOf(mood)}</span>;
  const second = tone.tones.find(({ tone: name, score }) => name !== tone.primaryTone && score >= SECOND_FROM);
  return (
    <span>
      {second === undefined
        ? nameOf(mood)
        : t.rich('moodWithSecond', {
            mood: nameOf(mood),
            second: nameOf(second.tone),
            i: (text) => (
              <Text as="i" read>
                {text}
              </Text>
            ),
          })}
      <span className={classes.confidence}> {t('moodOfText')}</span>
    </span>
  );
}

const SECOND_FROM = 0.5;
