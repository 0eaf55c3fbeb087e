import { useFormatter, useTranslations } from 'use-intl';
import { useCalendarDate } from '../../../shared/days/use-calendar-date.ts';
import { MoodFlower } from '../../../shared/mood/mood-flower.tsx';
import { useMoodName } from '../../../shared/mood/use-mood-name.ts';
import { Cluster } from '../../../shared/ui/row.tsx';
import { Stack } from '../../../shared/ui/stack.tsx';
import type { Analysis } from '../api/queries.ts';
import classes from './analysis-card.module.css';

const DIRECTIONS = { improving: 'improving', steady: 'steady', declining: 'declining' } as const;

/** What the assistant found on one day. The newest is open, earlier ones open on demand. */
export function AnalysisCard({ analysis, isNewest }: { analysis: Analysis; isNewest: boolean }) {
  const t = useTranslations('assistant');
  const date = useCalendarDate();
  const day = date(analysis.analysis_date, { weekday: 'long', day: 'numeric', month: 'long' });
  const about = t('basedOn', { count: analysis.entry_count });
  if (isNewest) {
    return (
      <article className={classes.newest}>
        <p className={classes.when}>
          {day}, {about}
        </p>
        <Findings analysis={analysis} />
      </article>
    );
  }
  return (
    <details className={classes.earlier}>
      <summary className={classes.head}>
        <b>{day}</b>
        <span className={classes.when}>{about}</span>
        <span className={classes.excerpt} dir="auto">
          {analysis.summary}
        </span>
      </summary>
      <Findings analysis={analysis} />
    </details>
  );
}

function Findings({
  analysis: { summary, mood_trends, topics, patterns, recommendations, insights },
}: {
  analysis: Analysis;
}) {
  const t = useTranslations('assistant');
  const format = useFormatter();
  const moodName = useMoodName();
  const lists = [
    ['patterns', patterns],
    ['recommendations', recommendations],
    ['gratitude', insights.gratitude],
    ['achievements', insights.achievements],
    ['challenges', insights.challenges],
    ['wishes', insights.goals],
  ] as const;
  return (
    <Stack gap={5} breaks className={classes.findings}>
      <p className={classes.summary} dir="auto">
        {summary}
      </p>
      {mood_trends.moods.length > 0 && (
        <div>
          <p className={classes.direction}>{t(DIRECTIONS[mood_trends.direction])}</p>
          <Cluster as="ul" gap={5} rows={2} above={2} className={classes.moods}>
            {mood_trends.moods.map(({ mood, share }) => (
              <li key={mood}>
                <MoodFlower mood={mood} />
                {moodName(mood)} {format.number(share, { style: 'percent' })}
              </li>
            ))}
          </Cluster>
        </div>
      )}
      <dl className={classes.lists}>
        {lists
          .filter(([, items]) => items.length > 0)
          .map(([name, items]) => (
            <div key={name}>
              <dt>{t(name)}</dt>
              {items.map((item) => (
                <dd key={item} dir="auto">
                  {item}
                </dd>
              ))}
            </div>
          ))}
      </dl>
      {topics.length > 0 && (
        <Cluster as="ul" gap={2} className={classes.topics} aria-label={t('topics')}>
          {topics.map((topic) => (
            <li key={topic} dir="auto">
              {topic}
            </li>
          ))}
        </Cluster>
      )}
    </Stack>
  );
}
