import { type ReactNode, useId } from 'react';
import { useTranslations } from 'use-intl';
import { useFormatter } from '../../../shared/days/use-formatter.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Muted, Text, Title } from '../../../shared/ui/text.tsx';
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
        <Text as="h2" id={headingId} size="lg" weight={600}>
          {heading}
        </Text>
        {changedAt !== undefined && (
          <Muted>{format.dateTime(changedAt, { dateStyle: 'medium', timeStyle: 'short' })}</Muted>
        )}
      </header>
      <Stack gap={3} content="start" read breaks className={classes.text} dir="auto">
        <Title as="h3" level="xl">
          {title === other.title ? title : <mark>{title}</mark>}
        </Title>
        {comparedParagraphs(content, other.content).map(({ text, isOnlyHere }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no id and never move
          <p key={index}>{isOnlyHere ? <mark>{text}</mark> : text}</p>
        ))}
      </Stack>
      <Cluster as="p" gap={3} rows={2} tone="quiet" size="sm" className={classes.about}>
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
      </Cluster>
      {children}
    </section>
  );
}
