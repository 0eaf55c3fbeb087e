import { useSuspenseQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslations } from 'use-intl';
import { titleOfText } from '../../../../../src/platform/text/title.ts';
import { Icon } from '../../../shared/icons/icon.tsx';
import { lazyPart } from '../../../shared/ui/lazy-part.ts';
import { Row } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { entryQuery } from '../api/queries.ts';
import { About } from '../reading/about.tsx';
import { EntryBar } from '../reading/entry-bar.tsx';
import { Photos } from '../reading/photos.tsx';
import { Readers } from '../reading/readers.tsx';
import classes from './entry-screen.module.css';

const Markdown = lazyPart(async () => (await import('../../../shared/markdown/markdown.tsx')).Markdown);

type EntryScreenProps = {
  entryId: string;
  /** Shown beside the journal without being asked for: then the journal is the screen, and has its title. */
  isNewest?: boolean;
};

export function EntryScreen({ entryId, isNewest = false }: EntryScreenProps) {
  const t = useTranslations('journal');
  const { data: entry } = useSuspenseQuery(entryQuery(entryId));
  const text = entry.content ?? '';
  const Title = isNewest ? 'h2' : 'h1';
  // The first words of the text were made its title. They are not shown twice.
  const isTitleOfText = text !== '' && entry.title === titleOfText(text);
  return (
    <article className={classes.entry} aria-labelledby="entry-title">
      <EntryBar entry={entry} />
      {entry.background_image_url !== null && (
        <img className={classes.background} src={entry.background_image_url} alt="" width={1200} height={420} />
      )}
      <Stack as="header" gap={2}>
        <Title className={isTitleOfText ? classes.spoken : classes.title} id="entry-title" tabIndex={-1} dir="auto">
          {entry.title}
        </Title>
        <About entry={entry} />
      </Stack>
      <Photos photos={entry.photos} />
      {entry.content_hidden ? (
        <Row as="p" gap={3} className={classes.hidden}>
          <Icon name="lock" size={20} />
          {t('contentHidden')}
        </Row>
      ) : (
        <div dir="auto">
          <Suspense fallback={<p className={classes.plain}>{text}</p>}>
            <Markdown
              text={text}
              onMention={(userId, name) => (
                <Text as="b" key={userId} tone="accent" weight={600}>
                  <bdi>{name}</bdi>
                </Text>
              )}
            />
          </Suspense>
        </div>
      )}
      <Readers entry={entry} />
    </article>
  );
}
