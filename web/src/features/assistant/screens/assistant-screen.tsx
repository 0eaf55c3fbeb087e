import { Button } from '@mantine/core';
import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Choices } from '../../../shared/ui/choices.tsx';
import { Confirm } from '../../../shared/ui/confirm.tsx';
import { ListSkeleton } from '../../../shared/ui/list-skeleton.tsx';
import { Notice } from '../../../shared/ui/notice.tsx';
import { ScreenHeader } from '../../../shared/ui/screen-header.tsx';
import { Section } from '../../../shared/ui/section.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import { Text } from '../../../shared/ui/text.tsx';
import { useEraseAnalyses } from '../api/consent.ts';
import { analysesQuery, assistantQuery } from '../api/queries.ts';
import { AnalysisCard } from '../components/analysis-card.tsx';
import { ConsentCard } from '../components/consent-card.tsx';
import { Trends } from '../components/trends.tsx';
import classes from './assistant-screen.module.css';

type AssistantScreenProps = { isReading: boolean; isWriting: boolean };

/** What the assistant found; before that, what it would read, and who gets it. */
export function AssistantScreen({ isReading, isWriting }: AssistantScreenProps) {
  const t = useTranslations('assistant');
  const { data: assistant } = useSuspenseQuery(assistantQuery);
  const { data: analyses, hasNextPage, fetchNextPage, isFetchingNextPage } = useSuspenseInfiniteQuery(analysesQuery);
  const isConfigured = assistant.provider !== null;
  const [newest, ...earlier] = analyses;
  return (
    <div className={classes.screen}>
      <ScreenHeader title={t('title')} {...(isConfigured && { text: t(isReading ? 'textOn' : 'textOff') })} />
      {!isConfigured && newest !== undefined && (
        <Text surface="sunk" below={5}>
          {t('notConfigured')}
        </Text>
      )}
      <Stack gap={6} content="start" fits className={classes.columns} data-is-empty={newest === undefined}>
        <Stack gap={6} content="start" fits>
          {newest === undefined ? (
            <Notice
              icon="sprout"
              title={t(titleOfEmpty(isConfigured, isReading))}
              text={t(textOfEmpty(isConfigured, isReading))}
            />
          ) : (
            <>
              <AnalysisCard analysis={newest} isNewest />
              <TrendsSection />
              {earlier.length > 0 && (
                <Section title={t('earlier')}>
                  {earlier.map((analysis) => (
                    <AnalysisCard key={analysis.id} analysis={analysis} isNewest={false} />
                  ))}
                </Section>
              )}
              {hasNextPage && (
                <Button variant="outline" loading={isFetchingNextPage} onClick={() => fetchNextPage()}>
                  {t('more')}
                </Button>
              )}
            </>
          )}
        </Stack>
        <Stack gap={6} content="start" fits>
          <ConsentCard
            isReading={isReading}
            isWriting={isWriting}
            provider={assistant.provider}
            daysRead={assistant.days_read}
            maxEntries={assistant.max_entries_read}
          />
          {newest !== undefined && <Erase />}
        </Stack>
      </Stack>
    </div>
  );
}

const titleOfEmpty = (isConfigured: boolean, isReading: boolean) =>
  !isConfigured ? 'emptyNoProvider' : isReading ? 'emptyOn' : 'emptyOff';
const textOfEmpty = (isConfigured: boolean, isReading: boolean) =>
  !isConfigured ? 'emptyNoProviderText' : isReading ? 'emptyOnText' : 'emptyOffText';

const RANGES = ['30', '90', '365'] as const;

function TrendsSection() {
  const t = useTranslations('assistant');
  const [range, setRange] = useState<(typeof RANGES)[number]>('30');
  return (
    <Section
      title={t('trends')}
      aside={
        <Choices
          label={t('range')}
          options={RANGES.map((value) => ({ value, label: t(`range${value}`) }))}
          value={range}
          onChange={setRange}
        />
      }
    >
      <Suspense fallback={<ListSkeleton />}>
        <Trends days={Number(range)} />
      </Suspense>
    </Section>
  );
}

function Erase() {
  const t = useTranslations('assistant');
  const [isAsking, setIsAsking] = useState(false);
  const erase = useEraseAnalyses();
  return (
    <Section title={t('erase')}>
      <Text below={3} tone="quiet">
        {t('eraseHelp')}
      </Text>
      <Button variant="outline" onClick={() => setIsAsking(true)}>
        {t('eraseAll')}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={t('eraseTitle')}
        text={t('eraseText')}
        action={t('eraseAll')}
        isPending={erase.isPending}
        error={erase.error}
        onConfirm={() => erase.mutate(undefined, { onSuccess: () => setIsAsking(false) })}
        onClose={() => setIsAsking(false)}
      />
    </Section>
  );
}
