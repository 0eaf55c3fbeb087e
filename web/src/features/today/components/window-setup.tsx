import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { useZoneName } from '../../../shared/days/zone-clock.ts';
import { Problem } from '../../../shared/problem/problem.tsx';
import { TextField } from '../../../shared/ui/text-field.tsx';
import { ACTIVITIES, type OwnWindow, useActivityName } from '../../../shared/workout/activity.ts';
import { endOfWindow } from '../../../shared/workout/window.rules.ts';
import { type Activity, useSetUpWindow } from '../api/window.ts';
import classes from './window-setup.module.css';

const MAX_NAME_LENGTH = 100;
const DEFAULT_START = '18:00';

type WindowSetupProps = { initial: OwnWindow | null; onDone: () => void };

/** What for and from when: the two hours of each day. */
export function WindowSetup({ initial, onDone }: WindowSetupProps) {
  const t = useTranslations('today');
  const zone = useZoneName();
  const nameOf = useActivityName();
  const format = useFormatter();
  const [activity, setActivity] = useState<Activity>(initial?.activity_type ?? 'walk');
  const [name, setName] = useState(initial?.custom_activity ?? '');
  const [start, setStart] = useState(initial?.window_start_time ?? DEFAULT_START);
  const setUp = useSetUpWindow();
  const end = format.dateTime(new Date(`1970-01-01T${endOfWindow(start)}:00Z`), {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });

  function save(event: FormEvent) {
    event.preventDefault();
    setUp.mutate(
      {
        activityType: activity,
        customActivity: activity === 'other' ? name.trim() : null,
        windowStartTime: start,
        windowEndTime: endOfWindow(start),
        timezone: initial?.timezone ?? zone,
      },
      { onSuccess: onDone },
    );
  }

  return (
    <form className={classes.form} onSubmit={save}>
      <NativeSelect
        label={t('activity')}
        data={ACTIVITIES.map((value) => ({
          value,
          label: nameOf.word({ activity_type: value, custom_activity: null }),
        }))}
        value={activity}
        onChange={(event) => setActivity(event.currentTarget.value as Activity)}
      />
      <TextInput
        type="time"
        label={t('startsAt')}
        value={start}
        required
        withAsterisk={false}
        onChange={(event) => setStart(event.currentTarget.value)}
      />
      {activity === 'other' && (
        <TextField
          className={classes.wide ?? ''}
          label={t('activityName')}
          value={name}
          required
          withAsterisk={false}
          limit={MAX_NAME_LENGTH}
          onChange={(event) => setName(event.currentTarget.value)}
        />
      )}
      <p className={classes.help}>{t('windowHelp', { end, zone: initial?.timezone ?? zone })}</p>
      <div className={classes.wide}>
        <Problem error={setUp.error} />
      </div>
      <div className={classes.actions}>
        <Button type="submit" loading={setUp.isPending}>
          {t('saveWindow')}
        </Button>
        {initial !== null && (
          <Button variant="subtle" onClick={onDone}>
            {t('keepWindow')}
          </Button>
        )}
      </div>
    </form>
  );
}
