import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import classes from './compare-screen.module.css';
import { comparedParagraphs, type Version } from './conflict.rules.ts';

type ComparedVersionProps = {
  heading: string;
  version: Version;
  other: Version;
  changedAt: number | undefined;
  /** The button that keeps it. */
  children: ReactNode;
};

/** One of two texts of an entry. What the other lacks is marked. */
export function ComparedVersion({ heading, version, other, changedAt, children }: ComparedVersionProps) {
  const t = useTranslations('journal');
  const format = useFormatter();
  const moodName = useMoodName();
  const headingId = useId();
  const { title, content, mood, tags } = version;
  return (
    <section className={classes.version} aria-labelledby={headingId}>
      <header>
        <h2 id={headingId} className={classes.heading}>
          {heading}
        </h2>
        {changedAt !== undefined && (
          <p className={classes.when}>{format.dateTime(changedAt, { dateStyle: 'medium', timeStyle: 'short' })}</p>
        )}
      </header>
      <div className={classes.text} dir="auto">
        <h3 className={classes.title}>{title === other.title ? title : <mark>{title}</mark>}</h3>
        {comparedParagraphs(content, other.content).map(({ text, isOnlyHere }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and never move
          <p key={index}>{isOnlyHere ? <mark>{text}</mark> : text}</p>
        ))}
      </div>
      <p className={classes.about}>
        <span>
          {mood !== null && <MoodFlower mood={mood} size={16} />}
          {mood === null ? t('noMood') : moodName(mood)}
        </span>
        {tags.map((tag) => (
          <span key={tag}>
            <Icon name="tag" size={16} />
            <bdi>{tag}</bdi>
          </span>
        ))}
      </p>
      {children}
    </section>
  );
}
