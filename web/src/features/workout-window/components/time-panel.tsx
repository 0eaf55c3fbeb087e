import { ActionIcon } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { Icon } from '../../../shared/icons/icon.tsx';
import { Row } from '../../../shared/ui/row.tsx';
import { Muted, Text } from '../../../shared/ui/text.tsx';
import { useActivityName } from '../../../shared/workout/activity.ts';
import { minutesOf, stepped, timeOf, WINDOW_MINUTES } from '../dial.rules.ts';
import { useTimeOfDay } from '../use-time-of-day.ts';
import type { Fields } from '../window.rules.ts';
import { Dial } from './dial.tsx';
import classes from './time-panel.module.css';

type TimePanelProps = { fields: Fields; team: string; onChange: (start: string) => void };

/** When the window is: a dial, and beside it the steps of the keyboard. */
export function TimePanel({ fields: { start, activity, name, zone }, team, onChange }: TimePanelProps) {
  const t = useTranslations('workout-window');
  const timeOfDay = useTimeOfDay();
  const nameOf = useActivityName();
  const named = { activity_type: activity, custom_activity: name.trim() === '' ? null : name };
  const end = timeOf(minutesOf(start) + WINDOW_MINUTES);
  return (
    <section className={classes.panel} data-surface="night" data-team={team} aria-label={t('time')}>
      <Dial start={start} zone={zone} onChange={onChange}>
        <Row as="span" gap="icon" justify="center" fits>
          <Icon name={nameOf.icon(named)} size={16} />
          <span className={classes.activity}>{nameOf.word(named)}</span>
        </Row>
        <b className={classes.start}>{timeOfDay(start)}</b>
        <span>{t('to', { time: timeOfDay(end) })}</span>
      </Dial>
      <div className={classes.side}>
        <div className={classes.steps}>
          <fieldset className={classes.step} aria-label={t('from')}>
            <ActionIcon variant="transparent" aria-label={t('earlier')} onClick={() => onChange(stepped(start, -1))}>
              <Icon name="minus" size={20} />
            </ActionIcon>
            <p>
              <Muted as="span">{t('from')}</Muted>
              <b aria-live="polite">{timeOfDay(start)}</b>
            </p>
            <ActionIcon variant="transparent" aria-label={t('later')} onClick={() => onChange(stepped(start, 1))}>
              <Icon name="plus" size={20} />
            </ActionIcon>
          </fieldset>
          <div className={classes.step}>
            <p>
              <Muted as="span">{t('twoHoursLater')}</Muted>
              <b>{timeOfDay(end)}</b>
            </p>
          </div>
        </div>
        <Text tone="quiet" size="sm" className={classes.help}>
          {t('timeHelp')}
        </Text>
      </div>
    </section>
  );
}
